import type { ClusterStatus, SourceStatus } from "@/lib/contract/status";
import { areCredentialsRefused } from "@/lib/domain/verdict/freshness";
import type { HistoryStatus } from "./history/history-record";
import type { LoggedState, StateLines } from "./state-lines";

/** A difference of clocks below this is usual. Milliseconds. */
const SKEW_MS = 5_000;

type Kind = SourceStatus["freshness"]["kind"];
type Line = Pick<LoggedState, "level" | "message" | "kind">;

/** The worst kind of a source in several namespaces comes first. */
const WORST_FIRST: readonly Kind[] = ["denied", "stale", "starting", "catching-up", "live", "absent"];

const OF_CLUSTER: Readonly<Record<Kind, Line>> = {
  starting: { level: "info", message: "waiting for the first answer of a cluster", kind: "trouble" },
  "catching-up": { level: "info", message: "the objects of a cluster are listed again", kind: "quiet" },
  live: { level: "info", message: "a cluster is live", kind: "usual" },
  stale: { level: "warn", message: "a cluster is not reached", kind: "trouble" },
  denied: { level: "warn", message: "a cluster denies a permission that Stolos needs", kind: "trouble" },
  absent: { level: "warn", message: "a cluster does not have the kinds of Istio", kind: "trouble" },
};

const REFUSED_CREDENTIALS: Line = { level: "warn", message: "a cluster does not accept the credentials of Stolos", kind: "trouble" };

const UNTRUSTED: Line = { level: "warn", message: "no TLS connection to a cluster", kind: "trouble" };

const OF_SOURCE: Readonly<Record<Kind, Line>> = {
  starting: { level: "info", message: "objects are listed", kind: "quiet" },
  "catching-up": { level: "info", message: "objects are listed again", kind: "usual" },
  live: { level: "info", message: "objects are watched", kind: "quiet" },
  stale: { level: "warn", message: "objects are not watched", kind: "trouble" },
  denied: { level: "warn", message: "a permission is missing", kind: "trouble" },
  absent: { level: "info", message: "a kind is not installed", kind: "quiet" },
};

const OF_HISTORY: Readonly<Record<HistoryStatus["kind"], Line>> = {
  starting: { level: "warn", message: "the history cannot be opened", kind: "trouble" },
  recording: { level: "info", message: "the history records", kind: "usual" },
  paused: { level: "warn", message: "the history is paused", kind: "trouble" },
  off: { level: "info", message: "the history is off", kind: "usual" },
};

/** Reports the states of a cluster, its sources and its clock to the log. Sources have lines of their own only while the cluster itself is current. */
export function logCluster(lines: StateLines, { cluster, freshness, sources, skewMs, version }: ClusterStatus): void {
  lines.report(cluster, "", {
    ...lineOf(freshness),
    fields: { cluster, ...(freshness.kind === "live" ? version !== null && { version } : reasonOf(freshness)) },
  });
  if (skewMs !== null) lines.report(cluster, "clock", clockState(cluster, skewMs));
  if (freshness.kind !== "live" && freshness.kind !== "denied") return;
  for (const [source, worst] of worstBySource(sources)) {
    const line = OF_SOURCE[worst.kind];
    lines.report(cluster, source, { ...line, fields: { cluster, source, ...(line.kind === "trouble" && reasonOf(worst)) } });
  }
}

function lineOf(freshness: ClusterStatus["freshness"]): Line {
  if (areCredentialsRefused(freshness)) return REFUSED_CREDENTIALS;
  return freshness.kind === "stale" && freshness.failure === "tls" ? UNTRUSTED : OF_CLUSTER[freshness.kind];
}

/** Reports the state of the history to the log. `place`: the folder or the setting that says where it is stored. */
export function logHistory(lines: StateLines, status: HistoryStatus, place: string): void {
  const reason = status.kind === "recording" ? "" : status.reason;
  const line = { ...OF_HISTORY[status.kind], ...(status.kind === "starting" && reason === "" && ({ kind: "quiet" } as const)) };
  lines.report("history", "", { ...line, fields: { ...reasonOf({ reason }), ...(line.kind === "trouble" && { place }) } });
}

function reasonOf({ reason }: { readonly reason: string }) {
  return reason === "" ? {} : { reason };
}

/** Returns the freshness of each source in its worst namespace. */
function worstBySource(sources: readonly SourceStatus[]): ReadonlyMap<string, SourceStatus["freshness"]> {
  const worst = new Map<string, SourceStatus["freshness"]>();
  for (const { source, freshness } of sources) {
    const known = worst.get(source);
    if (known === undefined || WORST_FIRST.indexOf(freshness.kind) < WORST_FIRST.indexOf(known.kind)) worst.set(source, freshness);
  }
  return worst;
}

/** The state of a cluster's clock. `skewMs`: clock of the API server minus clock of this machine. */
function clockState(cluster: string, skewMs: number): LoggedState {
  if (Math.abs(skewMs) < SKEW_MS) return { level: "info", message: "the clock of a cluster agrees with this machine", kind: "quiet", fields: { cluster } };
  const message = `the clock of a cluster is ${skewMs > 0 ? "ahead of" : "behind"} this machine`;
  return { level: "warn", message, kind: "trouble", fields: { cluster, skewSeconds: Math.round(skewMs / 1_000) } };
}
