import { knownUntil } from "@/components/timeline/band-reading";
import type { HostHistoryAnswer } from "@/lib/contract/host-history";
import type { ShareOfKind } from "@/lib/format/host/share-words";

const KINDS = ["machines", "pods", "inline"] as const;

/** Who answers at the end of what is known, by kind: those that are not visible, not known or never there are left out. */
export function sharesAtEnd(answer: HostHistoryAnswer): readonly ShareOfKind[] {
  const until = knownUntil(answer);
  return KINDS.flatMap((kind) => {
    const column = answer[kind];
    if (column === null || column.holes.some(({ from, to }) => until > from && until <= to)) return [];
    const isEver = column.steps.some(({ share }) => (share?.serving ?? 0) > 0);
    const last = column.steps.findLast(({ at }) => at <= until);
    return last === undefined || !isEver ? [] : [{ kind, serving: last.share?.serving ?? 0, weight: last.share?.weight ?? 0 }];
  });
}
