import { joinParts } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";

/** Machines of one group that no selector takes, or a group without machines. */
export interface UnselectedWordsInput {
  readonly machines: number;
  readonly of: number;
  readonly selectors: number;
  readonly nearest: { readonly selector: { readonly kind: string; readonly name: string; readonly namespace: string }; readonly why: string } | null;
}

/** How many of a group it is: "4 machines", "3 of 12 machines", "no machine yet". */
export function unselectedCount({ machines, of }: Pick<UnselectedWordsInput, "machines" | "of">): string {
  if (of === 0) return "no machine yet";
  return machines === of ? plural(of, "machine") : `${formatNumber(machines)} of ${plural(of, "machine")}`;
}

/** Why nobody selects it, as a sentence in parts: what stands before the selector's name, and what after it. */
export function nearestWords({ selectors, nearest }: Pick<UnselectedWordsInput, "selectors" | "nearest">): { readonly before: string; readonly after: string } {
  if (nearest !== null) return { before: `nearest: ${nearest.selector.kind}`, after: nearest.why };
  if (selectors === 0) return { before: "nothing in this namespace selects by labels", after: "" };
  return { before: "no selector in this namespace wants any of its labels", after: "" };
}

/** What the section says of itself: "2 machines, 1 group". */
export function unselectedAside({ machines, groups }: { readonly machines: number; readonly groups: number }): string {
  return joinParts([machines > 0 || groups === 0 ? plural(machines, "machine") : "", groups > 0 ? `${plural(groups, "group")}` : ""], ", ");
}
