import { type IncidentLook, incidentLook } from "@/lib/domain/incidents/chart-number";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { INCIDENT_STATE_TEXTS, traitText } from "./incident-title";
import { probeReason } from "./probe-error";
import { inReachedText } from "./reached-clusters";
import { joinParts, listAndMore, listOf } from "./text/lists";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import { be, have, type Tense, type TextContext } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** The group of an incident with the largest number × share: `number` of its `total` machines are in trouble. */
interface WorstGroup {
  readonly namespace: string;
  readonly name: string;
  readonly number: number;
  /** Null = not known. */
  readonly total: number | null;
}

/** An incident as one row: "shop / checkout", "6 of 48 unhealthy", "connection refused · all in zone eu-1a". `tone`: that of the size. */
export interface IncidentRowText {
  readonly subject: string;
  readonly size: string;
  readonly why: string;
  readonly tone: Tone;
}

/** Returns the texts of an incident in a list of the worst ones. `worst`: of several groups; null = there is one group, or it is not known. */
export function incidentRowText(title: IncidentTitle, worst: WorstGroup | null = null): IncidentRowText {
  return { subject: subjectText(title), size: sizeText(title), why: whyText(title, worst), tone: sizeTone(title) };
}

const LOOK_TONES: Readonly<Record<IncidentLook, Tone>> = {
  open: "bad",
  unverified: "blind",
  unknown: "blind",
  recovering: "bad",
  planned: "idle",
  over: "idle",
  "long-running": "idle",
};

/**
 * Returns the word of an incident's state with its tone. On a page that is not live, or if its cluster is not observed, it has a moment: "Open at 04:16:12".
 * `isPast`: the page shows the past, where the state is known, and the page states its moment.
 */
export function incidentRowState(
  title: IncidentTitle,
  { tense, now, zone, isPast }: Pick<TextContext, "tense" | "now" | "zone"> & { readonly isPast: boolean },
): { readonly word: string; readonly tone: Tone } {
  const { state, planned, unknownSince } = title;
  const { word } = INCIDENT_STATE_TEXTS[planned !== null && state !== "over" ? "planned" : state];
  if (state === "over") return { word, tone: "idle" };
  // The moment of a stale page is the last answer of the API server. Incidents notice its silence some seconds later.
  const isEarlier = !tense.past || isPast || (tense.moment !== null && unknownSince !== null && unknownSince < tense.moment);
  if (unknownSince !== null && isEarlier) return { word: `${word} at ${formatMoment(unknownSince, now, zone)}`, tone: "blind" };
  return tense.past && !isPast ? { word: `${word} ${tense.at}`, tone: "blind" } : { word, tone: LOOK_TONES[incidentLook(title)] };
}

/** Returns the beginning of an incident as a short time: "04:12", or "19 Nov" on another day. Milliseconds. */
export function incidentStart(since: number, { now, zone }: Pick<TextContext, "now" | "zone">): string {
  const moment = formatMoment(since, now, zone);
  return moment.replace(/^(.*?) ?(\d\d:\d\d):\d\d$/, (_, day: string, clock: string) => (day === "" ? clock : day));
}

/** "shop / checkout" of "shop/checkout". */
function pathText(path: string): string {
  return path.replace("/", " / ");
}

function groupsText({ groups, moreGroups }: IncidentTitle): string {
  const all = groups.length + moreGroups;
  if (all === 0) return "no group";
  return all <= 2 ? groups.map(pathText).join(", ") : `${pathText(groups[0] ?? "")} and ${plural(all - 1, "more group")}`;
}

function subjectText(title: IncidentTitle): string {
  const { cause, traits, values, groups, machine, machines, services, moreServices } = title;
  switch (cause) {
    case "trait": {
      if (traits.includes("group")) return groupsText(title);
      const named = traits.map((trait, index) => (trait === "zone" ? (values[index] ?? "") : traitText(trait, values[index] ?? "")));
      return named.join(" or ") || groupsText(title);
    }
    case "machine":
      return machine === null ? groupsText(title) : pathText(machine);
    case "namespace-deleted":
      return groups[0]?.split("/")[0] ?? "namespace";
    case "istiod-gone":
      return "istiod";
    case "replica-gone":
    case "clock-skew":
      return groups.length + title.moreGroups === 1 ? groupsText(title) : (values[0] ?? "istiod replica");
    case "service-without-endpoint":
      return machines > 0 ? groupsText(title) : listAndMore(services.slice(0, 1).map(shortHost), services.length - 1 + moreServices);
    case "group-deleted":
    case "left-healthy":
    case "time-only":
      return groupsText(title);
  }
}

/** A service as pages name it: "checkout.shop". */
function shortHost(host: string): string {
  return host.replace(/\.svc\.cluster\.local$/, "");
}

function sizeText({ state, machines, failed, lost, unverified, groupSize, peak, services }: IncidentTitle): string {
  if (machines === 0) return services.length === 0 || state === "over" ? "" : "no endpoint";
  const total = groupSize ?? machines;
  if (state === "over")
    return `${formatNumber(peak)}${groupSize === null ? oneOrMany(peak, " machine", " machines") : ` of ${formatNumber(total)}`} at the peak`;
  const kinds = [
    { count: failed, word: "unhealthy" },
    { count: lost, word: "lost" },
    { count: unverified, word: "unverified" },
  ].filter(({ count }) => count > 0);
  const [only, ...others] = kinds;
  if (only === undefined) return machines === 1 ? "serving again" : `all ${formatNumber(machines)} back`;
  const still = state === "recovering" ? "still " : "";
  // A group that was deleted twice has lost more machines than it ever had at once.
  const of = (groupSize === null && state !== "recovering") || machines > total ? "" : ` of ${formatNumber(total)}`;
  if (others.length === 0) return `${formatNumber(only.count)}${of} ${still}${only.word}`;
  return `${kinds.map(({ count, word }) => `${formatNumber(count)} ${word}`).join(", ")}${groupSize === null ? "" : of}`;
}

/** Lost and failed machines are bad, unverified ones violet. */
function sizeTone({ state, machines, failed, lost, unverified, services }: IncidentTitle): Tone {
  if (state === "over" || state === "long-running") return "idle";
  if (failed + lost > 0 || (machines === 0 && services.length > 0)) return "bad";
  return unverified > 0 ? "blind" : "idle";
}

function whyText(title: IncidentTitle, worst: WorstGroup | null): string {
  return joinParts([causeText(title), probeReason(title.message), sharedText(title), spreadText(title, worst), backText(title), servicesText(title)], " · ");
}

function causeText({ cause, values, groups, moreGroups, machines }: IncidentTitle): string {
  switch (cause) {
    case "group-deleted":
      return oneOrMany(groups.length + moreGroups, "the group was deleted", "the groups were deleted");
    case "namespace-deleted":
      return "the namespace was deleted";
    case "istiod-gone":
      return "no replica runs";
    case "replica-gone":
      return `${oneOrMany(machines, "its", "their")} replica ${joinParts([values[0] ?? "", "is gone"], " ")}`;
    case "clock-skew":
      return "clock skew of an istiod replica";
    case "left-healthy":
      return "left healthy";
    case "time-only":
      return "cause not known";
    default:
      return "";
  }
}

/** The other trait that separates the machines of a group equally well. */
function sharedText({ cause, traits, values }: IncidentTitle): string {
  if (cause !== "trait" || traits.length < 2) return "";
  const others = traits.flatMap((trait, index) => (trait === "group" ? [] : [traitText(trait, values[index] ?? "")]));
  return others.length === traits.length ? "cannot tell which" : `or all of ${listOf(others)}: cannot tell which`;
}

/** The groups of an incident whose subject is another thing, with the worst one. */
function spreadText(title: IncidentTitle, worst: WorstGroup | null): string {
  const { cause, traits, groups, moreGroups } = title;
  const all = groups.length + moreGroups;
  const isNamed = cause !== "istiod-gone" && (cause !== "trait" || traits.length === 0 || traits.includes("group"));
  if (all === 0 || (isNamed && all < 3)) return "";
  if (all === 1) return groupsText(title);
  const of = worst?.total == null ? "" : ` of ${formatNumber(worst.total)}`;
  const worstText = worst === null || worst.number === 0 ? "" : `, worst: ${worst.name || "no group"}, ${formatNumber(worst.number)}${of}`;
  return `${plural(all, "group")}${worstText}`;
}

function backText({ state, machines, failed, lost, unverified }: IncidentTitle): string {
  const bad = failed + lost + unverified;
  const back = machines - bad;
  return state === "recovering" && bad > 0 && back > 0 ? `${formatNumber(back)} ${oneOrMany(back, "is", "are")} back` : "";
}

function servicesText({ machines, services, moreServices, state }: IncidentTitle): string {
  if (services.length === 0 || (machines === 0 && state !== "over")) return "";
  const count = services.length + moreServices;
  const named = machines === 0 && count === 1 ? "" : `${listAndMore(services.slice(0, 1).map(shortHost), count - 1)} `;
  return `${named}${state === "over" ? "had" : have(count)} no endpoint`;
}

/**
 * Returns the numbers in the heading of a list of incidents: "2 open · 1 recovering · 1 long-running". On a page that is not live it has the moment.
 * `notKnown`: those of clusters that are not reached.
 */
export function incidentsAside(counts: Readonly<Record<"open" | "recovering" | "notKnown" | "planned" | "longRunning", number>>, tense: Tense): string {
  const { open, recovering, notKnown, planned, longRunning } = counts;
  const parts = [
    { count: open, word: "open" },
    { count: recovering, word: "recovering" },
    { count: notKnown, word: "not known" },
    { count: planned, word: "planned" },
    { count: longRunning, word: "long-running" },
  ].map(({ count, word }) => (count > 0 ? `${formatNumber(count)} ${word}` : ""));
  return joinParts([joinParts(parts, " · ") || "none open", tense.past ? tense.at : ""], " · ");
}

/** Returns the sentence of a list without an open incident. `isCalm`: no machine is in trouble. `reached`: the clusters that it is about, if not all. */
export function noIncidentText(isCalm: boolean, tense: Tense, reached: readonly string[]): string {
  const what = isCalm ? "machine" : "incident";
  return `No ${what} ${be(1, tense)} ${isCalm ? "in trouble" : "open"}${inReachedText(reached)}${tense.past ? ` ${tense.at}` : ""}.`;
}

/** Returns the heading of the incidents that ended in a window: "Ended in 24 h". */
export function endedTitle(window: HistoryWindowName): string {
  return window.kind === "between"
    ? "Ended in this span"
    : `Ended in ${window.name.replace(/(\d+)(\D+)/, (_, count: string, unit: string) => `${count} ${unit === "m" ? "min" : unit}`)}`;
}

/** A window of time: its length, or two moments. */
type HistoryWindowName = { readonly kind: "last"; readonly name: string } | { readonly kind: "between" };

/** Returns the beginning and the end of an incident: "20:05 – 20:41", with the day where it is another one. */
export function incidentSpan({ since, endedAt }: Pick<IncidentTitle, "since" | "endedAt">, { now, zone }: Pick<TextContext, "now" | "zone">): string {
  const clock = (at: number) => formatMoment(at, now, zone).replace(/:\d\d$/, "");
  const [from, to] = [clock(since), endedAt === null ? "" : clock(endedAt)];
  const sameDay = from.slice(0, -5) === to.slice(0, -5);
  return to === "" ? from : `${from} – ${sameDay ? to.slice(-5) : to}`;
}
