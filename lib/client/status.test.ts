import { describe, expect, it } from "vitest";
import { type Freshness, NO_CLUSTER } from "@/lib/domain/verdict/freshness";
import { NOW } from "@/lib/testing/entries";
import { type ClusterView, freshnessOf, isLostAt, type Status } from "./status";

const LIVE: Freshness = { kind: "live", asOf: NOW };
const of = (kind: Exclude<Freshness["kind"], "live">): Freshness => ({ kind, asOf: NOW - 5, reason: kind });
const cluster = (name: string, freshness: Freshness): ClusterView => ({ cluster: name, freshness, sources: [], skewMs: null, version: null });

function aStatus(clusters: readonly ClusterView[], change: Partial<Status> = {}): Status {
  return {
    stream: "live",
    since: null,
    loss: "out of reach",
    clusters,
    problems: [],
    history: null,
    beatAt: NOW,
    standsStill: false,
    isWithdrawn: false,
    ...change,
  };
}

const UNCHECKED: Freshness = { kind: "stale", asOf: NOW - 9, reason: "", lost: "check" };

describe("a page of two clusters, where the rights in one could not be checked", () => {
  const two = [cluster("eu", UNCHECKED), cluster("us", LIVE)];

  it("is live in the other where it shows that one alone", () => {
    expect(["eu", "us"].map((name) => freshnessOf(aStatus(two), false, name).kind)).toEqual(["stale", "live"]);
  });

  it("is stale in both where they stand still together", () => {
    const status = aStatus(two, { standsStill: true });
    expect(["eu", "us", undefined].map((name) => freshnessOf(status, false, name))).toEqual([UNCHECKED, UNCHECKED, UNCHECKED]);
  });
});

describe("freshnessOf", () => {
  it.each([
    ["live where all are live", [LIVE, LIVE], "live"],
    ["catching up where one is", [LIVE, of("catching-up")], "catching-up"],
    ["starting before catching up", [of("catching-up"), of("starting")], "starting"],
    ["stale before starting", [of("starting"), of("stale"), LIVE], "stale"],
    ["absent before stale", [of("absent"), of("stale")], "absent"],
    ["denied before all", [of("absent"), of("denied"), LIVE], "denied"],
  ] as const)("is the worst of the clusters: %s", (_claim, all, kind) => {
    const status = aStatus(all.map((freshness, at) => cluster(`c${at}`, freshness)));
    expect(freshnessOf(status, false).kind).toBe(kind);
  });

  it("has the oldest proof of clusters that are equally fresh", () => {
    const status = aStatus([cluster("a", LIVE), cluster("b", { kind: "live", asOf: NOW - 7_000 }), cluster("c", LIVE)]);
    expect(freshnessOf(status, false)).toEqual({ kind: "live", asOf: NOW - 7_000 });
  });

  it("is that of the cluster asked for, and none of it where there is no such cluster", () => {
    const status = aStatus([cluster("a", LIVE), cluster("b", of("stale"))]);
    expect(freshnessOf(status, false, "a")).toEqual(LIVE);
    expect(freshnessOf(status, false, "__proto__").kind).toBe("starting");
  });

  it("is denied, with the reason, where a kubeconfig names no cluster that can be watched", () => {
    const problems = [{ context: null, title: "No kubeconfig", detail: "", fix: "" }];
    expect(freshnessOf(aStatus([], { problems }), false)).toEqual({ kind: "denied", asOf: null, reason: "No kubeconfig", failure: NO_CLUSTER });
  });

  it("is never live over a lost stream, whatever the clusters last said, and says as of when", () => {
    for (const freshness of [LIVE, of("starting"), of("catching-up"), of("stale"), of("denied"), of("absent")])
      for (const name of [undefined, "a", "b"])
        expect(freshnessOf(aStatus([cluster("a", freshness)]), true, name)).toMatchObject({ kind: "stale", asOf: NOW, lost: "stolos" });
  });
});

describe("a stream", () => {
  it.each([
    ["is not lost while it is open", null, 0, 5_000, false],
    ["is not lost by a hiccup", NOW, 0, 1_999, false],
    ["is lost two seconds after it broke", NOW, 0, 2_000, true],
    ["is lost when no beat came for twelve seconds, though nobody said that it broke", null, 0, 12_000, true],
    ["is lost by what a page knows since its first paint, where it never opened", NOW + 10_000, 0, 12_000, true],
  ] as const)("%s", (_claim, since, beatAt, passed, lost) => {
    expect(isLostAt({ since, beatAt: NOW + beatAt }, NOW + passed)).toBe(lost);
  });
});
