import { describe, expect, it } from "vitest";
import type { NamespaceScope } from "@/lib/domain/source/scope";
import { planSources } from "./source-plan";

describe("a source that is watched where it is needed", () => {
  const cases: readonly [
    claim: string,
    pods: NamespaceScope | null,
    needed: readonly string[],
    sources: readonly (string | null)[],
    denied: readonly (string | null)[],
  ][] = [
    ["is watched there", "all", ["a", "b"], ["a", "b"], []],
    ["is watched everywhere at once, where it is needed in many", "all", ["*", "a", "b"], [null], []],
    ["is watched one by one where not all may be seen", ["a"], ["*", "a", "b"], ["a"], ["b"]],
    ["is out of reach where it is needed", null, ["a"], [], ["a"]],
    ["is out of reach in one line, where it is needed in several", null, ["*", "a", "b"], [], [null]],
    ["is not out of reach where nobody needs it", null, [], [], []],
  ];
  it.each(cases)("%s", (_claim, pods, needed, sources, denied) => {
    const plan = planSources(new Map(pods === null ? [] : [["pods", pods]]), "istio-system", (source) => (source === "workload-pods" ? needed : []));
    const places = (of: readonly { readonly source: string; readonly namespace: string | null }[]) =>
      of.flatMap(({ source, namespace }) => (source === "workload-pods" ? [namespace] : []));
    expect([places(plan.sources), places(plan.denied)]).toEqual([sources, denied]);
  });
});

describe("a source that a cluster need not have", () => {
  it.each<[string, NamespaceScope | null, string | null]>([
    ["is watched everywhere", "all", null],
    ["is watched in istiod's namespace", ["istio-system"], "istio-system"],
    ["is asked for there even without the right, since its absence is told all the same", null, "istio-system"],
  ])("%s", (_claim, right, namespace) => {
    const kind = "gateways.gateway.networking.k8s.io";
    const { sources, denied } = planSources(new Map(right === null ? [] : [[kind, right]]), "istio-system");
    expect(sources.filter(({ source }) => source === "network-gateways").map((one) => one.namespace)).toEqual([namespace]);
    expect(denied.map(({ source }) => source)).not.toContain("network-gateways");
  });
});
