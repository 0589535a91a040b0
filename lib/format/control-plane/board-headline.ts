import type { Zone } from "@/lib/format/clock";
import { formatNumber, numberWord, oneOrMany } from "@/lib/format/text/numbers";
import { capitalize } from "@/lib/format/text/sentence";
import { be, PAST, type Tense } from "@/lib/format/text/tense";
import { formatMoment } from "@/lib/format/time-ticks";
import type { ControlPlaneHeadline } from "./control-plane-headline";
import { type BoardInput, missingOf } from "./rollout-words";

/** What the sentence about a rollout needs besides what became of the machines. Milliseconds. */
export interface BoardHeadlineInput extends BoardInput {
  /** The moment of the rollout, or of the baseline. */
  readonly from: number;
  /** As of when it is told, and whether that is long over. */
  readonly until: number;
  readonly isOver: boolean;
  /** What those that are not back have in common, most telling first. */
  readonly shared: readonly { readonly trait: string; readonly value: string; readonly count: number }[];
}

/** How many of how many machines are back since a rollout, or connected still since a baseline, and who is not. `now` in milliseconds. */
export function boardHeadline(board: BoardHeadlineInput, tense: Tense, now: number, zone: Zone): ControlPlaneHeadline {
  const at = formatMoment(board.from, now, zone);
  const isPast = tense.past || board.isOver;
  if (board.total === 0) return { strong: "No machine", of: "", rest: nobodyMoved(board, at), trouble: [] };
  const there = board.back + board.same;
  const machines = oneOrMany(board.total, "machine");
  const verb = be(there, { past: isPast });
  const asOf = board.isOver ? ` by ${formatMoment(board.until, now, zone)}` : tense.past ? ` ${tense.at}` : "";
  const rest =
    board.kind === "rollout"
      ? `${machines} ${verb} back${asOf} since istiod rolled at ${at}.`
      : `${machines} that ${be(board.total, PAST)} connected at ${at} ${verb} connected${isPast ? asOf : " now"}.`;
  return { strong: formatNumber(there), of: `of ${formatNumber(board.total)}`, rest, trouble: missingTrouble(board, isPast) };
}

function nobodyMoved({ kind }: BoardInput, at: string): string {
  return kind === "rollout" ? `had to move when istiod rolled at ${at}.` : `was connected at ${at}.`;
}

function missingTrouble(board: BoardHeadlineInput, isPast: boolean): ControlPlaneHeadline["trouble"] {
  const missing = missingOf(board);
  if (missing === 0) return [];
  const verb = be(missing, { past: isPast });
  const shared = board.shared[0];
  const where = shared === undefined || missing < 2 ? "" : `, ${shared.count === missing ? "all" : formatNumber(shared.count)} ${placed(shared)}`;
  return [
    { text: `${capitalize(numberWord(missing))} ${verb} ${isPast ? "out" : "still out"}`, tone: "bad" },
    { text: `${where}.`, tone: null },
  ];
}

const PLACES: Readonly<Record<string, string>> = { network: "in", zone: "in zone", replica: "held by", group: "of group" };

function placed({ trait, value }: { readonly trait: string; readonly value: string }): string {
  return `${PLACES[trait] ?? `with ${trait}`} ${value}`;
}
