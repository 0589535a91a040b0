import { describe, expect, it } from "vitest";
import type { SourceStatus, WireFreshness } from "@/lib/contract/status";
import { clusterFreshness } from "./cluster-freshness";

const source = (name: string, freshness: WireFreshness["kind"], asOf: number | null = 5, namespace = "*"): SourceStatus => ({
  source: name,
  namespace,
  freshness: { kind: freshness, asOf, reason: freshness === "live" ? "" : `${freshness}!` },
  proofMs: 23_000,
  objects: 0,
  unreadable: 0,
});

describe("a cluster is", () => {
  it.each<[string, SourceStatus[], object]>([
    [
      "live as of its oldest proof",
      [source("workloadentries", "live", 9), source("workloadgroups", "live", 7), source("istiod-pods", "live", 8)],
      { kind: "live", asOf: 7, reason: "" },
    ],
    [
      "as bad as the worst it needs",
      [source("workloadentries", "live"), source("workloadgroups", "stale", 3)],
      { kind: "stale", asOf: 3, reason: "workloadgroups: stale!" },
    ],
    [
      "stale where one namespace is, and names it",
      [source("workloadentries", "live", 5, "a"), source("workloadentries", "stale", 2, "b")],
      { kind: "stale", asOf: 2, reason: "workloadentries in b: stale!" },
    ],
    ["not dragged down by nodes", [source("workloadentries", "live"), source("nodes", "stale", 1)], { kind: "live", asOf: 5 }],
    [
      "live without groups or Pods that it may not see",
      [source("workloadentries", "live"), source("workloadgroups", "denied", null), source("istiod-pods", "denied", null)],
      { kind: "live", asOf: 5 },
    ],
    [
      "denied while something denied is still held, or its rows would look live",
      [source("workloadentries", "denied", 3), source("workloadgroups", "live"), source("istiod-pods", "live")],
      { kind: "denied", asOf: 3, reason: "workloadentries: denied!" },
    ],
    [
      "denied where machines are, whatever else can be seen",
      [source("workloadentries", "denied", null), source("workloadgroups", "denied", null), source("istiod-pods", "live")],
      { kind: "denied" },
    ],
    [
      "denied where groups can be seen but no machine, or they would look empty",
      [source("workloadentries", "denied", null), source("workloadgroups", "live"), source("istiod-pods", "live")],
      { kind: "denied", asOf: null, reason: "denied!" },
    ],
    ["absent without Istio", [source("workloadgroups", "absent", null), source("workloadentries", "absent", null)], { kind: "absent", reason: "absent!" }],
    ["starting before anything is known", [], { kind: "starting", asOf: null }],
    [
      "without a proof while one source has none",
      [source("workloadentries", "live"), source("istiod-pods", "starting", null)],
      { kind: "starting", asOf: null },
    ],
  ])("%s", (_name, sources, expected) => {
    expect(clusterFreshness(sources)).toMatchObject(expected);
  });
});
