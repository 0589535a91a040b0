/** Whom the server may speak for: names, each exact or (with a `*` at its end) the beginning of names. */
export interface ImpersonationLists {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

const CHECKED = Symbol("checked against the lists");

/** A user and groups that the lists allow: made by `allowedImpersonation`, and by nothing else. */
export interface Impersonated {
  readonly [CHECKED]: true;
  readonly user: string;
  readonly groups: readonly string[];
}

/** What Kubernetes itself names so: its components, service accounts, and `system:masters`, who may do everything. */
const RESERVED = "system:";
/** The longest name that is sent. Characters. */
const LONGEST_NAME = 256;
/**
 * A header's value that reads the same everywhere: visible ASCII with single spaces within. Without a comma, at which whatever is between
 * the two ends may part or join headers.
 */
const SENDABLE = /^[\x21-\x2b\x2d-\x7e]+(?: [\x21-\x2b\x2d-\x7e]+)*$/;

/** A name that can be sent, and is not one of Kubernetes' own. */
function isName(text: string): boolean {
  return text.length <= LONGEST_NAME && SENDABLE.test(text) && !text.startsWith(RESERVED);
}

/**
 * The user and those of the groups that the lists allow. Whatever they say: no name that is empty, begins with `system:` or cannot be sent in a
 * header as it is. A sentence where the user is not allowed; a group that is not is left out.
 */
export function allowedImpersonation(lists: ImpersonationLists, user: string, groups: readonly string[]): Impersonated | { readonly refused: string } {
  if (user === "") return { refused: "The user name is empty." };
  if (user.startsWith(RESERVED)) return { refused: `Names that begin with ${RESERVED} are Kubernetes' own: this server speaks for none of them.` };
  if (!isName(user)) return { refused: `A user name has 1 to ${LONGEST_NAME} visible ASCII characters, without a comma.` };
  if (!isListed(lists.users, user)) return { refused: "This server may not speak for you: your user name is not in STOLOS_IMPERSONATE_USERS." };
  const allowed = groups.filter((group) => isName(group) && isListed(lists.groups, group));
  return { [CHECKED]: true, user, groups: [...new Set(allowed)].sort() };
}

function isListed(list: readonly string[], name: string): boolean {
  return list.some((listed) => (listed.endsWith("*") ? name.startsWith(listed.slice(0, -1)) : name === listed));
}

/** What is wrong with a name of a list, as the rest of a sentence that begins with it; null where nothing is. */
export function listedProblem(listed: string): string | null {
  const name = listed.endsWith("*") ? listed.slice(0, -1) : listed;
  if (name === "") return "allows everybody: put the beginning of names before the *";
  if (name.startsWith(RESERVED)) return `begins with ${RESERVED}: whoever Kubernetes names so is never spoken for`;
  if (name.includes("*")) return "has a * that is not at its end";
  return isName(name.trimEnd()) ? null : `is no name of 1 to ${LONGEST_NAME} visible ASCII characters, without a comma`;
}
