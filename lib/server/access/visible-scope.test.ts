import { describe, expect, it } from "vitest";
import { isInScope, type NamespaceScope, type WatchedKind } from "@/lib/domain/source/scope";
import { visibleScope } from "./visible-scope";

const shown = (namespaces: readonly string[] | null) => ({ known: ["eu"], namespaces });
const rights = (...kinds: [WatchedKind, NamespaceScope][]) => new Map([["eu", new Map(kinds)]]);

describe("the visible scope", () => {
  it("is what the server may read where nothing narrows it", () => {
    const scope = visibleScope(rights(["workloadentries", "all"], ["workloadgroups", ["shop"]]), shown(null));
    expect(isInScope(scope, "eu", "workloadentries", "legacy")).toBe(true);
    expect(isInScope(scope, "eu", "workloadgroups", "legacy")).toBe(false);
    expect(isInScope(scope, "eu", "services", "shop")).toBe(false);
    expect(isInScope(scope, "us", "workloadentries", "shop")).toBe(false);
  });

  it("is never more than both the rights and the namespaces to be shown", () => {
    const scope = visibleScope(rights(["workloadentries", "all"], ["workloadgroups", ["legacy", "shop"]]), shown(["shop", "team"]));
    const seen = (kind: WatchedKind) => ["legacy", "shop", "team"].filter((namespace) => isInScope(scope, "eu", kind, namespace));
    expect(seen("workloadentries")).toEqual(["shop", "team"]);
    expect(seen("workloadgroups")).toEqual(["shop"]);
  });

  it("does not narrow istiod's Pods and Nodes, which verdicts rest on", () => {
    const scope = visibleScope(rights(["pods", ["istio-system"]], ["nodes", "all"]), shown(["shop"]));
    expect(isInScope(scope, "eu", "pods", "istio-system")).toBe(true);
    expect(isInScope(scope, "eu", "nodes", "")).toBe(true);
  });

  it("has one key for one scope, in whatever order it was told", () => {
    const one = visibleScope(rights(["workloadentries", ["a", "b"]], ["workloadgroups", "all"]), shown(["b", "a"]));
    const other = visibleScope(rights(["workloadgroups", "all"], ["workloadentries", ["b", "a"]]), shown(["a", "b"]));
    expect(one.key).toBe(other.key);
    expect(one.key).not.toBe(visibleScope(rights(["workloadentries", "all"]), shown(["a"])).key);
  });
});
