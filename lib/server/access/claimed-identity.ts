/** How claims of a signed token become a user and groups: by the rules of an API server that takes such tokens itself. */
export interface ClaimRules {
  readonly username: { readonly claim: string; readonly prefix: string };
  /** Null = no group is taken from a token. */
  readonly groups: { readonly claim: string; readonly prefix: string } | null;
}

export interface ClaimedIdentity {
  readonly user: string;
  readonly groups: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

/** The user and groups that verified claims name; a sentence where they name none that can be taken. */
export function claimedIdentity(claims: Claims, { username, groups }: ClaimRules): ClaimedIdentity | { readonly refused: string } {
  const name = claims[username.claim];
  if (typeof name !== "string" || name === "") return { refused: `The proxy's token names nobody: it has no text in its claim ${username.claim}.` };
  // As in Kubernetes: an address that nobody has confirmed is anybody's.
  if (username.claim === "email" && claims.email_verified !== undefined && claims.email_verified !== true)
    return { refused: "The identity provider has not verified your email address." };
  const member = groups === null ? [] : groupsIn(claims, groups.claim);
  if (!Array.isArray(member)) return member;
  return { user: `${username.prefix}${name}`, groups: member.map((group) => `${groups?.prefix ?? ""}${group}`) };
}

/** A list of texts, one text, or none. An identity provider that has too many says so by another claim instead (OpenID Connect Core 5.6.2). */
function groupsIn(claims: Claims, claim: string): string[] | { readonly refused: string } {
  const value = claims[claim];
  const elsewhere = claims._claim_names;
  if (typeof elsewhere === "object" && elsewhere !== null && Object.hasOwn(elsewhere, claim))
    return { refused: "You are in too many groups for a token: the identity provider left them out. It can be told to send fewer." };
  if (value === undefined) return [];
  const list = typeof value === "string" ? [value] : value;
  if (Array.isArray(list) && list.every((one) => typeof one === "string")) return list.filter((one) => one !== "");
  return { refused: `The proxy's token cannot be read: its claim ${claim} is no list of groups.` };
}
