import type { Statement } from "@/lib/domain/statements/statement";

/** The kinds of endpoints that a viewer may not see. "addresses": those of EndpointSlices. */
export const HIDDEN_ENDPOINT_KINDS = ["machines", "pods", "addresses"] as const;
export type HiddenEndpointKind = (typeof HIDDEN_ENDPOINT_KINDS)[number];

/** The effect of an edited selector: the numbers of endpoints that the edit removes (`goes`), adds (`comes`) and keeps (`stays`). */
export interface SelectorMoves {
  readonly kind: string;
  readonly isNew: boolean;
  readonly goes: number;
  readonly comes: number;
  readonly stays: number;
  readonly goesUnit: string;
  readonly comesUnit: string;
  readonly lostZones: readonly string[];
  readonly hosts: readonly string[];
  readonly unseen: readonly HiddenEndpointKind[];
}

/** The headline of a previewed edit of a selector. `lostZones` excludes zones without a name. */
export interface ServiceEditPreviewed extends Statement {
  readonly kind: "selector-changed";
  readonly object: string;
  readonly isNew: boolean;
  readonly goes: number;
  readonly comes: number;
  readonly stays: number;
  readonly lostZones: readonly string[];
  readonly lostZoneCount: number;
  readonly hosts: readonly string[];
  readonly unseen: readonly HiddenEndpointKind[];
}

/** Makes the headline of a previewed edit of a selector. */
export function serviceEditPreviewed({ kind, isNew, goes, comes, stays, lostZones, hosts, unseen }: SelectorMoves): ServiceEditPreviewed {
  const zones = { lostZones: lostZones.filter((zone) => zone !== ""), lostZoneCount: lostZones.length };
  return { kind: "selector-changed", object: kind, isNew, goes, comes, stays, ...zones, hosts, unseen };
}

/** The headline of a previewed edit of an entry or a group: the numbers of services that lose, gain or keep its machines. */
export interface WorkloadEditPreviewed extends Statement {
  readonly kind: "workload-changed";
  readonly goes: number;
  readonly comes: number;
  readonly stays: number;
  readonly isGroup: boolean;
  /** The number of the group's present machines, which keep their labels; null = not known. */
  readonly machines: number | null;
}

/** Makes the headline of a previewed edit of an entry (`group` null) or of a group. */
export function workloadEditPreviewed(
  moves: { readonly goes: number; readonly comes: number; readonly stays: number },
  group: { readonly machines: number | null } | null,
): WorkloadEditPreviewed {
  return { kind: "workload-changed", ...moves, isGroup: group !== null, machines: group?.machines ?? null };
}

/** The headline of a preview in which no object is edited yet. */
export interface NothingPreviewed extends Statement {
  readonly kind: "nothing-previewed";
}
