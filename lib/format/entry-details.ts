import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import type { Zone } from "./clock";
import type { SummaryLine } from "./group-details";
import { policyKind, policyKinds } from "./policy-kinds";
import { probeReason } from "./probe-error";
import { formatSpan } from "./text/duration";
import { joinParts, listOf } from "./text/lists";
import { plural } from "./text/numbers";
import { formatMinute, formatMoment } from "./time-ticks";

// Summary lines of collapsed sections on an entry's page: each answers its question before the section is opened.

const plain = (...parts: readonly string[]): SummaryLine => ({ lead: "", tone: "plain", rest: joinParts(parts, " · ") });

/** The condition Healthy as stored. Its times are unparsed text. */
interface StoredReport {
  readonly status: string;
  readonly message: string;
  readonly lastProbeTime: string | null;
  readonly lastTransitionTime: string | null;
}

/** Returns the summary of the last health report: status, time and reason. `now` in milliseconds. */
export function lastReportLine(health: StoredReport | null, now: number, zone: Zone): SummaryLine {
  if (health === null) return plain("no report has arrived");
  const written = health.lastProbeTime ?? health.lastTransitionTime;
  const at = written === null ? Number.NaN : Date.parse(written);
  const time = Number.isNaN(at) ? "without a time" : `at ${formatMoment(at, now, zone)}`;
  const isFalse = health.status === "False";
  return { lead: health.status || "no status", tone: isFalse ? "bad" : "plain", rest: joinParts([time, isFalse ? probeReason(health.message) : ""], " · ") };
}

/** The connection values of an entry. Milliseconds; null = not set. */
export interface ConnectionValues {
  readonly connection: "unmanaged" | "never" | "connected" | "overdue" | "leaked" | "ghost" | "reconnecting" | "disconnected";
  readonly connectedAt: number | null;
  readonly disconnectedAt: number | null;
  /** Null = no maximum, or not visible to the viewer. */
  readonly maxConnectionAgeMs: number | null;
  readonly gate: string | null;
}

/**
 * Returns the age of the connection, its next renewal, and whether health checks are on. istiod ends a connection within 1.1 × the maximum age
 * (docs/istio.md#cleanup).
 */
export function connectionLine(values: ConnectionValues, now: number, zone: Zone): SummaryLine {
  const checks = `health checks ${values.gate !== null && hasHealthChecks(values.gate) ? "on" : "off"}`;
  const { connection, connectedAt, disconnectedAt } = values;
  if (connection === "unmanaged") return plain("istiod keeps no connection for it", checks);
  if (connectedAt !== null) return { ...plain(checks), ...connectedPart({ ...values, connectedAt }, now, zone, checks) };
  if (disconnectedAt !== null) return plain(`ended ${formatSpan(now - disconnectedAt)} ago`, checks);
  return plain("it has never connected", checks);
}

function connectedPart(
  { connection, connectedAt, maxConnectionAgeMs: max }: ConnectionValues & { readonly connectedAt: number },
  now: number,
  zone: Zone,
  checks: string,
): SummaryLine {
  if (connectedAt > now) return { lead: "begins in the future", tone: "blind", rest: checks };
  const isOnTime = connection === "connected";
  const by = max === null ? "" : `${isOnTime ? "renewed by" : "was due by"} ${formatMinute(connectedAt + (max * 11) / 10, now, zone)}`;
  const age = `${formatSpan(now - connectedAt)} old`;
  const isUnverified = connection === "ghost" || connection === "leaked";
  return { lead: isUnverified ? "unverified" : "", tone: isUnverified ? "blind" : "plain", rest: joinParts([age, by, checks], " · ") };
}

/** Returns the number of labels by their source. */
export function labelsLine(labels: readonly { readonly from: "metadata" | "spec" | "both" | "derived"; readonly overridden: string | null }[]): SummaryLine {
  if (labels.length === 0) return plain("no labels");
  const derived = labels.filter(({ from }) => from === "derived").length;
  const differing = labels.filter(({ overridden }) => overridden !== null).length;
  return plain(
    plural(labels.length, "label"),
    joinParts([`${labels.length - derived} in the entry`, derived === 0 ? "" : `${derived} added by Istio`], ", "),
    differing === 0 ? "" : `${differing} with two values`,
  );
}

interface PolicyOfLine {
  readonly resource: string;
  readonly deed: { readonly what: string; readonly mode?: string; readonly decides?: boolean };
}

const MODES: Readonly<Record<string, string>> = { STRICT: "mTLS strict", PERMISSIVE: "mTLS permissive", DISABLE: "mTLS off" };

/** Returns the mTLS mode of the sidecar and the number of policies by kind. `unseen`: plurals of kinds that are not completely visible. */
export function policiesLine(policies: readonly PolicyOfLine[], unseen: readonly string[]): SummaryLine {
  const decisive = policies.find(({ deed }) => deed.what === "takes" && deed.decides === true)?.deed.mode ?? "";
  const kinds = [...new Set(policies.map(({ resource }) => resource))];
  const counts = kinds.map((kind) => plural(policies.filter(({ resource }) => resource === kind).length, policyKind(kind), policyKinds(kind)));
  const hidden = unseen.length === 0 ? "" : `not all ${listOf(unseen.map(policyKinds))} are visible`;
  const rest = joinParts([MODES[decisive] ?? "", ...(counts.length === 0 ? [hidden === "" ? "no policy applies" : ""] : counts)], " · ");
  return hidden === "" ? plain(rest) : { lead: hidden, tone: "blind", rest };
}

interface ObjectValues {
  readonly createdAt: number | null;
  readonly origin: "auto-registered" | "hand-written-checked" | "hand-written" | "unreadable";
  readonly owner: { readonly kind: string; readonly name: string } | null;
  readonly lastWriter: string | null;
}

const CREATORS: Readonly<Record<ObjectValues["origin"], string>> = {
  "auto-registered": " by istiod",
  "hand-written-checked": " by hand",
  "hand-written": " by hand",
  unreadable: "",
};

/** Returns creation, owner and last writer of the object. */
export function objectLine({ createdAt, origin, owner, lastWriter }: ObjectValues, now: number, zone: Zone): SummaryLine {
  // istiod sets the owner reference together with its annotation (docs/istio.md#marks). The annotation alone proves nothing.
  const creator = origin === "auto-registered" && owner?.kind !== "WorkloadGroup" ? "" : CREATORS[origin];
  return plain(
    createdAt === null ? "" : `created ${formatMoment(createdAt, now, zone)}${creator}`,
    owner === null ? "no owner" : `owner ${owner.kind} ${owner.name}`,
    lastWriter === null ? "" : `last writer ${lastWriter}`,
  );
}

/**
 * Returns the number of former entries with this name. `oldest`: the first record of the name; `recordedSince`: of any object. Milliseconds; null =
 * none.
 */
export function formerEntriesLine(others: number, oldest: number | null, recordedSince: number | null, now: number, zone: Zone): SummaryLine {
  const since = (at: number | null) => (at === null ? "" : ` since ${formatMinute(at, now, zone)}`);
  return others === 0
    ? plain(`no other entry had this name${since(recordedSince)}`)
    : plain(`${plural(others, "other entry", "other entries")}${since(oldest)}`);
}

interface SameAddressValues {
  readonly address: string;
  readonly network: string;
  readonly others: number;
  /** False while the rules have not compared all visible entries. */
  readonly isKnown: boolean;
}

/** Returns the number of other visible entries with the same address in the same network. */
export function sameAddressLine({ address, network, others, isKnown }: SameAddressValues): SummaryLine {
  const where = network === "" ? "" : ` in ${network}`;
  if (address === "") return plain("it has no address");
  if (others > 0) return { lead: plural(others, "other entry uses", "other entries use"), tone: "bad", rest: `${address}${where}` };
  return isKnown ? plain(`no other visible entry uses ${address}${where}`) : { lead: "not known yet", tone: "blind", rest: "entries are being compared" };
}
