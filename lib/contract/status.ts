import * as z from "zod/mini";

/**
 * The freshness of a source. It mirrors `Freshness` of the domain. `asOf` in milliseconds of server time; null = never proven. `lost`: the viewer's
 * permissions for the source could not be checked.
 */
export const WireFreshness = z.object({
  kind: z.enum(["live", "starting", "catching-up", "stale", "denied", "absent"]),
  asOf: z.nullable(z.number()),
  reason: z.string(),
  lost: z.optional(z.literal("check")),
  /** The kind of error if nothing of the cluster can be read: "tls", "unauthorized" and so on. */
  failure: z.optional(z.string()),
});
export type WireFreshness = z.infer<typeof WireFreshness>;

/**
 * One source of one cluster, in one namespace or in all ("*"). `source` is a name from `lib/domain/source`. A live source is proven at least every `proofMs`
 * milliseconds; 0 = it is not watched.
 */
export const SourceStatus = z.object({
  source: z.string(),
  namespace: z.string(),
  freshness: WireFreshness,
  proofMs: z.number(),
  objects: z.number(),
  unreadable: z.number(),
});
export type SourceStatus = z.infer<typeof SourceStatus>;

/** One cluster: the worst freshness of the sources that verdicts need, and each source. `skewMs`: clock of the API server minus clock of this server. */
export const ClusterStatus = z.object({
  cluster: z.string(),
  freshness: WireFreshness,
  sources: z.array(SourceStatus),
  skewMs: z.nullable(z.number()),
  version: z.nullable(z.string()),
  /** Server time of the first attempt of this process to reach the cluster. */
  triedSince: z.optional(z.number()),
});
export type ClusterStatus = z.infer<typeof ClusterStatus>;

/** The first event of every stream. `build`: the version of the server. `viewer`: a digest of the viewer. A browser with another value of either reloads. */
export const StreamHello = z.object({ stream: z.string(), build: z.string(), beatMs: z.number(), viewer: z.optional(z.string()) });
export type StreamHello = z.infer<typeof StreamHello>;

/** A problem that prevents every watch of a cluster (in a kubeconfig or a context), with its fix. */
export const ClusterStartProblem = z.object({
  ...{ context: z.nullable(z.string()), title: z.string(), detail: z.string(), fix: z.string() },
  /** The kind of problem, the files or contexts in its texts, and the setting to change. */
  ...{ code: z.optional(z.string()), names: z.optional(z.array(z.string())), setting: z.optional(z.string()) },
});
export type ClusterStartProblem = z.infer<typeof ClusterStartProblem>;

/** The state of the history. `since` and `reason` explain a pause; "" = no reason. Live pages work during a pause. */
export const HistoryRecordingStatus = z.object({ kind: z.enum(["off", "starting", "recording", "paused"]), since: z.nullable(z.number()), reason: z.string() });
export type HistoryRecordingStatus = z.infer<typeof HistoryRecordingStatus>;

/** The proof that a stream works, sent every `beatMs` and when a cluster's freshness changes. Most are sent as `HeartbeatDelta`. `now`: server time in ms. */
export const Heartbeat = z.object({
  now: z.number(),
  clusters: z.array(ClusterStatus),
  problems: z.array(ClusterStartProblem),
  /** Browsers that lose their stream reconnect at random times within so many milliseconds. More browsers get more time. */
  spreadMs: z.optional(z.number()),
  history: z.optional(HistoryRecordingStatus),
});
export type Heartbeat = z.infer<typeof Heartbeat>;

/** The time from the last proof of a source to the heartbeat, in milliseconds; null = never proven. */
const Age = z.nullable(z.number());

/** The age of a source's proof. If a count changed: the number of objects, of unreadable objects, and the age. */
const SourceAge = z.union([Age, z.tuple([z.number(), z.number(), Age])]);

/**
 * A heartbeat that differs from the previous one of its stream only in times and counts, as most do. For each cluster, in the previous order: its skew, the
 * age of its own proof, and those of its sources. A browser needs the previous heartbeat of the same stream to read it.
 */
export const HeartbeatDelta = z.object({
  now: z.number(),
  clusters: z.array(z.tuple([z.nullable(z.number()), Age, z.array(SourceAge)])),
});
export type HeartbeatDelta = z.infer<typeof HeartbeatDelta>;

/** Returns the ages to send for a heartbeat. Null if more than times and counts changed since the previous one: then the whole heartbeat must be sent. */
export function diffHeartbeats(before: Heartbeat, beat: Heartbeat): HeartbeatDelta | null {
  if (standing(before) !== standing(beat)) return null;
  const { now } = beat;
  const clusters = beat.clusters.map(({ skewMs, freshness, sources }, at): HeartbeatDelta["clusters"][number] => {
    const known = before.clusters[at]?.sources;
    return [skewMs, ageOf(freshness, now), sources.map((source, of) => sourceAge(source, known?.[of], now))];
  });
  return { now, clusters };
}

/** Rebuilds a whole heartbeat from its ages and the previous one of the same stream. Throws if the ages have other clusters or sources than that one. */
export function applyHeartbeatDelta(before: Heartbeat, { now, clusters }: HeartbeatDelta): Heartbeat {
  if (clusters.length !== before.clusters.length) throw new Error("the ages are of other clusters");
  return { ...before, now, clusters: before.clusters.map((cluster, at) => clusterAfter(cluster, clusters[at], now)) };
}

function clusterAfter(cluster: ClusterStatus, told: HeartbeatDelta["clusters"][number] | undefined, now: number): ClusterStatus {
  if (told?.[2].length !== cluster.sources.length) throw new Error("the ages are of other sources");
  const [skewMs, age, ages] = told;
  return { ...cluster, skewMs, freshness: aged(cluster.freshness, age, now), sources: cluster.sources.map((source, at) => sourceAfter(source, ages[at], now)) };
}

function sourceAfter(source: SourceStatus, told: z.infer<typeof SourceAge> = null, now: number): SourceStatus {
  if (!Array.isArray(told)) return { ...source, freshness: aged(source.freshness, told, now) };
  const [objects, unreadable, age] = told;
  return { ...source, objects, unreadable, freshness: aged(source.freshness, age, now) };
}

function sourceAge({ freshness, objects, unreadable }: SourceStatus, known: SourceStatus | undefined, now: number): z.infer<typeof SourceAge> {
  const age = ageOf(freshness, now);
  return objects === known?.objects && unreadable === known.unreadable ? age : [objects, unreadable, age];
}

function ageOf({ asOf }: WireFreshness, now: number): number | null {
  return asOf === null ? null : now - asOf;
}

function aged(freshness: WireFreshness, age: number | null, now: number): WireFreshness {
  return { ...freshness, asOf: age === null ? null : now - age };
}

/** The parts of a heartbeat that ages do not contain, as comparable text. */
function standing({ now: _, clusters, ...rest }: Heartbeat): string {
  const still = clusters.map(({ skewMs: _skew, freshness, sources, ...cluster }) => ({
    ...{ ...cluster, freshness: untimed(freshness) },
    sources: sources.map(({ objects: _objects, unreadable: _unreadable, ...source }) => ({ ...source, freshness: untimed(source.freshness) })),
  }));
  return JSON.stringify([rest, still]);
}

function untimed({ kind, reason }: WireFreshness): Omit<WireFreshness, "asOf"> {
  return { kind, reason };
}
