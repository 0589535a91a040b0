import type { ExpectedSizeKind } from "@/lib/domain/group/expected-size";
import { countWithWord } from "@/lib/domain/verdict/state-code";
import { isServingWord, STATE_WORDS, type StateWord } from "@/lib/domain/verdict/verdict";
import { formatClock, type Zone } from "./clock";
import { inReachedText } from "./reached-clusters";
import { blindName } from "./source-words";
import { WORDS } from "./state-words";
import { formatSpan, MINUTE_MS } from "./text/duration";
import { joinParts, listOf } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { capitalize } from "./text/sentence";
import type { Tense } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** The values of one point of a state chart that its texts need. */
export interface StateChartPointCounts {
  readonly counts: readonly number[];
  readonly missing: number;
  readonly serving: number;
  readonly total: number;
}

/** The time with the most machines that did not serve: `top` of `of`. Milliseconds. `holds`: true if it is also the last value of the chart. */
export interface WorstPoint {
  readonly top: number;
  readonly of: number;
  readonly at: number;
  readonly holds: boolean;
}

/** Times in a chart's texts are rounded to `stepMs`, and formatted relative to `now`. */
interface BandClock {
  readonly stepMs: number;
  readonly now: number;
  readonly zone: Zone;
}

function worstMoment({ at, holds }: WorstPoint, { stepMs, now, zone }: BandClock): string {
  if (stepMs < MINUTE_MS) return `${holds ? "since " : ""}${formatMoment(at, now, zone)}`;
  const from = formatMoment(at, now, zone).slice(0, -":00".length);
  if (holds) return `since ${from}`;
  return stepMs === MINUTE_MS ? from : `${from} to ${formatClock(at + stepMs, zone).slice(0, 5)}`;
}

/** Returns the name of a layer in running text. */
export function layerWord(key: StateWord): string {
  return WORDS[key].toLowerCase();
}

/** Returns the machines that did not serve at a point: "2 unhealthy and 6 lost"; "" = all served. Missing machines count as lost. */
export function outOfServicePhrase({ counts, missing }: StateChartPointCounts): string {
  return listOf(
    STATE_WORDS.flatMap((word) => {
      const count = countWithWord(counts, word) + (word === "lost" ? missing : 0);
      return count > 0 && !isServingWord(word) ? [`${formatNumber(count)} ${layerWord(word)}`] : [];
    }),
  );
}

/** Returns the serving and the total number of machines: "32 of 40 served". */
export function servedPhrase({ serving, total, missing }: StateChartPointCounts): string {
  return `${formatNumber(serving)} of ${formatNumber(total + missing)} served`;
}

/** Returns the title of a window: "Last 6 hours"; "Last 4 min" for all of a short history; its start and end for a custom range. Milliseconds. */
export function windowTitle(window: WindowInput, now: number, zone: Zone): string {
  const { name, from, to } = window;
  const known = name === null ? undefined : TITLES.get(name);
  if (known !== undefined) return known;
  if (isWholeRecord(window, now)) return `Last ${formatSpan(to - from)}`;
  return `${formatMoment(from, now, zone)} to ${formatMoment(to, now, zone)}`;
}

/** Returns the window in running text: "in the last 6 hours", "in the last 4 min", "from 03:12:24 to 03:20:00". */
export function windowPhrase(window: WindowInput, now: number, zone: Zone): string {
  const title = windowTitle(window, now, zone);
  const isNamed = (window.name !== null && TITLES.has(window.name)) || isWholeRecord(window, now);
  return isNamed ? `in the ${title.toLowerCase()}` : `from ${title}`;
}

function isWholeRecord({ from, to, recordedSince }: WindowInput, now: number): boolean {
  return from === recordedSince && Math.abs(now - to) < MINUTE_MS;
}

/** The window of a chart. `name` null = a custom range. `recordedSince` null = no history. */
interface WindowInput {
  readonly name: string | null;
  readonly from: number;
  readonly to: number;
  readonly recordedSince: number | null;
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ["15m", "Last 15 minutes"],
  ["1h", "Last hour"],
  ["6h", "Last 6 hours"],
  ["24h", "Last 24 hours"],
  ["7d", "Last 7 days"],
]);

/** An availability with its number of machines, its observed time and its gaps. Milliseconds. */
interface MeasuredAvailability {
  readonly percent: string;
  readonly observedMs: number;
  readonly since: number;
  readonly unseenMs: number;
  readonly total: { readonly least: number; readonly most: number };
}

/**
 * Returns the availability in a window from `from`: "99.87 % of 40 machines available over 5 h", "98.2 % of 38 to 40 machines available over 5 h
 * since 22:15:12, not recorded for 12 min". Milliseconds.
 */
export function availabilityPhrase(availability: MeasuredAvailability | null, from: number, now: number, zone: Zone): string {
  if (availability === null) return "nothing recorded to measure";
  const { percent, observedMs, since, unseenMs, total } = availability;
  const machines = total.least === total.most ? plural(total.most, "machine") : `${formatNumber(total.least)} to ${plural(total.most, "machine")}`;
  const begun = since > from ? ` since ${formatMoment(since, now, zone)}` : "";
  const gaps = unseenMs > 0 ? `, not recorded for ${formatSpan(unseenMs)}` : "";
  return `${percent} % of ${machines} available over ${formatSpan(observedMs)}${begun}${gaps}`;
}

/** Returns the machines that joined and left: "87 joined, 6 left, 46 lost". `ended`: all that left, with lost ones. */
export function churnPhrase({ appeared, ended, lost }: { readonly appeared: number; readonly ended: number; readonly lost: number }): string {
  const counts = [
    [appeared, "joined"],
    [ended - lost, "left"],
    [lost, "lost"],
  ] as const;
  return counts.flatMap(([count, word]) => (count > 0 ? [`${formatNumber(count)} ${word}`] : [])).join(", ");
}

/** The number of machines at the right end of a chart: "Not serving now: 19." `reached`: the clusters that it counts, if not all. */
export function notServingText(count: number, tense: Tense, reached: readonly string[]): string {
  return `Not serving ${tense.past ? tense.at : "now"}${inReachedText(reached)}: ${formatNumber(count)}.`;
}

/** Machines in a long-running incident. `since` in milliseconds. `name` "" = several groups. */
interface LongTrouble extends Readonly<Record<"unhealthy" | "lost" | "unverified", number>> {
  readonly since: number;
  readonly name: string;
}

/**
 * Returns the explanation of the thin line in a chart, and the machines above it: "Thin line: legacy/oracle-rac, 4 machines for 9 d. Above it: 15.";
 * "" = no thin line. Milliseconds.
 */
export function thinLineText(old: readonly LongTrouble[], above: number, now: number): string {
  const [first, ...more] = old;
  if (first === undefined) return "";
  const machines = plural(
    old.reduce((sum, { unhealthy, lost, unverified }) => sum + unhealthy + lost + unverified, 0),
    "machine",
  );
  const which =
    more.length === 0
      ? `${first.name === "" ? "" : `${first.name}, `}${machines} for ${formatSpan(now - first.since)}`
      : `${machines} in ${plural(old.length, "long-running incident")}`;
  return `Thin line: ${which}. Above it: ${formatNumber(above)}.`;
}

/** Returns availability and churn of a window: "24 h: 99.5 % available · 87 joined, 46 lost". Milliseconds. */
export function chartCaption(
  availability: Pick<MeasuredAvailability, "percent"> | null,
  churn: Parameters<typeof churnPhrase>[0],
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const length = formatSpan(to - from);
  return availability === null ? `${length}: no history` : `${length}: ${joinParts([`${availability.percent} % available`, churnPhrase(churn)], " · ")}`;
}

/** Returns the reason why the history is not up to date; "" = it is. */
export function historyProblemText({ status, notice }: Pick<HistoryState, "status" | "notice">): string {
  if (status === "recording") return notice === "" ? "" : capitalize(`${notice}.`);
  return `History is ${status}${notice === "" ? "" : `: ${notice}`}.`;
}

/** Returns the accessible name of an incident's circle: "3, Zone eu-1a: 40 lost". */
export function incidentCircleText({ number, title }: { readonly number: number; readonly title: string }): string {
  return `${number}, ${title}`;
}

/** Returns the accessible name of the link to incidents without a circle. */
export function hiddenCirclesText(count: number): string {
  return `${plural(count, "more event")} in the list of incidents`;
}

/** Returns the text of a gap: "03:12:24 to 03:20:00 not recorded: the recorder was not running". Milliseconds. */
export function gapPhrase(
  gap: { readonly from: number; readonly to: number; readonly reason: string; readonly blindTo: readonly string[] },
  now: number,
  zone: Zone,
): string {
  const what = gap.blindTo.length === 0 ? "not recorded" : `${listOf(gap.blindTo.map(blindName))} not seen`;
  return `${formatMoment(gap.from, now, zone)} to ${formatMoment(gap.to, now, zone)} ${what}${gap.reason === "" ? "" : `: ${gap.reason}`}`;
}

/** Returns an expected size with its source: "40 expected, declared", "expected size not readable", "no expected size". */
export function expectedPhrase({ size, from }: ExpectedStep): string {
  if (size === null) return from === "unreadable" ? "expected size not readable" : "no expected size";
  return `${formatNumber(size)} expected, ${from === "mixed" ? "partly declared, partly learned" : from}`;
}

/** Returns until when learned sizes in a chart were computed later, instead of shown then; "" = none. Milliseconds. */
export function computedSizesPhrase(until: number | null, now: number, zone: Zone): string {
  return until === null ? "" : `learned sizes before ${formatMoment(until, now, zone)} are computed`;
}

/** An expected size with its source; "mixed" = several groups with different sources. */
interface ExpectedStep {
  readonly size: number | null;
  readonly from: ExpectedSizeKind | "mixed";
}

/** The state of the recorder, as charts state it. `since` in milliseconds. */
interface HistoryState {
  readonly since: number | null;
  readonly status: "off" | "starting" | "recording" | "paused";
  readonly notice: string;
}

/** Returns the start of the history: "recorded since 22:15:12"; without history, the reason. */
export function recordedSincePhrase(recorded: HistoryState, now: number, zone: Zone): string {
  const notice = recorded.notice === "" ? "" : `: ${recorded.notice}`;
  const since = recorded.since === null ? "nothing is recorded yet" : `recorded since ${formatMoment(recorded.since, now, zone)}`;
  if (recorded.status === "recording") return `${since}${notice}`;
  if (recorded.status === "starting") return `the recorder is starting${notice}`;
  return `${recorded.since === null ? "" : `${since}, `}${recorded.status === "off" ? "nothing is being recorded" : "recording is paused"}${notice}`;
}

/** Returns a sentence about a chart for screen readers; `worst` null = nothing was observed. */
export function stateChartSummary(title: string, worst: WorstPoint | null, clock: BandClock, gaps: number, markers: number): string {
  const parts = [worstPhrase(worst, clock), gaps > 0 ? `${plural(gaps, "gap")} in the history` : "", markers > 0 ? plural(markers, "mark") : ""];
  return `${title}: ${joinParts(parts, "; ")}.`;
}

function worstPhrase(worst: WorstPoint | null, clock: BandClock): string {
  if (worst === null) return "no history";
  if (worst.top > 0) return `at most ${formatNumber(worst.top)} of ${formatNumber(worst.of)} not serving, ${worstMoment(worst, clock)}`;
  return worst.of === 0 ? "no machines" : `all of ${plural(worst.of, "machine")} served`;
}
