import { describe, expect, it } from "vitest";
import { isInScope, type NamespaceScope, scopeOf, type WatchedKind } from "./scope";

const kinds = (...pairs: readonly (readonly [WatchedKind, NamespaceScope])[]) => new Map(pairs);

describe("a scope", () => {
  it.each([
    ["all namespaces", "workloadentries", "legacy", true],
    ["a namespace that is named", "services", "shop", true],
    ["a namespace that is not", "services", "legacy", false],
    ["a kind without a namespace", "nodes", "", false],
    ["a kind that is not there", "pods", "istio-system", false],
  ] as const)("tells what may be seen: %s", (_claim, kind, namespace, may) => {
    const scope = scopeOf(new Map([["eu", kinds(["workloadentries", "all"], ["services", ["shop"]], ["nodes", []])]]));
    expect(isInScope(scope, "eu", kind, namespace)).toBe(may);
    expect(isInScope(scope, "us", kind, namespace)).toBe(false);
  });

  it("has one key, in whatever order it is told, and another for every difference", () => {
    const one = scopeOf(new Map([["eu", kinds(["services", ["b", "a"]], ["nodes", "all"])]]), { known: ["us", "asia"] });
    const same = scopeOf(new Map([["eu", kinds(["nodes", "all"], ["services", ["a", "b"]])]]), { known: ["asia", "eu", "us"] });
    const others = [
      scopeOf(new Map([["eu", kinds(["services", ["a", "b"]], ["nodes", "all"])]]), { known: ["us"] }),
      scopeOf(new Map([["eu", kinds(["services", ["a"]], ["nodes", "all"])]]), { known: ["us", "asia"] }),
      scopeOf(new Map([["eu", kinds(["services", ["a", "b"]])]]), { known: ["us", "asia"] }),
      scopeOf(one.clusters, { known: ["us", "asia"], isPartial: true }),
    ];
    expect(one.key).toBe(same.key);
    expect(new Set([one.key, ...others.map(({ key }) => key)]).size).toBe(5);
  });

  it("knows the clusters that it sees something of, and those that it is told of", () => {
    expect([...scopeOf(new Map([["eu", kinds()]]), { known: ["us"] }).knownClusters].sort()).toEqual(["eu", "us"]);
  });
});
