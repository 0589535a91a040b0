import type { ExpectedSizeKind } from "@/lib/domain/group/expected-size";
import { countWithWord } from "@/lib/domain/verdict/state-code";
import { isServingWord, STATE_WORDS, type StateWord } from "@/lib/domain/verdict/verdict";
import { formatClock, type Zone } from "./clock";
import { blindName } from "./source-words";
import { WORDS } from "./state-words";
import { formatSpan, MINUTE_MS } from "./text/duration";
import { joinParts, listOf } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { formatMoment } from "./time-ticks";

/** What the words of a band need of one of its points. */
export interface BandMoment {
  readonly counts: readonly number[];
  readonly missing: number;
  readonly serving: number;
  readonly total: number;
}

/** The worst moment of a band: how many did not plainly serve, of how many. Milliseconds; `holds` = it is the band's last level too. */
export interface BandWorst {
  readonly top: number;
  readonly of: number;
  readonly at: number;
  readonly holds: boolean;
}

/** To so many milliseconds the moments of a band are told, and beside which moment they are written. */
interface BandClock {
  readonly stepMs: number;
  readonly now: number;
  readonly zone: Zone;
}

/**
 * The scale at the top of a band: "at most 14 of 40 not serving or unverified, 03:12:24". A worst moment that is over must not read as the present:
 * its time stands beside it, and "since" where it holds until the band's end.
 */
export function bandScale(worst: BandWorst, clock: BandClock): string {
  const counts = `${formatNumber(worst.top)} of ${formatNumber(worst.of)} not serving or unverified`;
  return worst.top === 0 ? counts : `at most ${counts}, ${worstMoment(worst, clock)}`;
}

/** The same where there is no room: "at most 14 of 40, 03:12:24". */
export function shortBandScale(worst: BandWorst, clock: BandClock): string {
  const counts = `${formatNumber(worst.top)} of ${formatNumber(worst.of)}`;
  return worst.top === 0 ? counts : `at most ${counts}, ${worstMoment(worst, clock)}`;
}

/** The same for a chart whose marks have the moment: "14 of 40". */
export function bandScaleCounts({ top, of }: BandWorst): string {
  return `${formatNumber(top)} of ${formatNumber(of)}`;
}

function worstMoment({ at, holds }: BandWorst, { stepMs, now, zone }: BandClock): string {
  if (stepMs < MINUTE_MS) return `${holds ? "since " : ""}${formatMoment(at, now, zone)}`;
  const from = formatMoment(at, now, zone).slice(0, -":00".length);
  if (holds) return `since ${from}`;
  return stepMs === MINUTE_MS ? from : `${from} to ${formatClock(at + stepMs, zone).slice(0, 5)}`;
}

/** A layer's word in running text. */
export function layerWord(key: StateWord | "missing"): string {
  return key === "missing" ? "missing" : WORDS[key].toLowerCase();
}

/** What did not plainly serve at a point: "6 missing and 2 unhealthy"; "" where all did. */
export function outOfServicePhrase({ counts, missing }: BandMoment): string {
  const states = STATE_WORDS.flatMap((word) => {
    const count = countWithWord(counts, word);
    return count > 0 && !isServingWord(word) ? [`${formatNumber(count)} ${layerWord(word)}`] : [];
  });
  return listOf([...(missing > 0 ? [`${formatNumber(missing)} missing`] : []), ...states]);
}

/** How many served of how many there should have been: "32 of 40 served". */
export function servedPhrase({ serving, total, missing }: BandMoment): string {
  return `${formatNumber(serving)} of ${formatNumber(total + missing)} served`;
}

/** The title of a window: "Last 6 hours", "Since the record began, 4 min ago", or its two moments. Milliseconds. */
export function windowTitle(window: WindowInput, now: number, zone: Zone): string {
  const { name, from, to } = window;
  const known = name === null ? undefined : TITLES.get(name);
  if (known !== undefined) return known;
  if (isWholeRecord(window, now)) return `Since the record began, ${formatSpan(to - from)} ago`;
  return `${formatMoment(from, now, zone)} to ${formatMoment(to, now, zone)}`;
}

/** The same in running text: "in the last 6 hours", "since the record began, 4 min ago", "from 03:12:24 to 03:20:00". */
export function windowPhrase(window: WindowInput, now: number, zone: Zone): string {
  const title = windowTitle(window, now, zone);
  if (window.name !== null && TITLES.has(window.name)) return `in the ${title.toLowerCase()}`;
  return isWholeRecord(window, now) ? title.replace(/^S/, "s") : `from ${title}`;
}

function isWholeRecord({ from, to, recordedSince }: WindowInput, now: number): boolean {
  return from === recordedSince && Math.abs(now - to) < MINUTE_MS;
}

/** What the title of a window needs; `name` null = it has no name by its length, `recordedSince` null = there is no record. */
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

/** What the words of an availability need: its total, its gaps, and the time for which it holds. Milliseconds. */
interface MeasuredAvailability {
  readonly percent: string;
  readonly observedMs: number;
  readonly since: number;
  readonly unseenMs: number;
  readonly total: { readonly least: number; readonly most: number };
}

/**
 * An availability in a window that begins at `from`: "99.87 % of 40 machines available over 5 h", "98.2 % of 38 to 40 machines available over 5 h since
 * 22:15:12, not recorded for 12 min". Milliseconds.
 */
export function availabilityPhrase(availability: MeasuredAvailability | null, from: number, now: number, zone: Zone): string {
  if (availability === null) return "nothing recorded to measure";
  const { percent, observedMs, since, unseenMs, total } = availability;
  const machines = total.least === total.most ? plural(total.most, "machine") : `${formatNumber(total.least)} to ${plural(total.most, "machine")}`;
  const begun = since > from ? ` since ${formatMoment(since, now, zone)}` : "";
  const gaps = unseenMs > 0 ? `, not recorded for ${formatSpan(unseenMs)}` : "";
  return `${percent} % of ${machines} available over ${formatSpan(observedMs)}${begun}${gaps}`;
}

/** Who came and went: "3 came, 9 went, 6 of them lost". */
export function churnPhrase({ appeared, ended, lost }: { readonly appeared: number; readonly ended: number; readonly lost: number }): string {
  if (appeared + ended === 0) return "nobody came or went";
  const went =
    ended === 0
      ? "none went"
      : `${formatNumber(ended)} went${lost === 0 ? "" : lost === ended ? (ended === 1 ? ", lost" : ", all lost") : `, ${formatNumber(lost)} of them lost`}`;
  return `${appeared === 0 ? "none came" : `${formatNumber(appeared)} came`}, ${went}`;
}

/** A while that nobody recorded: "03:12:24 to 03:20:00 not recorded: the recorder was not running". Milliseconds. */
export function gapPhrase(
  gap: { readonly from: number; readonly to: number; readonly reason: string; readonly blindTo: readonly string[] },
  now: number,
  zone: Zone,
): string {
  const what = gap.blindTo.length === 0 ? "not recorded" : `${listOf(gap.blindTo.map(blindName))} not seen`;
  return `${formatMoment(gap.from, now, zone)} to ${formatMoment(gap.to, now, zone)} ${what}${gap.reason === "" ? "" : `: ${gap.reason}`}`;
}

/** An expected size with its source: "40 expected, declared", "expected size not readable", "no expected size". */
export function expectedPhrase({ size, from }: ExpectedStep): string {
  if (size === null) return from === "unreadable" ? "expected size not readable" : "no expected size";
  return `${formatNumber(size)} expected, ${from === "mixed" ? "partly declared, partly learned" : from}`;
}

/** The condition of the learned sizes of a chart; "" = all of them are those that pages showed. Milliseconds. */
export function computedSizesPhrase(until: number | null, now: number, zone: Zone): string {
  return until === null ? "" : `learned sizes before ${formatMoment(until, now, zone)} are computed`;
}

/** An expected size and who says so; "mixed" = of several groups, some of which declare theirs. */
interface ExpectedStep {
  readonly size: number | null;
  readonly from: ExpectedSizeKind | "mixed";
}

/** Since when there is a record: "recorded since 22:15:12", or that there is none yet and why. */
export function recordPhrase(
  recorded: { readonly since: number | null; readonly status: "off" | "starting" | "recording" | "paused"; readonly notice: string },
  now: number,
  zone: Zone,
): string {
  const notice = recorded.notice === "" ? "" : `: ${recorded.notice}`;
  const since = recorded.since === null ? "nothing is recorded yet" : `recorded since ${formatMoment(recorded.since, now, zone)}`;
  if (recorded.status === "recording") return `${since}${notice}`;
  if (recorded.status === "starting") return `the recorder is starting${notice}`;
  return `${recorded.since === null ? "" : `${since}, `}${recorded.status === "off" ? "nothing is being recorded" : "recording is paused"}${notice}`;
}

/** A whole band in one sentence, for who cannot see it; `worst` null = nobody saw any moment of it. */
export function bandSummary(title: string, worst: BandWorst | null, clock: BandClock, gaps: number, markers: number): string {
  const parts = [
    worstPhrase(worst, clock),
    gaps > 0 ? `${plural(gaps, "while", "whiles")} not recorded` : "",
    markers > 0 ? `${plural(markers, "change")} marked` : "",
  ];
  return `${title}: ${joinParts(parts, "; ")}.`;
}

function worstPhrase(worst: BandWorst | null, clock: BandClock): string {
  if (worst === null) return "nobody saw who was there";
  if (worst.top > 0) return bandScale(worst, clock);
  return worst.of === 0 ? "no machine was there" : `all of ${plural(worst.of, "machine")} served`;
}
