import { Headline, Of } from "@/components/ui/headline";
import type { PreviewAnswer, PreviewCells, SelectorPreview, WorkloadPreview } from "@/lib/contract/preview";
import { type PreviewHeadline as Parts, selectorHeadline, selectorSub, workloadHeadline } from "@/lib/format/preview-words";

/** The page in a sentence: what the edit does. */
export function PreviewHeadline({ answer }: { readonly answer: PreviewAnswer | null }) {
  const { parts, sub } = wordsOf(answer);
  return (
    <Headline {...(sub !== "" && { sub })}>
      {parts.lead}
      {parts.bad !== "" && <b className="text-bad">{parts.bad}</b>}
      {parts.middle}
      {parts.strong !== "" && <b>{parts.strong}</b>}
      {parts.end} {parts.of !== "" && <Of>{parts.of}</Of>}
    </Headline>
  );
}

const EMPTY: Parts = { lead: "Try an edit before it is saved.", bad: "", middle: "", strong: "", end: "", of: "" };

function wordsOf(answer: PreviewAnswer | null): { readonly parts: Parts; readonly sub: string } {
  const { object, selector, workload } = answer ?? {};
  if (object == null) return { parts: EMPTY, sub: "" };
  if (selector != null)
    return {
      parts: selectorParts(selector, object.kind, object.known !== "exists" && object.replaces === undefined),
      sub: selectorSub(selector.before, selector.after),
    };
  return { parts: workload == null ? EMPTY : workloadParts(workload, object.kind === "WorkloadGroup" && object.known === "exists"), sub: "" };
}

function selectorParts({ moves, zones, hosts }: SelectorPreview, kind: string, isNew: boolean): Parts {
  const cells = zones.flatMap((zone) => zone.cells);
  const lostZones = zones.filter(({ before, after }) => before > 0 && after === 0).map(({ zone }) => zone);
  return selectorHeadline({ kind, isNew, ...moves, goesUnit: unitOf(cells, "goes"), comesUnit: unitOf(cells, "comes"), lostZones, hosts });
}

/** What moves, in a word: machines, Pods, or endpoints of several kinds. */
function unitOf(cells: readonly PreviewCells[], move: PreviewCells["move"]): string {
  const kinds = new Set(cells.filter((cell) => cell.move === move).map(({ kind }) => kind));
  if (kinds.size !== 1) return "endpoint";
  return kinds.has("entry") ? "machine" : kinds.has("pod") ? "pod" : "endpoint";
}

function workloadParts({ cases }: WorkloadPreview, isGroup: boolean): Parts {
  const takers = cases.at(-1)?.takers ?? [];
  const count = (move: string) => takers.filter((taker) => taker.move === move).length;
  const machines = cases.find((one) => one.case === "now")?.machines ?? null;
  return workloadHeadline(count("goes"), count("comes"), count("stays"), isGroup ? { machines } : null);
}
