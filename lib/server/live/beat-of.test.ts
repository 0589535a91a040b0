import { describe, expect, it } from "vitest";
import type { ClusterStatus, SourceStatus, WireFreshness } from "@/lib/contract/status";
import { type NamespaceScope, scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { beatOf, freshnessIn } from "./beat-of";

const LIVE: WireFreshness = { kind: "live", asOf: 900, reason: "" };
const STALE: WireFreshness = { kind: "stale", asOf: 500, reason: "cut" };

const source = (change: Partial<SourceStatus>): SourceStatus => ({
  source: "workloadentries",
  namespace: "*",
  freshness: LIVE,
  proofMs: 200,
  objects: 7,
  unreadable: 1,
  ...change,
});
const cluster = (sources: SourceStatus[], freshness = LIVE): ClusterStatus => ({ cluster: "eu", freshness, sources, skewMs: null, version: null });
const DENIED: WireFreshness = { kind: "denied", asOf: null, reason: "This account may not list and watch services." };

const scope = (...kinds: [WatchedKind, NamespaceScope][]) => scopeFromPermissions(new Map([["eu", new Map(kinds)]]));
const heard = (status: ClusterStatus, of = scope(["workloadentries", ["shop"]])) => beatOf(1_000, [status], [], of).clusters[0];

describe("a beat", () => {
  it("leaves out sources of namespaces that are out of sight, and takes the cluster's freshness from the rest", () => {
    const status = cluster([source({ namespace: "shop" }), source({ namespace: "legacy", freshness: STALE })], {
      ...STALE,
      reason: "workloadentries in legacy: cut",
    });
    expect(heard(status)).toMatchObject({ freshness: { kind: "live", asOf: 900, reason: "" }, sources: [{ namespace: "shop", objects: 7 }] });
  });

  it("says of a source that covers more than is in sight how it is, but neither how much it holds nor exactly when it last proved itself", () => {
    expect(heard(cluster([source({})]))?.sources).toEqual([source({ objects: 0, unreadable: 0, freshness: { ...LIVE, asOf: 800 } })]);
  });

  it.each([
    ["the whole interval right after a proof", LIVE, 1_000, 800],
    ["the same at the end of the interval", LIVE, 800, 800],
    ["one more interval after that: the age grows while no proof comes", LIVE, 799, 600],
    ["the moment itself of what is not live: it stands still", STALE, 420, 420],
  ] as const)("rounds the age of a proof that it must not tell: %s", (_claim, known, proven, told) => {
    const freshness = { ...known, asOf: proven };
    expect(heard(cluster([source({ freshness })], freshness))?.sources[0]?.freshness.asOf).toBe(told);
  });

  it("dates a cluster by the oldest proof of what its verdicts need, not by the beat", () => {
    const needed = [source({ freshness: { ...LIVE, asOf: 970 } }), source({ source: "workloadgroups", freshness: { ...LIVE, asOf: 640 } })];
    const other = source({ source: "services", freshness: { ...LIVE, asOf: 10 } });
    const everything = scope(["workloadentries", "all"], ["workloadgroups", "all"], ["services", "all"]);
    expect(heard(cluster([...needed, other], { ...LIVE, asOf: 1_000 }), everything)?.freshness).toEqual({ ...LIVE, asOf: 640 });
  });

  it("says all of a source that is wholly in sight", () => {
    expect(heard(cluster([source({})]), scope(["workloadentries", "all"]))?.sources[0]).toMatchObject({ objects: 7, unreadable: 1 });
  });

  it("does not name to a narrow viewer the other namespaces that were asked about", () => {
    const denied = source({ source: "workloadgroups", freshness: { kind: "denied", asOf: null, reason: "… nor in legacy, secret" } });
    const narrow = heard(cluster([source({ namespace: "shop" }), denied]), scope(["workloadentries", ["shop"]], ["namespaces", ["shop"]]));
    expect(JSON.stringify(narrow)).not.toContain("secret");
    expect(JSON.stringify(heard(cluster([denied]), scope(["namespaces", "all"])))).toContain("secret");
  });

  it.each<[pods: NamespaceScope, watched: string, kind: WireFreshness["kind"]]>([
    ["all", "*", "live"],
    [["istio-system"], "*", "live"],
    [["istio-system", "shop"], "istio-system", "live"],
    [["shop"], "*", "denied"],
    [["shop"], "istio-system", "denied"],
    [[], "*", "denied"],
  ])("shows istiod's Pods to a viewer of Pods in %j, if Stolos watches them in %s, as %s[2]", (pods, watched, kind) => {
    const sources = [source({}), source({ source: "istiod-pods", namespace: watched })];
    const seen = heard(cluster(sources), scope(["workloadentries", "all"], ["pods", pods]));
    const found = seen?.sources.find((one) => one.source === "istiod-pods");
    expect([found?.freshness.kind, found?.namespace]).toEqual([kind, kind === "denied" ? "istio-system" : watched]);
    expect(seen?.freshness.kind).toBe("live");
  });

  it("keeps a cluster of which nothing is known yet, with what it says of itself", () => {
    const starting: WireFreshness = { kind: "starting", asOf: null, reason: "asking what may be read" };
    expect(beatOf(1_000, [cluster([], starting)], [], scopeFromPermissions(new Map(), { known: ["eu"] })).clusters[0]?.freshness).toEqual(starting);
  });
});

describe("a beat, to somebody who may not know every cluster", () => {
  const ofUs = { context: "us", title: "Cannot be read", detail: "the file of us", fix: "" };
  const us: ClusterStatus = { ...cluster([source({})]), cluster: "us", skewMs: 9_000, version: "v1.33.1" };

  it("has no word of the others, of their clocks, versions and what is wrong with them", () => {
    const beat = beatOf(1_000, [cluster([source({})]), us], [ofUs], scope(["workloadentries", "all"]));
    expect(beat).toEqual(beatOf(1_000, [cluster([source({})])], [], scope(["workloadentries", "all"])));
    expect(beatOf(1_000, [us], [ofUs], scopeFromPermissions(new Map()))).toEqual({ now: 1_000, clusters: [], problems: [] });
  });

  it("tells what is wrong with those that he may know, and where no cluster can be read at all", () => {
    const noFile = { ...ofUs, context: null };
    expect(beatOf(1_000, [us], [ofUs, noFile], scopeFromPermissions(new Map(), { known: ["us"] }))).toMatchObject({
      clusters: [{ cluster: "us" }],
      problems: [ofUs, noFile],
    });
  });

  it("says that there may be more where some cluster could not be asked what he may see of it, without a word of which", () => {
    const partial = scopeFromPermissions(scope(["workloadentries", "all"]).clusters, { isPartial: true });
    const { clusters, problems } = beatOf(1_000, [cluster([source({})]), us], [], partial);
    expect([clusters.length, problems.map(({ context, title }) => [context, title])]).toEqual([
      1,
      [[null, "Not every cluster could be asked what you may see"]],
    ]);
    expect(JSON.stringify(problems)).not.toContain('us"');
  });

  it("says of a kind of which nothing is in sight that it is denied, however fresh the server has it", () => {
    const sources = [source({}), source({ source: "services" })];
    expect(heard(cluster(sources))?.sources[1]).toEqual(source({ source: "services", freshness: DENIED, objects: 0, unreadable: 0 }));
    expect(heard(cluster(sources), scope(["workloadentries", "all"], ["services", []]))?.sources[1]?.freshness).toEqual(DENIED);
  });
});

describe("what is news in a beat", () => {
  it("is a kind of freshness or a reason, never a time or a count", () => {
    const gist = (status: ClusterStatus, now: number) => freshnessIn({ now, clusters: [status], problems: [] });
    expect(gist(cluster([source({})]), 1)).toBe(gist(cluster([source({ objects: 9, freshness: { ...LIVE, asOf: 5 } })]), 2));
    expect(gist(cluster([source({})]), 1)).not.toBe(gist(cluster([source({ freshness: STALE })]), 1));
  });
});
