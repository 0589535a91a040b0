import { knownUntilMs } from "@/components/timeline/state-chart-values";
import type { ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import type { ShareOfKind, SharesThen } from "@/lib/format/host/share-words";

const NOBODY = { serving: 0, inDoubt: 0, weight: 0 };
const KINDS = ["machines", "pods", "inline"] as const;

/** Reads the picture at a moment. Kinds that are not visible or that never answered in the window are left out. */
export function sharesAt(answer: ServiceHistoryAnswer, at: number): SharesThen {
  const shares: ShareOfKind[] = [];
  const unknown: ShareOfKind["kind"][] = [];
  for (const kind of KINDS) {
    const column = answer[kind];
    if (column === null || !column.steps.some(({ share }) => (share?.serving ?? 0) + (share?.inDoubt ?? 0) > 0)) continue;
    const last = column.steps.findLast((step) => step.at <= at);
    const isKnown = last !== undefined && at <= knownUntilMs(answer) && !column.holes.some(({ from, to }) => at >= from && at < to);
    const { serving, inDoubt, weight } = last?.share ?? NOBODY;
    if (isKnown) shares.push({ kind, serving, inDoubt, weight });
    else unknown.push(kind);
  }
  return { shares, unknown, isWhole: unknown.length === 0 && answer.machines !== null && answer.pods !== null };
}

/** Who answers at the end of what is known. */
export function sharesAtEnd(answer: ServiceHistoryAnswer): SharesThen {
  const until = knownUntilMs(answer);
  const { shares, unknown, isWhole } = sharesAt(answer, until);
  // What ends in a hole is not known, though the hole is over just then.
  const hidden = shares.filter(({ kind }) => answer[kind]?.holes.some(({ from, to }) => until > from && until <= to)).map(({ kind }) => kind);
  return { shares: shares.filter(({ kind }) => !hidden.includes(kind)), unknown: [...unknown, ...hidden], isWhole: isWhole && hidden.length === 0 };
}

/** The moments at which the picture changes, in order: where the arrow keys stop. */
export function shareStops(answer: ServiceHistoryAnswer): readonly number[] {
  const { from, to, markers } = answer;
  const columns = KINDS.flatMap((kind) => answer[kind] ?? []);
  const edges = columns.flatMap(({ steps, holes }) => [...steps.map(({ at }) => at), ...holes.flatMap((hole) => [hole.from, hole.to])]);
  const moments = [from, ...edges, ...markers.map(({ at }) => at), to];
  return [...new Set(moments.filter((at) => at >= from && at <= to))].sort((a, b) => a - b);
}
