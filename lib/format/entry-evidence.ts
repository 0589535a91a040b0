import type { EmptyAddressOutcomeByCaller } from "@/lib/domain/networks/empty-address";
import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import { addressReachPhrase } from "./address-reach-words";
import type { Zone } from "./clock";
import { replicaDoubtWords } from "./replica-doubt";
import { formatSpan } from "./text/duration";
import { formatMoment } from "./time-ticks";
import { doubtOf, NO_ENDPOINT, type WhyRow } from "./why";

/** One line of evidence on an entry's page: a term, its field in the object, the verbatim value (untrusted text), and its meaning. */
export interface EvidenceLine {
  readonly term: string;
  readonly field: string;
  readonly value: string;
  readonly meaning: string;
}

/** Values beside the row. The head of the view "entry" has them. Times in milliseconds. */
export interface EvidenceInput {
  readonly gate: string | null;
  readonly health: {
    readonly status: string;
    readonly message: string;
    readonly lastProbeTime: string | null;
    readonly lastTransitionTime: string | null;
  } | null;
  readonly connectedAtText: string | null;
  readonly disconnectedAtText: string | null;
  readonly replicasKind: "known" | "assumed" | "denied";
  readonly replica: {
    readonly revision: string;
    readonly runningSince: number | null;
    readonly readyReason: string;
    readonly deletingAt: number | null;
  } | null;
  readonly maxConnectionAge: { readonly kind: "known" | "assumed" | "denied"; readonly value: number | null; readonly source: string };
  readonly gracePeriod: { readonly kind: "known" | "assumed" | "denied"; readonly value: number | null; readonly source: string };
  /** Whether callers reach an entry without an address, by their network; null = it has an address. */
  readonly addressReach: EmptyAddressOutcomeByCaller | null;
}

/** Both times of the condition change with every report, even if the status is the same (docs/istio.md#reports). */
export const REPORT_TIMES_WARNING = "Both times move with every report, also when nothing changed: neither tells since when.";

/** ztunnel ignores health (docs/istio.md#ambient). */
export const AMBIENT_HEALTH_NOTE = "This holds for sidecars. In ambient mode, ztunnel takes an unhealthy entry for a healthy one.";

/**
 * Returns why an entry has its verdict, line by line, in the order in which istiod checks (docs/istio.md#cleanup, #health-gate, #entry-states). `now`
 * in milliseconds.
 */
export function entryEvidence(row: WhyRow & { readonly network: string }, detail: EvidenceInput, now: number, zone: Zone): readonly EvidenceLine[] {
  return [connectionLine(row, detail, now, zone), controllerLine(row, detail, now, zone), gateLine(detail), reportLine(detail), servedLine(row, detail)];
}

function connectionLine(row: WhyRow, detail: EvidenceInput, now: number, zone: Zone): EvidenceLine {
  if (detail.connectedAtText !== null && row.connection !== "unmanaged") {
    const age = row.connectedAt === null ? "no time that can be read" : agePhrase(row.connectedAt, now);
    const both = detail.disconnectedAtText === null ? "" : "; disconnectedAt stands there as well, which Istio ignores";
    return {
      term: "connection",
      field: "istio.io/connectedAt",
      value: detail.connectedAtText,
      meaning: `${age}${renewalPhrase(row, detail, now, zone)}${both}`,
    };
  }
  if (detail.disconnectedAtText !== null && row.connection !== "unmanaged") {
    const left = row.disconnectedAt === null ? "no time that can be read; Istio takes it for long ago" : `left ${formatSpan(now - row.disconnectedAt)} ago`;
    return { term: "connection", field: "istio.io/disconnectedAt", value: detail.disconnectedAtText, meaning: `${left}; ${gracePhrase(detail)}` };
  }
  const meaning =
    row.connection === "unmanaged" ? "none: no istiod keeps a connection for this entry" : "none: no connection was written down since the entry exists";
  return { term: "connection", field: "", value: "", meaning };
}

function renewalPhrase(row: WhyRow, { maxConnectionAge }: EvidenceInput, now: number, zone: Zone): string {
  if (maxConnectionAge.kind === "denied") return "; the maximum age of connections is not visible";
  if (maxConnectionAge.value === null) return "; connections have no maximum age here";
  const assumed = maxConnectionAge.kind === "assumed" ? " (assumed)" : "";
  const age = `maximum age ${formatSpan(maxConnectionAge.value)}${assumed}`;
  if (row.connectedAt === null) return `; ${age}`;
  const by = formatMoment(row.connectedAt + (maxConnectionAge.value * 11) / 10, now, zone);
  return `; ${row.connection === "connected" ? "renewed" : "was to be renewed"} by ${by}, ${age}`;
}

function gracePhrase({ gracePeriod }: EvidenceInput): string {
  if (gracePeriod.value === null) return "the grace period is not visible";
  return `grace period ${formatSpan(gracePeriod.value)}${gracePeriod.kind === "known" ? "" : " (assumed)"}`;
}

function controllerLine(row: WhyRow, detail: EvidenceInput, now: number, zone: Zone): EvidenceLine {
  const line = { term: "controller", field: "istio.io/workloadController", value: row.controller };
  if (row.controller === "") return { ...line, field: "", meaning: "none is named" };
  if (row.connection === "ghost") return { ...line, meaning: doubtOf(row, now) };
  if (detail.replicasKind === "denied") return { ...line, meaning: "istiod's Pods are not visible with these rights, so nobody can tell whether it runs" };
  const running = detail.replica?.runningSince ?? null;
  if (detail.replica === null) return { ...line, meaning: "no Pod of that name" };
  const state = running === null ? "its container does not run" : `runs since ${formatMoment(running, now, zone)} (${formatSpan(now - running)})`;
  const last = row.connection === "reconnecting" || row.connection === "disconnected" ? "the last to hold the connection; " : "";
  return { ...line, meaning: [`${last}${state}`, ...replicaAsides(row, detail.replica, now, zone)].join("; ") };
}

/** Facts about the replica's Pod and Node: that it terminates, and why its connections are unverified. */
function replicaAsides(row: WhyRow, replica: NonNullable<EvidenceInput["replica"]>, now: number, zone: Zone): readonly string[] {
  const deletion = replica.deletingAt === null ? [] : [`its Pod is being deleted and has to be gone by ${formatMoment(replica.deletingAt, now, zone)}`];
  const doubt = replicaDoubtWords(row.connectionWhy);
  if (doubt === null) return deletion;
  const reason = replica.readyReason === "" ? "" : ` (${replica.readyReason})`;
  return [...deletion, `${doubt.why(row.controller)}${reason}`];
}

function gateLine({ gate }: EvidenceInput): EvidenceLine {
  const line = { term: "health gate", field: "proxy.istio.io/health-checks-enabled", value: gate ?? "" };
  if (gate === null) return { ...line, meaning: "off: the annotation is not there" };
  return { ...line, meaning: hasHealthChecks(gate) ? "on: health decides whether it is sent" : "off: Go does not read this value as true" };
}

function reportLine({ health }: EvidenceInput): EvidenceLine {
  if (health === null) return { term: "last report", field: "", value: "", meaning: "nothing was reported" };
  const when = health.lastProbeTime ?? health.lastTransitionTime;
  const message = health.message === "" ? "" : `: ${health.message}`;
  const reported = when === null ? "reported without a time." : `reported ${when}.`;
  return { term: "last report", field: "Healthy", value: `${health.status}${message}`, meaning: `${reported} ${REPORT_TIMES_WARNING}` };
}

function servedLine(row: WhyRow & { readonly network: string }, { gate, health, addressReach: reach }: EvidenceInput): EvidenceLine {
  const line = { term: "so it is sent to hosts that select it", field: "", value: "" };
  const withoutAddress = reach === null ? "" : `; it has no address, and ${addressReachPhrase({ network: row.network, reach })}`;
  switch (row.serving) {
    case "yes-checked":
      return {
        ...line,
        meaning: `yes: the health gate is on and the condition is True${isDoubted(row) ? ", and nothing has removed it" : ""}${withoutAddress}`,
      };
    case "yes-unchecked":
      return {
        ...line,
        meaning: `yes: the health gate is off${health === null ? "" : `, and Healthy=${health.status} is ignored`}${withoutAddress}`,
      };
    case "no-unhealthy":
      return { ...line, meaning: `no: the health gate is on and the condition is ${health?.status === "False" ? "False" : "not True"}` };
    case "no-awaiting":
      return { ...line, meaning: "no: the health gate is on and nothing was reported yet" };
    case "no-draining":
      return { ...line, meaning: `no: the label istio.io/draining is set${hasHealthChecks(gate) ? "" : ", whatever its health"}` };
    case "no-endpoint":
      return { ...line, meaning: `no: ${NO_ENDPOINT}` };
    case "unknown":
      return { ...line, meaning: "cannot tell: the object is unreadable" };
  }
}

function isDoubted({ connection }: WhyRow): boolean {
  return connection !== "connected" && connection !== "unmanaged";
}

function agePhrase(connectedAt: number, now: number): string {
  return connectedAt > now ? `begins ${formatSpan(connectedAt - now)} in the future` : `${formatSpan(now - connectedAt)} old`;
}
