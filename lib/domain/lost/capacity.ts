/** What those who are left would have to do, measured by weights: these stand for capacity. */
export interface Capacity {
  /**
   * `whole`: nothing of it is lost; `carries`: the rest has room; `full`: it has next to none; `overloaded`: more than the room that is there;
   * `nobody`: nobody is left; `idle`: nobody answered before either; `unknown`: whoever may be left is out of sight.
   */
  readonly kind: "whole" | "carries" | "full" | "overloaded" | "nobody" | "idle" | "unknown";
  /** The load of those who are left in proportion to what they can carry: 1 = exactly that. 0 where nobody has to carry anything. */
  readonly ratio: number;
}

/** From this part of what the rest can carry it counts as full. */
const FULL = 0.9;

/** How the rest would cope, if each can carry `headroomPercent` more than it does today. */
export function capacityOf(weight: { readonly before: number; readonly after: number }, headroomPercent: number): Capacity {
  const { before, after } = weight;
  if (before <= 0) return { kind: "idle", ratio: 0 };
  if (after <= 0) return { kind: "nobody", ratio: 0 };
  if (after >= before) return { kind: "whole", ratio: neededShare(headroomPercent) };
  const ratio = (before / after) * neededShare(headroomPercent);
  return { kind: ratio > 1 ? "overloaded" : ratio >= FULL ? "full" : "carries", ratio };
}

/** The share of today's weight that suffices for all requests: 0.77 with a headroom of 30 %. */
export function neededShare(headroomPercent: number): number {
  return 100 / (100 + Math.max(0, headroomPercent));
}

/** The kinds of capacity, worst first. */
export const CAPACITY_KINDS = ["nobody", "overloaded", "full", "unknown", "carries", "whole", "idle"] as const satisfies readonly Capacity["kind"][];
