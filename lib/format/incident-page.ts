import type { IncidentMember, IncidentState } from "@/lib/domain/incidents/incident";
import type { MachineCondition } from "@/lib/domain/incidents/observation";
import { provenCauseOf } from "@/lib/domain/incidents/traits";
import type { Tone } from "@/lib/domain/verdict/freshness";
import type { State } from "@/lib/domain/verdict/verdict";
import { causeWords } from "./cause-words";
import { formatDateTime, type Zone } from "./clock";
import { causeOf } from "./loss-words";
import { UNCONFIRMED } from "./summary-moment";
import { formatSpan, MINUTE_MS } from "./text/duration";
import { joinParts } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { capitalize } from "./text/sentence";
import { formatDayAndClock, formatMoment, isSameDay } from "./time-ticks";

/**
 * The moment and the time zone of a text, and the form of its moments: "clock" omits today's date, "date" always has it, "full" has the year and the zone, too.
 * Milliseconds.
 */
export interface TextTime {
  readonly now: number;
  readonly zone: Zone;
  readonly form: "clock" | "date" | "full";
}

/** Returns the form of moments on the page of an incident: with the date if it began on another day, so that all moments have one form. Milliseconds. */
export function incidentTimeForm(began: number, now: number, zone: Zone): TextTime["form"] {
  return isSameDay(began, now, zone) ? "clock" : "date";
}

/** Returns a moment in its form: "03:12:24", "30 Nov 03:12:24" or "2026-11-30 03:12:24 UTC". Milliseconds. */
export function momentText(at: number, { now, zone, form }: TextTime): string {
  if (form === "full") return formatDateTime(at, zone);
  return form === "date" ? formatDayAndClock(at, now, zone) : formatMoment(at, now, zone);
}

/** The moments of an incident. Milliseconds. */
export interface IncidentTimes {
  readonly state: IncidentState;
  readonly stateSince: number;
  readonly openedAt: number;
  readonly since: number;
  readonly notBefore: number | null;
  readonly endedAt: number | null;
  readonly unknownSince: number | null;
  readonly foundAtStart: boolean;
}

interface TimesInput extends Pick<IncidentTimes, "state" | "stateSince" | "foundAtStart"> {
  readonly title: Pick<IncidentTimes, "since" | "notBefore" | "endedAt" | "unknownSince">;
}

/** Returns the moments of an incident from its row and its detail. */
export function incidentTimes({ title, state, stateSince, foundAtStart }: TimesInput, { openedAt }: Pick<IncidentTimes, "openedAt">): IncidentTimes {
  const { since, notBefore, endedAt, unknownSince } = title;
  return { state, stateSince, openedAt, since, notBefore, endedAt, unknownSince, foundAtStart };
}

/** Returns the text in place of an incident whose stored numbers are not readable. `reason`: a phrase. */
export function incidentUnreadableText(reason: string): string {
  return `The numbers of this incident are not readable: ${reason}.`;
}

/** Returns the state of an incident with its duration: "Open for 4 min." */
export function incidentStateText({ state, stateSince, openedAt, since, endedAt, unknownSince, foundAtStart }: IncidentTimes, time: TextTime): string {
  if (unknownSince !== null) return `Not known since ${momentText(unknownSince, time)}, because its cluster is not observed.`;
  if (state === "over") return `Over since ${momentText(endedAt ?? stateSince, time)}, after ${formatSpan((endedAt ?? stateSince) - since)}.`;
  if (state === "recovering") return `Recovering for ${formatSpan(time.now - stateSince)}.`;
  const duration = formatSpan(time.now - openedAt);
  if (state === "long-running" && foundAtStart) return `Long-running: found when Stolos started, ${duration} ago.`;
  return state === "long-running" ? `Long-running: open for ${duration} without getting worse.` : `Open for ${duration}.`;
}

/** Returns the beginning: a moment, or the time in which it was not recorded. */
export function incidentBeganText({ since, notBefore, foundAtStart }: Pick<IncidentTimes, "since" | "notBefore" | "foundAtStart">, time: TextTime): string {
  const at = momentText(since, time);
  if (notBefore !== null) return `between ${momentText(notBefore, time)} and ${at} (not recorded)`;
  return foundAtStart ? `before ${at}, when Stolos started` : at;
}

/** The lost machine time, as `LostMachineTime` of the contract. Milliseconds. */
interface LostTimeInput {
  readonly leastMs: number;
  readonly mostMs: number;
  readonly asOf: number;
  readonly bad: number;
}

/**
 * Returns the lost machine time now: "24 machine-minutes", a range, or the least if it began at an unknown moment before the first start of Stolos. The time stops
 * where the incident is not known any more.
 */
export function lostTimeText(
  { leastMs, mostMs, asOf, bad }: LostTimeInput,
  { unknownSince: until, notBefore, foundAtStart }: Pick<IncidentTimes, "unknownSince" | "notBefore" | "foundAtStart">,
  now: number,
): string {
  const more = bad * Math.max(0, Math.min(now, until ?? now) - asOf);
  const [least, most] = [leastMs, mostMs].map((ms) => Math.round((ms + more) / MINUTE_MS)) as [number, number];
  if (foundAtStart && notBefore === null) return `at least ${plural(least, "machine-minute")}`;
  if (most === 0) return "under 1 machine-minute";
  return least === most ? plural(least, "machine-minute") : `${formatNumber(least)} to ${plural(most, "machine-minute")}`;
}

type LeftHow = NonNullable<IncidentMember["left"]>["how"];

const END_WORDS: Readonly<Record<LeftHow, string>> = {
  serving: "serving again",
  gone: "left as planned",
  replaced: "replaced",
  "size-changed": "no longer expected",
  quiet: "no longer counted after 24 h",
  accepted: "accepted as lost",
};

/** Returns how the trouble of machines ended: "6 serving again, 2 replaced"; "" = it ended for none. */
export function incidentEndsText(ends: readonly { readonly how: LeftHow; readonly machines: number }[]): string {
  return ends.map(({ how, machines }) => `${formatNumber(machines)} ${END_WORDS[how]}`).join(", ");
}

/** Returns the number of accepted losses. */
export function acceptedMachinesText(machines: number): string {
  return `${formatNumber(machines)} ${END_WORDS.accepted}`;
}

/** Returns the title of the dialog about lost machines of a group. Milliseconds. */
export function groupLossesTitle({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `Lost machines of ${namespace}/${name}`;
}

/** Returns the remark if no loss since the beginning of an incident can be accepted. */
export function noCountedLossText(): string {
  return "No lost machine of this group counts any more.";
}

/** Returns who accepted a loss, and when. */
export function acceptedByText({ at, by = "" }: { readonly at: number; readonly by?: string | undefined }, time: TextTime): string {
  return `accepted ${momentText(at, time)}${by === "" ? "" : ` by ${by}`}`;
}

const CONDITION_WORDS: Readonly<Record<MachineCondition, { readonly word: string; readonly tone: Tone; readonly state: State }>> = {
  failed: { word: "Unhealthy", tone: "bad", state: "unhealthy" },
  lost: { word: "Lost", tone: "bad", state: "vanished" },
  unverified: { word: "Unverified", tone: "blind", state: "unverified" },
  waiting: { word: "Not serving yet", tone: "warn", state: "awaiting" },
  serving: { word: "Serving again", tone: "idle", state: "healthy" },
  gone: { word: "Left as planned", tone: "idle", state: "vanished" },
};

/** Returns the word of a machine in an incident, with its tone and the state whose icon it has. */
export function incidentMachineText({ condition, left }: { readonly condition: MachineCondition; readonly left: { readonly how: LeftHow } | null }): {
  readonly word: string;
  readonly tone: Tone;
  readonly state: State;
} {
  if (left === null) return CONDITION_WORDS[condition];
  return { ...CONDITION_WORDS[left.how === "serving" ? "serving" : "gone"], word: capitalize(END_WORDS[left.how]) };
}

/** Returns the reason of a machine: the error of its probe, else the cause of its loss or of its unverified connection; "" = none is known. */
export function incidentMachineReason({ message, cause }: { readonly message: string; readonly cause: string }): string {
  if (message !== "") return message;
  if (causeOf(cause) !== null) return causeWords(cause);
  const proven = provenCauseOf(cause);
  if (proven === "istiod") return "its istiod replica does not hold the connection";
  return proven === "skew" ? "the clock of its istiod replica is ahead" : "";
}

/** Returns when and by whom the trouble of a machine ended. */
export function incidentMachineEndText({ at, by }: { readonly at: number; readonly by: string }, time: TextTime): string {
  return `${momentText(at, time)}${by === "" ? "" : ` by ${by}`}`;
}

/** Returns the number of machines of a group that belong to the incident: its other machines do not count. */
export function machinesOfIncidentText(machines: number): string {
  return `${formatNumber(machines)} in this incident`;
}

/** Returns the number of machines, or how many of them a page lists. */
export function listedMachinesText(listed: number, total: number): string {
  return listed < total ? `the first ${formatNumber(listed)} of ${formatNumber(total)}` : formatNumber(total);
}

/** Returns when a service lost its last endpoint, or when it had one again. Milliseconds. */
export function lostEndpointText({ lostLastAt, backAt }: { readonly lostLastAt: number; readonly backAt: number | null }, time: TextTime): string {
  return backAt === null ? `no healthy endpoint since ${momentText(lostLastAt, time)}` : `endpoint back at ${momentText(backAt, time)}`;
}

/** Returns the title of the chart around an incident. */
export function incidentChartTitle(): string {
  return "Not serving";
}

/** Returns which machines the chart contains. */
export function incidentChartText(machines: number): string {
  return machines === 1 ? "the machine of this incident" : `the ${plural(machines, "machine")} of this incident`;
}

/** Returns a mark of the chart around an incident. `machines`: those in trouble at its peak. */
export function incidentMarkText(what: "began" | "peak" | "over", machines: number): { readonly label: string; readonly detail: string } {
  if (what === "began") return { label: "began", detail: "first failure of the incident" };
  return what === "peak" ? { label: `peak ${formatNumber(machines)}`, detail: `${plural(machines, "machine")} in trouble` } : { label: "over", detail: "" };
}

/** Returns later evidence, which the engine stores as "NAME CONDITION CAUSE". */
export function laterEvidenceText(what: string): string {
  const [name = "", condition = "", cause = ""] = what.split(" ");
  return `${name}: ${joinParts([condition, causeOf(cause) === null ? "" : causeWords(cause)], ", ")}`;
}

/** Returns the moment of a summary, with a remark if nothing has confirmed it since. Milliseconds. */
export function summaryMomentText(at: number, isConfirmed: boolean): string {
  return joinParts([`as of ${formatDateTime(at, "utc")}`, isConfirmed ? "" : UNCONFIRMED], ", ");
}

interface IncidentSummaryInput {
  readonly key: string;
  readonly title: string;
  /** The state, the beginning, the peak and the lost time, a sentence each. */
  readonly times: readonly string[];
  readonly shared: string;
  readonly changes: string;
  readonly istiod: string;
  /** The moment of the page, and a remark if nothing has confirmed it since. */
  readonly asOf: string;
  readonly link: string;
}

/** Returns five lines for a chat: title, times, shared traits, changes with the answer about istiod, link. */
export function incidentSummaryText({ key, title, times, shared, changes, istiod, asOf, link }: IncidentSummaryInput): string {
  return [`Incident ${key}: ${title}`, joinParts(times, " "), shared, joinParts([changes, istiod], " "), joinParts([asOf, link], " · ")].join("\n");
}
