import * as z from "zod/mini";

/**
 * How fresh a source is; `asOf` in milliseconds of server time, null = never proven. Mirrors `Freshness` of the domain. `lost`: what the viewer may see of it
 * could not be checked.
 */
export const WireFreshness = z.object({
  kind: z.enum(["live", "starting", "catching-up", "stale", "denied", "absent"]),
  asOf: z.nullable(z.number()),
  reason: z.string(),
  lost: z.optional(z.literal("check")),
  /** The kind of error, where nothing of the cluster can be read: "tls", "unauthorized" and so on. */
  failure: z.optional(z.string()),
});
export type WireFreshness = z.infer<typeof WireFreshness>;

/**
 * One source of one cluster (by its name in `lib/domain/source`), in one namespace or in all ("*"). While it is live it proves itself at least every `proofMs` milliseconds
 * (0 = it is not watched).
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

/** One cluster: the worst freshness of what verdicts need, and each source. `skewMs` = API server's clock minus ours. */
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

/** First event of every stream. `build` changes with the server's version: a browser of another build reloads. `viewer`: whose stream it is, as pages know it. */
export const Hello = z.object({ stream: z.string(), build: z.string(), beatMs: z.number(), viewer: z.optional(z.string()) });
export type Hello = z.infer<typeof Hello>;

/** Something that keeps a cluster from being watched at all (a kubeconfig, a context), with the way out. */
export const StartProblem = z.object({
  ...{ context: z.nullable(z.string()), title: z.string(), detail: z.string(), fix: z.string() },
  /** The kind of problem, the files or contexts that its texts name, and the setting to change. */
  ...{ code: z.optional(z.string()), names: z.optional(z.array(z.string())), setting: z.optional(z.string()) },
});
export type StartProblem = z.infer<typeof StartProblem>;

/** How the history is: paused since when, and why; "" = nothing to say. While it pauses, live pages go on. */
export const HistoryHeartbeat = z.object({ kind: z.enum(["off", "starting", "recording", "paused"]), since: z.nullable(z.number()), reason: z.string() });
export type HistoryHeartbeat = z.infer<typeof HistoryHeartbeat>;

/** Proof of life, sent every `beatMs` and whenever a cluster's freshness changes, mostly as `HeartbeatAges`. `now` in milliseconds of server time. */
export const Heartbeat = z.object({
  now: z.number(),
  clusters: z.array(ClusterStatus),
  problems: z.array(StartProblem),
  /** Browsers that lose their stream come back within this many milliseconds, spread out: many need longer than one. */
  spreadMs: z.optional(z.number()),
  history: z.optional(HistoryHeartbeat),
});
export type Heartbeat = z.infer<typeof Heartbeat>;

/** How long before the beat a source last proved itself (milliseconds); null = never. */
const Age = z.nullable(z.number());

/** The age of a source's proof, with the numbers of its objects and of those that cannot be read where these are others than before. */
const SourceAge = z.union([Age, z.tuple([z.number(), z.number(), Age])]);

/**
 * A beat of which the stream's beat before said everything but moments and counts: what most beats are. For each cluster, in that beat's order, its skew, the
 * age of its own proof, and those of its sources. Only whoever heard that beat on the same stream can read it.
 */
export const HeartbeatAges = z.object({
  now: z.number(),
  clusters: z.array(z.tuple([z.nullable(z.number()), Age, z.array(SourceAge)])),
});
export type HeartbeatAges = z.infer<typeof HeartbeatAges>;

/** What a beat says beyond the one before it on a stream; null where more than moments and counts differ: then it must be told whole. */
export function agesSince(before: Heartbeat, beat: Heartbeat): HeartbeatAges | null {
  if (standing(before) !== standing(beat)) return null;
  const { now } = beat;
  const clusters = beat.clusters.map(({ skewMs, freshness, sources }, at): HeartbeatAges["clusters"][number] => {
    const known = before.clusters[at]?.sources;
    return [skewMs, ageOf(freshness, now), sources.map((source, of) => sourceAge(source, known?.[of], now))];
  });
  return { now, clusters };
}

/** The whole beat that such ages are of, after the one before it on the same stream. Throws where that is not the beat that they rest on. */
export function nextHeartbeat(before: Heartbeat, { now, clusters }: HeartbeatAges): Heartbeat {
  if (clusters.length !== before.clusters.length) throw new Error("the ages are of other clusters");
  return { ...before, now, clusters: before.clusters.map((cluster, at) => clusterAfter(cluster, clusters[at], now)) };
}

function clusterAfter(cluster: ClusterStatus, told: HeartbeatAges["clusters"][number] | undefined, now: number): ClusterStatus {
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

/** All of a beat that ages do not tell. */
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
