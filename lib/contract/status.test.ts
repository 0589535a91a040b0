import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Heartbeat } from "./status";
import { applyHeartbeatDelta, diffHeartbeats, HeartbeatDelta } from "./status";

const moment = fc.option(fc.nat({ max: 5_000 }), { nil: null });
const freshness = fc.record({ kind: fc.constantFrom("live" as const, "stale" as const), asOf: moment, reason: fc.constantFrom("", "cut") });
const source = fc.record({
  source: fc.constantFrom("pods", "services"),
  namespace: fc.constantFrom("*", "shop"),
  freshness,
  proofMs: fc.constant(200),
  objects: fc.nat({ max: 3 }),
  unreadable: fc.nat({ max: 1 }),
});
const cluster = fc.record({
  cluster: fc.constantFrom("eu", "us"),
  freshness,
  sources: fc.array(source, { maxLength: 2 }),
  skewMs: moment,
  version: fc.constant(null),
});
const beat: fc.Arbitrary<Heartbeat> = fc.record({
  now: fc.nat({ max: 9_000 }),
  clusters: fc.array(cluster, { maxLength: 2 }),
  problems: fc.constant([]),
  spreadMs: fc.constantFrom(1_000, 1_030),
});

/** The same heartbeat later: only times and counts differ. */
const later = (one: Heartbeat, steps: readonly number[]): Heartbeat => {
  let at = 0;
  const step = () => steps[at++ % steps.length] ?? 0;
  const moved = <Of extends { readonly asOf: number | null }>(of: Of) => ({ ...of, asOf: of.asOf === null ? null : of.asOf + step() });
  return {
    ...one,
    now: one.now + step(),
    clusters: one.clusters.map((own) => ({
      ...own,
      skewMs: step(),
      freshness: moved(own.freshness),
      sources: own.sources.map((each) => ({ ...each, freshness: moved(each.freshness), objects: each.objects + step(), unreadable: step() })),
    })),
  };
};

const wire = (ages: HeartbeatDelta | null) => HeartbeatDelta.parse(JSON.parse(JSON.stringify(ages)));

describe("the ages of a heartbeat", () => {
  it("the ages of a heartbeat restore the heartbeat if only times and counts changed since the previous one", () => {
    fc.assert(
      fc.property(beat, fc.array(fc.nat({ max: 900 }), { minLength: 1, maxLength: 9 }), (before, steps) => {
        const after = later(before, steps);
        expect(applyHeartbeatDelta(before, wire(diffHeartbeats(before, after)))).toEqual(after);
      }),
    );
  });

  it("the ages of a heartbeat restore any heartbeat after any other unless they are null", () => {
    fc.assert(
      fc.property(beat, beat, (before, after) => {
        const ages = diffHeartbeats(before, after);
        if (ages !== null) expect(applyHeartbeatDelta(before, wire(ages))).toEqual(after);
      }),
    );
  });

  const LIVE = { kind: "live", asOf: 900, reason: "" } as const;
  const SOURCE = { source: "pods", namespace: "*", freshness: LIVE, proofMs: 200, objects: 7, unreadable: 0 };
  const BEAT: Heartbeat = { now: 1_000, clusters: [{ cluster: "eu", freshness: LIVE, sources: [SOURCE], skewMs: 3, version: "v1" }], problems: [] };
  const EU = BEAT.clusters[0] ?? { cluster: "", freshness: LIVE, sources: [], skewMs: null, version: null };

  it("the ages of a heartbeat contain the counts of a source only if these changed", () => {
    const aged = { ...BEAT, now: 6_000 };
    expect(diffHeartbeats(BEAT, aged)).toEqual({ now: 6_000, clusters: [[3, 5_100, [5_100]]] });
    const grown = { ...aged, clusters: [{ ...EU, sources: [{ ...SOURCE, objects: 8 }] }] };
    expect(diffHeartbeats(BEAT, grown)).toEqual({ now: 6_000, clusters: [[3, 5_100, [[8, 0, 5_100]]]] });
  });

  it.each<[string, Partial<Heartbeat>]>([
    ["a source becomes stale", { clusters: [{ ...EU, sources: [{ ...SOURCE, freshness: { ...LIVE, kind: "stale" } }] }] }],
    ["the reason of a source changes", { clusters: [{ ...EU, sources: [{ ...SOURCE, freshness: { ...LIVE, reason: "cut" } }] }] }],
    ["a cluster becomes stale", { clusters: [{ ...EU, freshness: { ...LIVE, kind: "stale" } }] }],
    ["a source is added", { clusters: [{ ...EU, sources: [SOURCE, { ...SOURCE, source: "nodes" }] }] }],
    ["a cluster is removed", { clusters: [] }],
    ["the version of the API server changes", { clusters: [{ ...EU, version: "v2" }] }],
    ["a problem is reported", { problems: [{ context: null, title: "Cannot be read", detail: "", fix: "" }] }],
    ["the history pauses", { history: { kind: "paused", since: 1, reason: "full" } }],
    ["browsers must reconnect more slowly", { spreadMs: 2_000 }],
  ])("the ages of a heartbeat are null when %s, so that the whole heartbeat is sent", (_what, change) => {
    expect(diffHeartbeats(BEAT, { ...BEAT, ...change })).toBeNull();
  });

  it("the ages of a heartbeat throw after a heartbeat with other clusters or sources", () => {
    const ages: HeartbeatDelta = { now: 6_000, clusters: [[3, 100, [100]]] };
    expect(() => applyHeartbeatDelta({ ...BEAT, clusters: [] }, ages)).toThrow("other clusters");
    expect(() => applyHeartbeatDelta({ ...BEAT, clusters: [{ ...EU, sources: [] }] }, ages)).toThrow("other sources");
  });
});
