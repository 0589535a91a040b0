import type { ObjectUse } from "@/lib/domain/entry/object-use";
import { listOf } from "./text/lists";
import { oneOrMany, plural } from "./text/numbers";

/** An account that a group names; null = not in sight. `groups`: the others that name it. */
interface NamedAccount {
  readonly verdict: ObjectUse;
  readonly groups: readonly string[] | null;
  readonly machines: number | null;
  readonly pods: number | null;
}

const NEW = "it was made within the last day, and is not called a leftover.";

/** Whether an account is left over, with the evidence. */
export function accountLeftWords({ verdict, groups, machines, pods }: NamedAccount): string {
  if (verdict === "unused") return "No other group of the namespace names it, and no machine and no Pod has it.";
  if (verdict === "new") return `Nobody uses it yet: ${NEW}`;
  const others = groups ?? [];
  const users = [
    others.length === 0 ? "" : `${oneOrMany(others.length, "group")} ${listOf(others)}`,
    (machines ?? 0) === 0 ? "" : plural(machines ?? 0, "machine"),
    (pods ?? 0) === 0 ? "" : plural(pods ?? 0, "Pod"),
  ].filter((one) => one !== "");
  if (verdict === "used") return `Still used by ${listOf(users)}.`;
  return `Not known whether somebody uses it: ${unseen({ groups, machines, pods })} not visible to you.`;
}

/** Whether a ServiceEntry is left over, with the evidence. */
export function entryLeftWords({ verdict, machines, pods }: { readonly verdict: ObjectUse; readonly machines: number; readonly pods: number | null }): string {
  if (verdict === "unused") return "Its selector takes no machine and no Pod.";
  if (verdict === "new") return `Its selector takes no machine and no Pod yet: ${NEW}`;
  if (verdict === "used")
    return `Its selector takes ${listOf([machines === 0 ? "" : plural(machines, "machine"), (pods ?? 0) === 0 ? "" : plural(pods ?? 0, "Pod")].filter((one) => one !== ""))}.`;
  return "Its selector takes no machine. Not known whether it takes Pods: they are not visible to you.";
}

/** What goes with an account that is deleted, and what stays (docs/istio.md#tokens). */
export function accountGoesWords(): readonly string[] {
  return [
    "Its tokens fail within seconds; certificates that machines hold already last until they expire.",
    "Objects that only name it, such as RoleBindings and policies, stay as they are, and are not counted here.",
    "To bring it back, make an account of the same name: tokens of the old one stay invalid.",
  ];
}

/** What goes with a ServiceEntry that is deleted. `hosts`: its host names. */
export function entryGoesWords({ hosts }: { readonly hosts: readonly string[] }): readonly string[] {
  return [
    `Sidecars forget ${listOf(hosts)}, unless another object defines the same name: calls to it then go where their own DNS leads.`,
    "Who still calls it is not known here: look at the callers' metrics first.",
    "To bring it back, take its YAML along first.",
  ];
}

/** Sources that are not in sight; "" = all are. */
export function unseenLeftoversWords(sources: readonly string[]): string {
  return sources.length === 0 ? "" : `Not visible to you, so there may be more: ${listOf(sources)}.`;
}

function unseen({ groups, machines, pods }: Pick<NamedAccount, "groups" | "machines" | "pods">): string {
  const hidden = [groups === null ? "groups" : "", machines === null ? "machines" : "", pods === null ? "Pods" : ""].filter((one) => one !== "");
  return `${listOf(hidden)} are`;
}
