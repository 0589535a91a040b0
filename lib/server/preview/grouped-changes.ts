import type { PreviewEndpointChange } from "@/lib/contract/answers/preview";
import { haveSamePortNumbers } from "@/lib/domain/preview/endpoint-snapshot";
import type { EndpointWithMove } from "@/lib/domain/preview/moves";
import type { MeshService } from "@/lib/domain/selection/objects";
import { areAllStateReasons, type ExclusionReason } from "@/lib/domain/selection/reasons";
import { noAddressWords } from "@/lib/format/address-reach-words";
import { leftOutWords } from "@/lib/format/host/left-out-words";
import { portRuleWords } from "@/lib/format/port-rule-words";
import { reasonWords } from "@/lib/format/reason-words";
import type { CandidateRef } from "./candidates";

/** So many different changes are listed, and so many names of each. */
const MOST_CHANGES = 100;
const MOST_NAMES = 50;

/** What goes is listed first. */
export const MOVE_ORDER = { goes: 0, comes: 1, stays: 2 } as const;

export interface GroupedChanges {
  readonly changes: PreviewEndpointChange[];
  /** Machines, Pods and inline endpoints of changes that are not listed. */
  readonly more: number;
}

/** Who comes, goes, or answers on other ports, together with those of whom the same is true; the largest losses first. */
export function groupedChanges(
  moved: readonly EndpointWithMove<CandidateRef>[],
  edit: { readonly before: MeshService | null; readonly after: MeshService | null },
  uidOf: (ref: CandidateRef) => string,
): GroupedChanges {
  const groups = new Map<string, { -readonly [Key in keyof PreviewEndpointChange]: PreviewEndpointChange[Key] }>();
  for (const one of moved) {
    if (one.move === "stays" && haveSamePortNumbers(one.before.ports, one.after.ports)) continue;
    const because = becauseOf(one, edit);
    const ports = portsOf(one, edit);
    const key = JSON.stringify([one.move, one.kind, ports, because]);
    const group = groups.get(key) ?? { move: one.move, kind: one.kind, count: 0, members: [], ports, because };
    group.count++;
    if (group.members.length < MOST_NAMES) group.members.push({ name: one.name, uid: uidOf(one.ref) });
    groups.set(key, group);
  }
  const all = [...groups.values()].sort((a, b) => MOVE_ORDER[a.move] - MOVE_ORDER[b.move] || b.count - a.count);
  for (const { members } of all) members.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { changes: all.slice(0, MOST_CHANGES), more: all.slice(MOST_CHANGES).reduce((sum, { count }) => sum + count, 0) };
}

/** One pair for each port that either side has, by its name. */
function portsOf(
  { before, after }: EndpointWithMove<CandidateRef>,
  edit: { readonly before: MeshService | null; readonly after: MeshService | null },
): PreviewEndpointChange["ports"] {
  return portNames(edit).map((name) => {
    const at = (selector: MeshService | null, ports: EndpointWithMove<unknown>["before"]["ports"]) =>
      ports[(selector?.ports ?? []).findIndex((port) => port.name === name)]?.port ?? null;
    return { name, before: at(edit.before, before.ports), after: at(edit.after, after.ports) };
  });
}

/** The names of the ports of both sides, those of the new one first. */
export function portNames({ before, after }: { readonly before: MeshService | null; readonly after: MeshService | null }): readonly string[] {
  return [...new Set([...(after?.ports ?? []), ...(before?.ports ?? [])].map(({ name }) => name))];
}

function becauseOf(
  { move, kind, before, after }: EndpointWithMove<CandidateRef>,
  edit: { readonly before: MeshService | null; readonly after: MeshService | null },
): string {
  if (move === "goes" && edit.after === null) return "the object is gone";
  if (move === "goes" && kind === "address") return "no port of its EndpointSlice has the name of a port of the Service";
  if (move === "goes") return lasting(after.reasons) || "the ServiceEntry does not write it any more";
  const state = after.reasons.map(reasonWords).join("; ");
  const [port] = edit.after?.ports ?? [];
  const [found] = after.ports;
  const notSent = after.notSent === null ? "" : `not sent: ${leftOutWords(after.notSent)}`;
  const rule = port === undefined || found === undefined || notSent !== "" ? "" : portRuleWords(found, port);
  const was = move === "comes" && edit.before !== null ? lasting(before.reasons) : "";
  return [...noAddressWords(after), notSent, state, rule, was === "" ? "" : `before: ${was}`].filter((part) => part !== "").join("; ") || "its labels match";
}

/** The reasons that the edit, and not the state of the machine, gives. */
function lasting(reasons: readonly ExclusionReason[]): string {
  return reasons
    .filter((reason) => !areAllStateReasons([reason]))
    .map(reasonWords)
    .join("; ");
}
