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
export const HistoryBeat = z.object({ kind: z.enum(["off", "starting", "recording", "paused"]), since: z.nullable(z.number()), reason: z.string() });
export type HistoryBeat = z.infer<typeof HistoryBeat>;

/** Proof of life, sent every `beatMs` and whenever a cluster's freshness changes, mostly as `BeatAges`. `now` in milliseconds of server time. */
export const Beat = z.object({
  now: z.number(),
  clusters: z.array(ClusterStatus),
  problems: z.array(StartProblem),
  /** Browsers that lose their stream come back within this many milliseconds, spread out: many need longer than one. */
  spreadMs: z.optional(z.number()),
  history: z.optional(HistoryBeat),
});
export type Beat = z.infer<typeof Beat>;
