import { describe, expect, it } from "vitest";
import { gracePeriodFact, type LimitSettings, maxConnectionAgeFact } from "./connection-limits";

const told = (maxConnectionAgeMs: LimitSettings["maxConnectionAgeMs"], gracePeriodMs?: number): LimitSettings => ({ maxConnectionAgeMs, gracePeriodMs });

describe("the maximum connection age", () => {
  it.each<[claim: string, pods: readonly LimitSettings[], deployments: readonly LimitSettings[], fact: object]>([
    ["is the longest of the Pods", [told(60_000), told(90_000)], [told(10_000)], { kind: "known", value: 90_000 }],
    ["is unlimited if one Pod has no limit", [told(60_000), told(null)], [], { kind: "known", value: null }],
    ["is that of the Deployment if no Pod shows one", [told(undefined)], [told(10_000)], { kind: "known", value: 10_000 }],
    ["is the chart's default, as assumed, if neither shows one", [], [], { kind: "assumed", value: 1_800_000 }],
  ])("the maximum connection age: %s", (_claim, pods, deployments, fact) => {
    expect(maxConnectionAgeFact(pods, deployments)).toMatchObject(fact);
  });
});

describe("the grace period", () => {
  it.each<[claim: string, pods: readonly LimitSettings[], deployments: readonly LimitSettings[], fact: object]>([
    ["is the longest of the Pods", [told(null, 5_000), told(null, 60_000)], [told(null, 1_000)], { kind: "known", value: 60_000 }],
    ["is istiod's default if the Pods set none", [told(null)], [told(null, 1_000)], { kind: "known", value: 10_000 }],
    ["is that of the Deployment if there is no Pod", [], [told(null, 1_000)], { kind: "known", value: 1_000 }],
    ["is istiod's default, as assumed, if neither Pods nor Deployments are visible", [], [], { kind: "assumed", value: 10_000 }],
  ])("the grace period: %s", (_claim, pods, deployments, fact) => {
    expect(gracePeriodFact(pods, deployments)).toMatchObject(fact);
  });
});
