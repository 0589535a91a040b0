import { type EntryTraffic, readEmptyAddressOutcomes } from "@/lib/domain/statements/entry";
import type { Connection } from "@/lib/domain/verdict/verdict";
import { addressReachSentences } from "./address-reach-words";
import type { Zone } from "./clock";
import { replicaDoubtWords } from "./replica-doubt";
import { answersFor, servicesPhrase } from "./selected-hosts";
import { formatSpan } from "./text/duration";
import { sentence } from "./text/sentence";
import { momentOf, type Tense, type TextContext } from "./text/tense";
import { formatMoment } from "./time-ticks";
import { doubtOf, type WhyRow, whyOf } from "./why";

/** The first line of an entry's page: what is true of the machine, and what that means for its traffic. */
export interface EntrySentence {
  readonly lead: string;
  readonly rest: string;
}

const LEADS: Record<WhyRow["state"], readonly [present: string, past: string]> = {
  unreadable: ["This object cannot be read.", "This object could not be read"],
  "no-endpoint": ["This machine has no address.", "This machine had no address"],
  vanished: ["This machine's entry is gone.", "This machine's entry was gone"],
  unhealthy: ["This machine fails its health check.", "This machine was failing its health check"],
  disconnected: ["This machine is not connected.", "This machine was not connected"],
  unverified: ["This machine is unverified.", "This machine was unverified"],
  overdue: ["This machine should have renewed its connection.", "This machine's connection was overdue"],
  reconnecting: ["This machine left a moment ago.", "This machine had just left"],
  draining: ["This machine is being drained.", "This machine was being drained"],
  awaiting: ["This machine waits for its first health report.", "This machine waited for its first health report"],
  unchecked: ["No health check decides about this machine.", "No health check decided about this machine"],
  healthy: ["This machine is healthy.", "This machine was healthy"],
};

function unverifiedLead({ reason }: EntryTraffic): readonly [present: string, past: string] {
  const { present, past } = replicaDoubtWords(reason)?.lead ?? { present: "its connection is not proved", past: "its connection was not proved" };
  return [`This machine is reported healthy, but ${present}.`, `This machine was reported healthy, but ${past}`];
}

const NEVER_CONNECTED: readonly [present: string, past: string] = ["This machine never connected.", "This machine had never connected"];

/** The first line of an entry's page. `now` in milliseconds. */
export function entrySentence(statement: EntryTraffic, { tense, now, zone }: TextContext): EntrySentence {
  const moment = momentOf(tense, now);
  const [present, past] = leadOf(statement, moment, zone);
  return { lead: tense.past ? `${past} ${tense.at}.` : present, rest: restOf(statement, moment, tense) };
}

/** The statement in the words of a row, for the texts that the WHY column shares. */
function whyRow({ verified, reason, replica, ...statement }: EntryTraffic): WhyRow {
  return { ...statement, vouched: verified, connectionWhy: reason, controller: replica };
}

function leadOf(row: EntryTraffic, now: number, zone: Zone): readonly [present: string, past: string] {
  if (row.state === "healthy" && !row.verified) return unverifiedLead(row);
  // A history of an earlier version has no state of its own for an entry without an endpoint.
  if (row.serving === "no-endpoint") return LEADS["no-endpoint"];
  if (row.state === "unhealthy" && row.since !== null && !row.sinceAtLeast) return failedAt(row.since, now, zone);
  return row.state === "disconnected" && row.connection === "never" ? NEVER_CONNECTED : LEADS[row.state];
}

/** A check fails at a moment of its own, whichever moment the page shows. */
function failedAt(since: number, now: number, zone: Zone): readonly [present: string, past: string] {
  return [LEADS.unhealthy[0], `This machine failed its health check at ${formatMoment(since, now, zone)}, and still did`];
}

function restOf(row: EntryTraffic, now: number, tense: Tense): string {
  const traffic = trafficOf(row, tense);
  switch (row.state) {
    case "unreadable":
      return row.serving === "no-endpoint" ? `${noAddress(tense)} ${noAddressTraffic(row, tense)}` : sentence(row.message);
    case "vanished":
      return sentence(row.message);
    case "no-endpoint":
      return `${noAddress(tense)} ${noAddressTraffic(row, tense)}`;
    case "unhealthy":
      return `${traffic} ${connectionAside(row.connection)}`.trim();
    case "unverified":
      return row.serving === "yes-checked" || row.serving === "yes-unchecked"
        ? `Istio ${tense.past ? "still listed" : "still lists"} it as ${row.serving === "yes-checked" ? "Healthy" : "a target"}, but ${doubtOf(whyRow(row), now)}.`
        : `${sentence(doubtOf(whyRow(row), now))} ${traffic}`;
    case "reconnecting":
    case "overdue":
    case "disconnected":
      return `${sentence(whyOf(whyRow(row), now))} ${traffic}`;
    case "draining":
    case "awaiting":
      return traffic;
    case "unchecked":
      return traffic;
    case "healthy":
      return row.connectedAt === null || row.connection === "unmanaged"
        ? traffic
        : `${traffic} It ${tense.past ? "had been" : "has been"} connected to ${row.replica || "istiod"} for ${formatSpan(now - row.connectedAt)}.`;
  }
}

function noAddress(tense: Tense): string {
  return tense.past ? "Its entry had neither an address nor a network." : "Its entry has neither an address nor a network.";
}

function noAddressTraffic(row: EntryTraffic, tense: Tense): string {
  return addressTraffic(row, tense) || (tense.past ? "No caller got an address for it." : "No caller gets an address for it.");
}

/** Codes of the reasons that the missing address, or the path to its network, causes. */
const ADDRESS_REASONS: readonly NonNullable<EntryTraffic["notSent"]>["code"][] = [
  ...(["no-address", "not-marked-for-gateway", "gateway-of-other-family", "network-without-gateway"] as const),
];

/** The traffic of a machine without an address, by its callers' network; "" if another reason decides. */
function addressTraffic(row: EntryTraffic, tense: Tense): string {
  const reach = readEmptyAddressOutcomes(row);
  const { network, services, moreServices, selectedBy, notSent } = row;
  if (reach === null || selectedBy === 0 || (notSent !== null && !ADDRESS_REASONS.includes(notSent.code))) return "";
  return addressReachSentences({ network, reach }, services === null ? "" : servicesPhrase(services, moreServices ?? 0), tense);
}

/** The traffic of a machine. "may": only callers of a service that selects it send it traffic, and its services are not known. */
function trafficOf(statement: EntryTraffic, tense: Tense): string {
  const { serving, state } = statement;
  const still = state === "reconnecting" || state === "overdue" || state === "disconnected" ? "still " : "";
  const byCaller = addressTraffic(statement, tense);
  const told = byCaller === "" ? answersFor(statement, still, tense) : `It ${tense.past ? "had" : "has"} no address. ${byCaller}`;
  switch (serving) {
    case "yes-checked":
    case "yes-unchecked":
      if (told !== "") return told;
      return tense.past ? `It may ${still}have got traffic from hosts that selected it.` : `It may ${still}get traffic from hosts that select it.`;
    case "unknown":
      return "Whether Istio sends it traffic cannot be told.";
    default:
      return tense.past ? "Istio sent it no traffic." : "Istio sends it no traffic.";
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

/** "for 12 min, since 04:08:31"; where it was so when the server first looked, "for at least 12 min, seen since 04:08:31". */
export function sincePhrase(since: number | null, atLeast: boolean, now: number, zone: Zone): string {
  if (since === null) return "";
  const span = formatSpan(now - since);
  const moment = formatMoment(since, now, zone);
  return atLeast ? `for at least ${span}, seen since ${moment}` : `for ${span}, since ${moment}`;
}
