import { formatClock, type Zone } from "@/lib/format/clock";
import { joinParts, listOf } from "@/lib/format/text/lists";
import { formatNumber, oneOrMany, plural } from "@/lib/format/text/numbers";
import { be, PAST, verb } from "@/lib/format/text/tense";
import { formatMoment } from "@/lib/format/time-ticks";
import { delayWords } from "./delay-words";

/** A rollout as a list of them tells of it. Milliseconds. */
export interface RolloutInput {
  readonly kind: "rolled" | "restarted" | "ended";
  readonly rolledAt: number;
  readonly ended: number;
  readonly came: number;
  readonly revisionsBefore: readonly string[];
  readonly revisionsAfter: readonly string[];
}

const NOUNS = { rolled: "rollout", restarted: "restart", ended: "end of replicas" } as const;

/** "The rollout of 04:02:10". */
export function rolloutTitle({ kind, rolledAt }: Pick<RolloutInput, "kind" | "rolledAt">, now: number, zone: Zone): string {
  return `The ${NOUNS[kind]} of ${formatMoment(rolledAt, now, zone)}`;
}

/** "Since the baseline of 04:02:10". */
export function baselineTitle(at: number, now: number, zone: Zone): string {
  return `Since the baseline of ${formatMoment(at, now, zone)}`;
}

/** The words of the button that leads to it: "04:02:10 · 1-30 → 1-31"; where the revision stays, its name; of a restart and of an end, what it was. */
export function rolloutLabel({ kind, rolledAt, ended, revisionsBefore, revisionsAfter }: RolloutInput, now: number, zone: Zone): string {
  const before = listOf(revisionsBefore);
  const after = listOf(revisionsAfter);
  const what = kind === "restarted" ? "restarted" : kind === "ended" ? `${plural(ended, "replica")} fewer` : before === after ? before : `${before} → ${after}`;
  return `${formatMoment(rolledAt, now, zone)} · ${what}`;
}

/** The replaced replicas and the revisions of a rollout in a list of what ended: "3 replicas replaced", "1-30 → 1-31". */
export function rolloutRowText({ ended, revisionsBefore, revisionsAfter }: Pick<RolloutInput, "ended" | "revisionsBefore" | "revisionsAfter">): {
  readonly size: string;
  readonly revisions: string;
} {
  const [before, after] = [listOf(revisionsBefore), listOf(revisionsAfter)];
  return { size: `${plural(ended, "replica")} replaced`, revisions: before === after ? before : `${before} → ${after}` };
}

/** "2 incidents · 1 rollout". */
export function endedCounts(incidents: number, rollouts: number): string {
  return joinParts([plural(incidents, "incident"), rollouts === 0 ? "" : plural(rollouts, "rollout")], " · ");
}

/** What a board counts. */
export interface BoardInput {
  readonly kind: "rollout" | "baseline";
  readonly total: number;
  readonly back: number;
  readonly same: number;
  readonly away: number;
  readonly out: number;
  readonly vanished: number;
}

/** Machines that are not connected any more, whatever became of them. */
export function missingOf({ away, out, vanished }: BoardInput): number {
  return away + out + vanished;
}

/** The machines that are not back, by outcome: "6 out, 2 lost, 1 left again"; "" if all are back. */
export function missingPhrase({ away, out, vanished }: BoardInput): string {
  const parts = [
    out > 0 ? `${formatNumber(out)} out` : "",
    vanished > 0 ? `${formatNumber(vanished)} lost` : "",
    away > 0 ? `${formatNumber(away)} left again` : "",
  ];
  return joinParts(parts, ", ");
}

/** The picture of who is back, in a sentence. */
export function curveSummary({ total, back, away, steps }: BoardInput & { readonly steps: readonly { readonly at: number }[] }, zone: Zone): string {
  const last = steps.at(-1);
  if (last === undefined) return `None of ${plural(total, "machine")} has connected anew.`;
  return `${formatNumber(back + away)} of ${plural(total, "machine")} connected anew, the last at ${formatClock(last.at, zone)}.`;
}

/** What is known of health since: "all 12 that are checked have reported since", and who serves no more. */
export function healthPhrase(health: { readonly checked: number; readonly confirmed: number | null; readonly worse: number; readonly better: number }): string {
  const { checked, confirmed, worse, better } = health;
  const reported =
    checked === 0
      ? "no machine that is back is checked"
      : confirmed === null
        ? `${formatNumber(checked)} ${be(checked)} checked, and which of them reported since is not known`
        : confirmed === checked
          ? `${checked === 1 ? "the one" : `all ${formatNumber(checked)}`} that ${be(checked)} checked reported since`
          : `${formatNumber(confirmed)} of ${formatNumber(checked)} that are checked reported since`;
  const turned = [
    worse > 0 ? `${plural(worse, "machine")} served before and ${verb(worse, "do")} not now` : "",
    better > 0 ? `${formatNumber(better)} the other way round` : "",
  ];
  return joinParts([reported, ...turned], "; ");
}

const OUTCOMES = { away: "left again", out: "not back", vanished: "lost" } as const;

/** What became of a machine that is not back, in a word. */
export function outcomeWord(outcome: keyof typeof OUTCOMES): string {
  return OUTCOMES[outcome];
}

/** Moves from replicas that ended: how many are timed by what. Milliseconds; `early`: not timed, as they began before that end was seen. */
export interface MovesInput {
  readonly moves: number;
  readonly own: number;
  readonly byEnd: number;
  readonly early: number;
  readonly slowest: number | null;
}

/** What the times of a board are told of, and of how many moves none is known. */
export function movesNote({ moves, own, byEnd, early, slowest }: MovesInput): string {
  if (moves === 0) return "no machine moved because its replica ended";
  const parts = [
    own > 0 ? `${formatNumber(own)} timed by the machine's own disconnectedAt` : "",
    byEnd > 0 ? `${formatNumber(byEnd)}${own > 0 ? "" : " timed"} by the end of the replica` : "",
    early > 0 ? `${formatNumber(early)} not timed, as ${oneOrMany(early, "it", "they")} moved before that end was seen` : "",
  ];
  const last = slowest === null ? "" : `; the slowest took ${delayWords(slowest)}`;
  return `${plural(moves, "move")} from a replica that ended: ${listOf(parts.filter((part) => part !== ""))}${last}`;
}

/** The scale of the picture: "1,028 to come back", "1,028 were connected". */
export function toComeBack({ kind, total }: BoardInput): string {
  return kind === "rollout" ? `${formatNumber(total)} to come back` : `${formatNumber(total)} ${be(total, PAST)} connected`;
}
