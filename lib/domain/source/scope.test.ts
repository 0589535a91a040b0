import { describe, expect, it } from "vitest";
import { isInScope, type NamespaceScope, scopeFromPermissions, type WatchedKind } from "./scope";

const kinds = (...pairs: readonly (readonly [WatchedKind, NamespaceScope])[]) => new Map(pairs);

describe("a scope", () => {
  it.each([
    ["includes every namespace of a kind with the value all", "workloadentries", "legacy", true],
    ["includes a listed namespace", "services", "shop", true],
    ["excludes a namespace that is not listed", "services", "legacy", false],
    ["excludes a kind with an empty list of namespaces", "nodes", "", false],
    ["excludes a kind that it does not have", "pods", "istio-system", false],
  ] as const)("a scope: %s", (_claim, kind, namespace, may) => {
    const scope = scopeFromPermissions(new Map([["eu", kinds(["workloadentries", "all"], ["services", ["shop"]], ["nodes", []])]]));
    expect(isInScope(scope, "eu", kind, namespace)).toBe(may);
    expect(isInScope(scope, "us", kind, namespace)).toBe(false);
  });

  it("a scope has an equal key for equal content in another order, and another key for every difference", () => {
    const one = scopeFromPermissions(new Map([["eu", kinds(["services", ["b", "a"]], ["nodes", "all"])]]), { known: ["us", "asia"] });
    const same = scopeFromPermissions(new Map([["eu", kinds(["nodes", "all"], ["services", ["a", "b"]])]]), { known: ["asia", "eu", "us"] });
    const others = [
      scopeFromPermissions(new Map([["eu", kinds(["services", ["a", "b"]], ["nodes", "all"])]]), { known: ["us"] }),
      scopeFromPermissions(new Map([["eu", kinds(["services", ["a"]], ["nodes", "all"])]]), { known: ["us", "asia"] }),
      scopeFromPermissions(new Map([["eu", kinds(["services", ["a", "b"]])]]), { known: ["us", "asia"] }),
      scopeFromPermissions(one.clusters, { known: ["us", "asia"], isPartial: true }),
    ];
    expect(one.key).toBe(same.key);
    expect(new Set([one.key, ...others.map(({ key }) => key)]).size).toBe(5);
  });

  it("a scope has in knownClusters its visible clusters and those of `known`", () => {
    expect([...scopeFromPermissions(new Map([["eu", kinds()]]), { known: ["us"] }).knownClusters].sort()).toEqual(["eu", "us"]);
  });
});
