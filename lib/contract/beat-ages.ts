import * as z from "zod/mini";
import type { Beat, ClusterStatus, SourceStatus, WireFreshness } from "./status";

/** How long before the beat a source last proved itself (milliseconds); null = never. */
const Age = z.nullable(z.number());

/** The age of a source's proof, with the numbers of its objects and of those that cannot be read where these are others than before. */
const SourceAge = z.union([Age, z.tuple([z.number(), z.number(), Age])]);

/**
 * A beat of which the stream's beat before said everything but moments and counts: what most beats are. For each cluster, in that beat's order, its skew, the
 * age of its own proof, and those of its sources. Only whoever heard that beat on the same stream can read it.
 */
export const BeatAges = z.object({
  now: z.number(),
  clusters: z.array(z.tuple([z.nullable(z.number()), Age, z.array(SourceAge)])),
});
export type BeatAges = z.infer<typeof BeatAges>;

/** What a beat says beyond the one before it on a stream; null where more than moments and counts differ: then it must be told whole. */
export function agesSince(before: Beat, beat: Beat): BeatAges | null {
  if (standing(before) !== standing(beat)) return null;
  const { now } = beat;
  const clusters = beat.clusters.map(({ skewMs, freshness, sources }, at): BeatAges["clusters"][number] => {
    const known = before.clusters[at]?.sources;
    return [skewMs, ageOf(freshness, now), sources.map((source, of) => sourceAge(source, known?.[of], now))];
  });
  return { now, clusters };
}

/** The whole beat that such ages are of, after the one before it on the same stream. Throws where that is not the beat that they rest on. */
export function beatAfter(before: Beat, { now, clusters }: BeatAges): Beat {
  if (clusters.length !== before.clusters.length) throw new Error("the ages are of other clusters");
  return { ...before, now, clusters: before.clusters.map((cluster, at) => clusterAfter(cluster, clusters[at], now)) };
}

function clusterAfter(cluster: ClusterStatus, told: BeatAges["clusters"][number] | undefined, now: number): ClusterStatus {
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
function standing({ now: _, clusters, ...rest }: Beat): string {
  const still = clusters.map(({ skewMs: _skew, freshness, sources, ...cluster }) => ({
    ...{ ...cluster, freshness: untimed(freshness) },
    sources: sources.map(({ objects: _objects, unreadable: _unreadable, ...source }) => ({ ...source, freshness: untimed(source.freshness) })),
  }));
  return JSON.stringify([rest, still]);
}

function untimed({ kind, reason }: WireFreshness): Omit<WireFreshness, "asOf"> {
  return { kind, reason };
}
