import { statementAttributes } from "@/components/state/statement";
import { Headline, Of } from "@/components/ui/headline";
import type { PreviewAnswer, PreviewEndpointCount, ServiceEditEffects, WorkloadEditEffects } from "@/lib/contract/answers/preview";
import {
  type NothingPreviewed,
  type SelectorMoves,
  type ServiceEditPreviewed,
  serviceEditPreviewed,
  type WorkloadEditPreviewed,
  workloadEditPreviewed,
} from "@/lib/domain/statements/preview";
import { type PreviewHeadline as Parts, selectorHeadline, selectorSub, workloadHeadline } from "@/lib/format/preview-words";

/** The page in a sentence: what the edit does. */
export function PreviewHeadline({ answer }: { readonly answer: PreviewAnswer | null }) {
  const { parts, sub, statement } = wordsOf(answer);
  return (
    <Headline data={statementAttributes(statement)} {...(sub !== "" && { sub })}>
      {parts.lead}
      {parts.bad !== "" && <b className="text-bad">{parts.bad}</b>}
      {parts.middle}
      {parts.strong !== "" && <b>{parts.strong}</b>}
      {parts.end} {parts.of !== "" && <Of>{parts.of}</Of>}
    </Headline>
  );
}

const EMPTY: Parts = { lead: "Try an edit before it is saved.", bad: "", middle: "", strong: "", end: "", of: "" };

interface Words {
  readonly parts: Parts;
  readonly sub: string;
  readonly statement: ServiceEditPreviewed | WorkloadEditPreviewed | NothingPreviewed;
}

const NOTHING: Words = { parts: EMPTY, sub: "", statement: { kind: "nothing-previewed" } };

function wordsOf(answer: PreviewAnswer | null): Words {
  const { object, selector, workload } = answer ?? {};
  if (object == null) return NOTHING;
  if (selector != null) {
    const moves = selectorMoves(selector, object.kind, object.known !== "exists" && object.replaces === undefined);
    return { parts: selectorHeadline(moves), sub: selectorSub(selector.before, selector.after, selector.unseen), statement: serviceEditPreviewed(moves) };
  }
  return workload == null ? NOTHING : workloadWords(workload, object.kind === "WorkloadGroup" && object.known === "exists");
}

function selectorMoves({ moves, zones, hosts, unseen }: ServiceEditEffects, kind: string, isNew: boolean): SelectorMoves {
  const cells = zones.flatMap((zone) => zone.cells);
  const lostZones = zones.flatMap(({ zone, before, after }) => (zone !== null && before > 0 && after === 0 ? [zone] : []));
  return { kind, isNew, ...moves, goesUnit: unitOf(cells, "goes"), comesUnit: unitOf(cells, "comes"), lostZones, hosts, unseen };
}

/** What moves, in a word: machines, Pods, or endpoints of several kinds. */
function unitOf(cells: readonly PreviewEndpointCount[], move: PreviewEndpointCount["move"]): string {
  const kinds = new Set(cells.filter((cell) => cell.move === move).map(({ kind }) => kind));
  if (kinds.size !== 1) return "endpoint";
  return kinds.has("entry") ? "machine" : kinds.has("pod") ? "pod" : "endpoint";
}

function workloadWords({ cases }: WorkloadEditEffects, isGroup: boolean): Words {
  const takers = cases.at(-1)?.takers ?? [];
  const count = (move: string) => takers.filter((taker) => taker.move === move).length;
  const moves = { goes: count("goes"), comes: count("comes"), stays: count("stays") };
  const group = isGroup ? { machines: cases.find((one) => one.case === "now")?.machines ?? null } : null;
  return { parts: workloadHeadline(moves.goes, moves.comes, moves.stays, group), sub: "", statement: workloadEditPreviewed(moves, group) };
}
