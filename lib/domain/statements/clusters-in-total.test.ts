import { describe, expect, it } from "vitest";
import { clusterCoverage } from "./clusters-in-total";

const NOW = 1_000_000;
type Seen = Parameters<typeof clusterCoverage>[0][number];
const seen = (cluster: string, kind: Seen["freshness"]["kind"], asOf: number | null = NOW, lost?: "stolos" | "check"): Seen => ({
  ...{ cluster, freshness: { kind, asOf, ...(lost !== undefined && { lost }) } },
  triedSince: 500_000,
});
const EU = seen("eu-1", "live");

describe("the clusters that a total counts", () => {
  it.each<readonly [string, Seen, object]>([
    ["lost", seen("ap-1", "stale", NOW - 10_000), { why: "lost", since: NOW - 10_000 }],
    ["lost and being read again", seen("ap-1", "catching-up", NOW - 60_000), { why: "lost", since: NOW - 60_000 }],
    ["never reached: the time is that of the first attempt", seen("ap-1", "stale", null), { why: "lost", since: 500_000 }],
    ["not usable", { cluster: "ap-1", freshness: { kind: "stale", asOf: null } }, { why: "lost", since: null }],
    ["starting", seen("ap-1", "starting", null), { why: "starting", since: null }],
    ["denied", seen("ap-1", "denied", NOW), { why: "denied", since: null }],
  ])("leave out a cluster that is %s", (_, other, expected) => {
    expect(clusterCoverage([EU, other], NOW)).toEqual({ reached: ["eu-1"], notReached: [{ kind: "cluster-not-reached", cluster: "ap-1", ...expected }] });
  });

  it.each<readonly [string, readonly Seen[]]>([
    ["all are live", [EU, seen("us-1", "live")]],
    ["one was live less than 10 s ago", [EU, seen("us-1", "stale", NOW - 9_999)]],
    ["one has no WorkloadEntry resource", [EU, seen("us-1", "absent", null)]],
    ["none is live", [seen("eu-1", "stale", 0), seen("us-1", "stale", 0)]],
    ["permissions could not be checked", [EU, seen("us-1", "stale", 0, "check")]],
    ["there is none", []],
  ])("the clusters that a total counts are all clusters if %s", (_, clusters) => {
    expect(clusterCoverage(clusters, NOW)).toBeNull();
  });
});
