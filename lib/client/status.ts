"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { ClusterStartProblem, ClusterStatus, Heartbeat, SourceStatus, WireFreshness } from "@/lib/contract/status";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { type Freshness, hiddenVerifyingSource, NO_CLUSTER, type PageFreshness } from "@/lib/domain/verdict/freshness";
import { useOfServerNow } from "./clock";
import { useLive } from "./live-provider";
import type { Loss, PageStatus } from "./live-store";
import { usePast } from "./past";

/** A stream that comes back within this time was never lost for a reader. Milliseconds. */
const LOST_AFTER_MS = 2_000;

/** No stream is so long without a beat: where none came, whatever carries it here is broken too. Milliseconds. */
const SILENT_MS = 12_000;

/** Worst first: what a page over several clusters says is the worst of them. */
const WORST: readonly Freshness["kind"][] = ["denied", "absent", "stale", "starting", "catching-up", "live"] satisfies readonly WireFreshness["kind"][];

const WHY_LOST: Readonly<Record<Loss, string>> = {
  "out of reach": "this page has lost its connection to Stolos",
  "held back": "Stolos answers, but something between it and this page holds back streams (text/event-stream), which must pass as they come",
  "signed out": "nobody is signed in here any more",
  "not allowed": "Stolos refuses this page its stream",
  unchecked: "Stolos cannot check with the API server what you may see",
  "another viewer": "somebody else has signed in: this page loads itself again in a moment",
  "another version": "another version of Stolos answers: this page loads itself again in a moment",
};

/** A source with its freshness as the domain knows it; `reason` is "" while it is live. */
interface SourceView extends Omit<SourceStatus, "freshness"> {
  readonly freshness: Freshness;
  readonly reason: string;
}

/** A cluster with the freshness of its sources as the domain knows it. */
export interface ClusterView extends Omit<ClusterStatus, "freshness" | "sources"> {
  readonly freshness: Freshness;
  readonly sources: readonly SourceView[];
}

export interface Status {
  readonly stream: PageStatus["phase"];
  /** Server time since which the stream is lost, or null. */
  readonly since: number | null;
  readonly loss: Loss;
  readonly clusters: readonly ClusterView[];
  readonly problems: readonly ClusterStartProblem[];
  /** Null = recorded, or not known yet. */
  readonly history: { readonly kind: "off" } | { readonly kind: "paused"; readonly since: number | null } | null;
  /** Server time of the last beat. */
  readonly beatAt: number;
  /** Whether some view of this page stands still, with all clusters that it shows. */
  readonly standsStill: boolean;
  /** Whether what the page showed was taken away, as its viewer is let in no more. */
  readonly isWithdrawn: boolean;
}

/** The stream, the clusters behind it, and what kept others from being watched. */
export function useStatus(): Status {
  const live = useLive();
  const snapshot = useCallback(() => live.status, [live]);
  return statusOf(useSyncExternalStore(live.subscribe, snapshot, snapshot));
}

const statuses = new WeakMap<PageStatus, Status>();

/** One reading of a page's status, shared by all its parts. */
function statusOf(page: PageStatus): Status {
  const known = statuses.get(page);
  if (known !== undefined) return known;
  const { phase: stream, since, loss, beat, standsStill, isWithdrawn } = page;
  const history = historyOf(beat);
  const status = { stream, since, loss, clusters: clustersOf(beat), problems: beat.problems, history, beatAt: beat.now, standsStill, isWithdrawn };
  statuses.set(page, status);
  return status;
}

function historyOf({ history }: Heartbeat): Status["history"] {
  if (history?.kind === "off") return { kind: "off" };
  return history?.kind === "paused" ? { kind: "paused", since: history.since } : null;
}

const read = new WeakMap<Heartbeat, readonly ClusterView[]>();

/** One reading of a beat, shared by all parts of the page. */
function clustersOf(beat: Heartbeat): readonly ClusterView[] {
  const known = read.get(beat);
  if (known !== undefined) return known;
  const clusters = beat.clusters.map((cluster) => ({
    ...cluster,
    freshness: withProof(fromWire(cluster.freshness, beat.now), cluster.sources),
    sources: cluster.sources.map((source) => ({
      ...source,
      freshness: fromWire(source.freshness, beat.now),
      reason: source.freshness.kind === "live" ? "" : source.freshness.reason,
    })),
  }));
  read.set(beat, clusters);
  return clusters;
}

/** How fresh a cluster (or, without a name, the worst of all) is as this page knows it: no fresher than the page's own stream, and past on a page of the past. */
export function useFreshness(cluster?: string): PageFreshness {
  const status = useStatus();
  const isLost = useOfServerNow((now) => isLostAt(status, now));
  const past = usePast();
  return useMemo(() => (past === null ? freshnessOf(status, isLost, cluster) : { kind: "past", asOf: past, reason: "" }), [status, isLost, cluster, past]);
}

/** The number of live clusters among those of the page, if some are live and others are not, else null. `chosen`: their names; none = all. */
export function usePartlyLive(chosen: readonly string[]): { readonly live: number; readonly total: number } | null {
  const { clusters } = useStatus();
  const page = useFreshness();
  const own = clusters.filter(({ cluster }) => chosen.length === 0 || chosen.includes(cluster));
  const live = own.filter(({ freshness: { kind } }) => kind === "live").length;
  const isPartly = live > 0 && live < own.length && page.kind !== "past" && !(page.kind === "stale" && page.lost === "stolos");
  return isPartly ? { live, total: own.length } : null;
}

/** Whether anything on the page is live: one cluster that is, seen over a stream that is. */
export function useAnyLive(): boolean {
  const status = useStatus();
  const isLost = useOfServerNow((now) => isLostAt(status, now));
  return usePast() === null && !isLost && !status.standsStill && status.clusters.some(({ freshness }) => freshness.kind === "live");
}

/** Has the stream been gone for longer than a hiccup? */
export function isLostAt(status: Pick<Status, "since" | "beatAt">, now: number): boolean {
  return (status.since !== null && now - status.since >= LOST_AFTER_MS) || now - status.beatAt >= SILENT_MS;
}

/** The worst of stream and clusters, with the oldest proof of those. A first paint is as fresh as the server said; a lost stream is stale since its last beat. */
export function freshnessOf(status: Status, isLost: boolean, cluster?: string): Freshness {
  if (isLost) return { kind: "stale", asOf: status.beatAt, reason: WHY_LOST[status.loss], lost: "stolos" };
  const isOwn = (one: ClusterView) => cluster === undefined || one.cluster === cluster || (status.standsStill && isUnchecked(one.freshness));
  const own = status.clusters.filter(isOwn).map((one) => one.freshness);
  const [problem] = status.problems;
  if (own.length === 0)
    return problem === undefined
      ? { kind: "starting", asOf: null, reason: "no cluster has answered yet" }
      : { kind: "denied", asOf: null, reason: problem.title, ...(status.clusters.length === 0 && { failure: NO_CLUSTER }) };
  return own.reduce((one, other) => (isWorse(other, one) ? other : one));
}

/** By its kind; of two of one kind the one whose last proof is older. */
function isWorse(one: Freshness, other: Freshness): boolean {
  const [kind, otherKind] = [WORST.indexOf(one.kind), WORST.indexOf(other.kind)];
  const [isVerified, isOtherVerified] = [hiddenVerifyingSource(one) === null, hiddenVerifyingSource(other) === null];
  if (kind === otherKind && isVerified !== isOtherVerified) return isVerified;
  return kind === otherKind ? (one.asOf ?? Number.NEGATIVE_INFINITY) < (other.asOf ?? Number.NEGATIVE_INFINITY) : kind < otherKind;
}

function fromWire({ kind, asOf, reason, lost, failure }: WireFreshness, beatAt: number): Freshness {
  if (kind === "live") return { kind, asOf: asOf ?? beatAt };
  const told = { kind, asOf, reason, ...(failure !== undefined && { failure }) };
  return kind === "stale" && lost !== undefined ? { ...told, kind, lost } : told;
}

/** A live cluster has the first denied source that verifies connections. */
function withProof(freshness: Freshness, sources: readonly SourceStatus[]): Freshness {
  const denied = sources.find(({ source, freshness: { kind } }) => kind === "denied" && CONNECTION_VERIFYING_SOURCES.some((needed) => needed === source));
  return freshness.kind !== "live" || denied === undefined ? freshness : { ...freshness, notVerified: { source: denied.source, namespace: denied.namespace } };
}

/** Its viewer's rights could not be checked: what is shown of it stands still. */
function isUnchecked(freshness: Freshness): boolean {
  return freshness.kind === "stale" && freshness.lost === "check";
}
