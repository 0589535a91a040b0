import { type EntryTraffic, readEmptyAddressOutcomes } from "@/lib/domain/statements/entry";
import type { Connection } from "@/lib/domain/verdict/verdict";
import { addressReachSentences } from "./address-reach-words";
import type { Zone } from "./clock";
import { probeErrorText } from "./probe-error";
import { replicaDoubtWords } from "./replica-doubt";
import { answersFor, servicesPhrase } from "./selected-hosts";
import { rowWord } from "./state-words";
import { formatSpan } from "./text/duration";
import { sentence } from "./text/sentence";
import { momentOf, type Tense, type TextContext } from "./text/tense";
import { formatMoment } from "./time-ticks";
import type { WhyRow } from "./why";

/** The headline of an entry's page. */
export interface EntrySentence {
  /** The state and its age: "Unhealthy for 4 min". */
  readonly lead: string;
  /** The last time without observation since the state began: " (not recorded 03:05:00–03:06:00)"; "" = there is none. */
  readonly aside: string;
  /** The reason after the state, with the full stop: ": connection refused on :8000/healthz." */
  readonly reason: string;
  /** The second line: what istiod did with the entry, and the traffic that it gets. */
  readonly rest: string;
}

/** Returns the headline of an entry's page. `now` in milliseconds. `unrecorded`: the last time since the beginning of its state without observation. */
export function entryHeadline(statement: EntryTraffic, { tense, now, zone }: TextContext, unrecorded: UnrecordedSpan | null = null): EntrySentence {
  const moment = momentOf(tense, now);
  const reason = reasonOf(statement, { tense, now: moment, zone });
  const aside = unrecorded === null ? "" : ` (not recorded ${formatMoment(unrecorded.from, moment, zone)}–${formatMoment(unrecorded.to, moment, zone)})`;
  return { lead: leadOf(statement, moment, tense), aside, reason: reason === "" ? "." : `: ${reason}.`, rest: restOf(statement, { tense, now: moment, zone }) };
}

interface UnrecordedSpan {
  readonly from: number;
  readonly to: number;
}

/** States whose name in a past-tense sentence differs from the name in a row. */
const PAST_WORDS: Readonly<Partial<Record<WhyRow["state"], string>>> = { "no-endpoint": "without an endpoint", vanished: "lost" };

function leadOf({ state, serving, since, sinceAtLeast }: EntryTraffic, now: number, tense: Tense): string {
  // History of an earlier Stolos version has no separate state for an entry without an endpoint.
  const shown = serving === "no-endpoint" ? "no-endpoint" : state;
  const age = since === null ? "" : ` for ${sinceAtLeast ? "at least " : ""}${formatSpan(now - since)}`;
  const word = rowWord(shown);
  if (!tense.past) return `${word}${age}`;
  return `${age === "" ? "Was" : "Had been"} ${PAST_WORDS[shown] ?? word.toLowerCase()}${age} ${tense.at}`;
}

/** The reason for the state, after a colon; "" = the state explains itself. */
function reasonOf(row: EntryTraffic, context: TextContext): string {
  const { tense } = context;
  if (row.serving === "no-endpoint" || row.state === "no-endpoint") return "neither an address nor a network";
  switch (row.state) {
    case "unhealthy":
      return probeErrorText(row.message);
    case "unreadable":
      return tense.past ? "the object could not be read" : "the object cannot be read";
    case "unverified":
      return unverifiedReason(row, tense);
    case "disconnected":
      if (row.connection === "never") return "registered, never connected";
      return `disconnected${momentPhrase(row.disconnectedAt, context)}, not back in time`;
    case "reconnecting":
      return row.connection === "ghost" ? "its istiod replica was deleted" : `disconnected${momentPhrase(row.disconnectedAt, context)}`;
    case "overdue":
      return tense.past ? "its connection had not been renewed in time" : "its connection was not renewed in time";
    case "awaiting":
      return "no health report yet";
    case "draining":
      return `its label istio.io/draining ${tense.past ? "was" : "is"} set`;
    case "healthy":
      return row.verified ? "" : unconfirmedReason(row.reason, tense);
    default:
      return "";
  }
}

function momentPhrase(at: number | null, { now, zone }: TextContext): string {
  return at === null ? "" : ` at ${formatMoment(at, now, zone)}`;
}

/** The reason of a Healthy machine whose connection is unverified. */
function unconfirmedReason(reason: string, { past }: Tense): string {
  const doubt = replicaDoubtWords(reason)?.lead ?? { present: "its connection is not proved", past: "its connection was not proved" };
  return past ? doubt.past : doubt.present;
}

const UNVERIFIED_REASONS: Readonly<Record<string, readonly [present: string, past: string]>> = {
  "no-such-pod": ["its istiod replica is gone", "its istiod replica was gone"],
  "not-running": ["its istiod replica does not run", "its istiod replica did not run"],
  restarted: ["its istiod replica restarted after the connection began", "its istiod replica had restarted after the connection began"],
  "past-deletion": ["its istiod replica is past its deletion", "its istiod replica was past its deletion"],
  "node-silent": ["the Node of its istiod replica does not report", "the Node of its istiod replica did not report"],
  "no-controller": ["its entry names no istiod replica", "its entry named no istiod replica"],
  "too-old": ["its connection is too old to be real", "its connection was too old to be real"],
  "in-the-future": ["its connection begins in the future", "its connection began in the future"],
  "no-time": ["its connection has no valid time", "its connection had no valid time"],
};

function unverifiedReason({ reason }: EntryTraffic, { past }: Tense): string {
  const [present, then] = UNVERIFIED_REASONS[reason] ?? ["no istiod replica holds its connection", "no istiod replica held its connection"];
  return past ? then : present;
}

function restOf(row: EntryTraffic, context: TextContext): string {
  const { tense } = context;
  const traffic = trafficOf(row, tense);
  switch (row.state) {
    case "unreadable":
      return row.serving === "no-endpoint" ? noAddressTraffic(row, tense) : traffic;
    case "vanished":
      return sentence(row.message);
    case "no-endpoint":
      return noAddressTraffic(row, tense);
    case "unhealthy":
      return `${leftEndpoints(row, context)} ${connectionAside(row.connection)}`.trim();
    case "unverified":
    case "disconnected":
      return stillSent(row, tense) || traffic;
    default:
      return traffic;
  }
}

/** istiod removes an endpoint as soon as its report fails. The time is known only if the start of the state was observed. */
function leftEndpoints({ since, sinceAtLeast }: EntryTraffic, { tense, now, zone }: TextContext): string {
  if (since === null || sinceAtLeast) return tense.past ? "It got no traffic." : "It gets no traffic.";
  return `istiod ${tense.past ? "had taken" : "took"} it out of the endpoints at ${formatMoment(since, now, zone)}.`;
}

/** istiod keeps sending an entry to sidecars although it cannot be verified. "" = it gets none, or no service selects it. */
function stillSent({ serving, services }: EntryTraffic, { past }: Tense): string {
  if ((serving !== "yes-checked" && serving !== "yes-unchecked") || services?.length === 0) return "";
  return `istiod still ${past ? "sent" : "sends"} it to sidecars${serving === "yes-checked" ? " as healthy" : ""}.`;
}

function noAddressTraffic(row: EntryTraffic, tense: Tense): string {
  return addressTraffic(row, tense) || (tense.past ? "No caller got an address for it." : "No caller gets an address for it.");
}

/** Codes of reasons that a missing address, or a missing path to its network, causes. */
const ADDRESS_REASONS: readonly NonNullable<EntryTraffic["notSent"]>["code"][] = [
  ...(["no-address", "not-marked-for-gateway", "gateway-of-other-family", "network-without-gateway"] as const),
];

/** The traffic of a machine without an address, by the network of its callers; "" if another reason decides. */
function addressTraffic(row: EntryTraffic, tense: Tense): string {
  const reach = readEmptyAddressOutcomes(row);
  const { network, services, moreServices, selectedBy, notSent } = row;
  if (reach === null || selectedBy === 0 || (notSent !== null && !ADDRESS_REASONS.includes(notSent.code))) return "";
  return addressReachSentences({ network, reach }, services === null ? "" : servicesPhrase(services, moreServices ?? 0), tense);
}

/** The traffic of a machine. "may": its services are unknown, and only callers of a selecting service send traffic. */
function trafficOf(statement: EntryTraffic, tense: Tense): string {
  const { serving, state } = statement;
  const still = state === "reconnecting" || state === "overdue" || state === "disconnected" ? "still " : "";
  const byCaller = addressTraffic(statement, tense);
  const told = byCaller === "" ? answersFor(statement, still, tense) : `It ${tense.past ? "had" : "has"} no address. ${byCaller}`;
  switch (serving) {
    case "yes-checked":
    case "yes-unchecked":
      if (told !== "") return told;
      return tense.past ? `It may ${still}have got traffic from services that selected it.` : `It may ${still}get traffic from services that select it.`;
    case "unknown":
      return "Cannot tell whether it gets traffic.";
    default:
      return tense.past ? "It got no traffic." : "It gets no traffic.";
  }
}

function connectionAside(connection: Connection["kind"]): string {
  switch (connection) {
    case "reconnecting":
    case "disconnected":
      return "It is not connected either.";
    case "ghost":
    case "leaked":
      return "Its connection is unverified too.";
    case "overdue":
      return "Its connection is overdue as well.";
    default:
      return "";
  }
}

/** "for 12 min, since 04:08:31"; if the start of the state was not observed, "for at least 12 min, seen since 04:08:31". */
export function sincePhrase(since: number | null, atLeast: boolean, now: number, zone: Zone): string {
  return since === null ? "" : `for ${atLeast ? "at least " : ""}${formatSpan(now - since)}, ${sinceMomentPhrase(since, atLeast, now, zone)}`;
}

/** "since 04:08:31"; if the start of the state was not observed, "seen since 04:08:31". */
export function sinceMomentPhrase(since: number | null, atLeast: boolean, now: number, zone: Zone): string {
  return since === null ? "" : `${atLeast ? "seen since" : "since"} ${formatMoment(since, now, zone)}`;
}
