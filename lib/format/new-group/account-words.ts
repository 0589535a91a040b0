import { listAtMost, listOf } from "@/lib/format/text/lists";
import { oneOrMany, plural } from "@/lib/format/text/numbers";

/** What is known of a service account; null = not in sight. */
interface KnownAccount {
  readonly exists: boolean | null;
  readonly groups: readonly string[] | null;
  readonly machines: number | null;
  readonly pods: number | null;
}

/** So many groups are named. */
const MOST_NAMED = 5;

/** An account that a group names and that is not made with it: whether it is there, and whose identity its token is. */
export function accountUseWords(use: KnownAccount): readonly string[] {
  if (use.exists === false) return ["It does not exist: no token can be made for its machines, and they cannot join, until somebody makes it."];
  const there = use.exists === null ? "Whether it exists is not visible to you." : "It exists.";
  const unseen = [use.groups === null ? "groups" : "", use.machines === null ? "machines" : "", use.pods === null ? "Pods" : ""].filter((one) => one !== "");
  const hidden = unseen.length === 0 ? [] : [`Not visible to you, and so not counted: ${listOf(unseen)}.`];
  return [`${there} ${usersWords(use)}`, ...hidden];
}

/**
 * Under the service account of a group that is described: what its token allows (docs/istio.md#joining). `isMade`: it is to be made with the group. `use`: what
 * is known of the account of this name, null = nothing yet. Only one that is not there is called fresh.
 */
export function accountHint({ account, isMade, use }: { readonly account: string; readonly isMade: boolean; readonly use: KnownAccount | null }): string {
  if (account === "") return "Whoever holds a token of any account of this namespace may join as any machine of this group.";
  const allows = "Whoever holds its token may join as any machine of this group, and of any group here that names no account.";
  const exists = use?.exists ?? null;
  if (use !== null && exists === true) {
    const which = isMade ? "An account of this name is there: it is used as it is. For a fresh one choose another name." : "The account is there.";
    return `${which} ${usersWords(use)} ${allows}`;
  }
  if (isMade) return `${exists === false ? "A fresh account." : "A fresh account, if there is none of this name: that is not known here."} ${allows}`;
  return `${exists === false ? "There is no account of this name: nobody can make a token until it is made." : "The account has to be there."} ${allows}`;
}

function usersWords({ groups, machines, pods }: KnownAccount): string {
  const named = groups ?? [];
  const users = [
    ...(named.length === 0 ? [] : [`${oneOrMany(named.length, "group")} ${listAtMost(named, MOST_NAMED)}`]),
    ...((machines ?? 0) === 0 ? [] : [plural(machines ?? 0, "machine")]),
    ...((pods ?? 0) === 0 ? [] : [plural(pods ?? 0, "Pod")]),
  ];
  if (users.length === 0) return "Nothing that you see has it as its identity.";
  return `Its token is the identity of ${listOf(users)}: whoever holds it can be any of them.`;
}
