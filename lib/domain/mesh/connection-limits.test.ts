import { describe, expect, it } from "vitest";
import { type LimitSettings, readGracePeriod, readMaxConnectionAge } from "./connection-limits";

const told = (maxConnectionAgeMs: LimitSettings["maxConnectionAgeMs"], gracePeriodMs?: number): LimitSettings => ({ maxConnectionAgeMs, gracePeriodMs });

describe("how long a connection to istiod lives", () => {
  it.each<[claim: string, pods: readonly LimitSettings[], deployments: readonly LimitSettings[], fact: object]>([
    ["the longest of what its Pods say", [told(60_000), told(90_000)], [told(10_000)], { kind: "known", value: 90_000 }],
    ["without an end where one Pod has none", [told(60_000), told(null)], [], { kind: "known", value: null }],
    ["what the Deployment says where no Pod tells", [told(undefined)], [told(10_000)], { kind: "known", value: 10_000 }],
    ["the chart's default where nobody tells", [], [], { kind: "assumed", value: 1_800_000 }],
  ])("%s", (_claim, pods, deployments, fact) => {
    expect(readMaxConnectionAge(pods, deployments)).toMatchObject(fact);
  });
});

describe("how long istiod waits before it deletes an entry", () => {
  it.each<[claim: string, pods: readonly LimitSettings[], deployments: readonly LimitSettings[], fact: object]>([
    ["the longest of what its Pods set", [told(null, 5_000), told(null, 60_000)], [told(null, 1_000)], { kind: "known", value: 60_000 }],
    ["its default where its Pods set nothing", [told(null)], [told(null, 1_000)], { kind: "known", value: 10_000 }],
    ["what the Deployment sets where there is no Pod", [], [told(null, 1_000)], { kind: "known", value: 1_000 }],
    ["its default, as assumed, where nobody tells", [], [], { kind: "assumed", value: 10_000 }],
  ])("%s", (_claim, pods, deployments, fact) => {
    expect(readGracePeriod(pods, deployments)).toMatchObject(fact);
  });
});
