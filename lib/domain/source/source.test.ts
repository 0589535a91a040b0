import { describe, expect, it } from "vitest";
import { isTeamNamespaceKind, type NamespaceScope, scopeFromPermissions, visibleNamespacesOfSource, WATCHED_KINDS, type WatchedKind } from "./scope";
import { CONNECTION_VERIFYING_SOURCES, SOURCE_NAMES, SOURCES, sourceNamed, sourceOfGapText, VERDICT_SOURCES, YAML_KINDS } from "./source";

describe("sources", () => {
  it("sources have the name of their kind if they are its only source, and otherwise a name that no kind has", () => {
    for (const name of SOURCE_NAMES) {
      const alike = SOURCE_NAMES.filter((other) => SOURCES[other].kind === SOURCES[name].kind);
      const isPart = name.startsWith("istiod-") || name.startsWith("mesh-") || name.startsWith("network-");
      expect([name, alike.length === 1 && !isPart ? SOURCES[name].kind : name]).toEqual([name, name]);
      if (name !== SOURCES[name].kind) expect(WATCHED_KINDS).not.toContain(name);
    }
  });

  it("sources have no subject of the history in common", () => {
    const subjects: readonly string[] = SOURCE_NAMES.flatMap((name) => SOURCES[name].subjects);
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(subjects).not.toContain("recorder");
  });

  it.each([
    ["a verdict", VERDICT_SOURCES, ["workloadgroups", "workloadentries", "istiod-pods"]],
    ["the verification of a connection", CONNECTION_VERIFYING_SOURCES, ["istiod-pods", "nodes"]],
  ])("the sources on which %s depends are marked so", (_purpose, sources, expected) => expect(sources).toEqual(expected));

  it("sources have YAML pages only for kinds whose objects are all in namespaces of teams", () => {
    expect(YAML_KINDS.filter((kind) => !isTeamNamespaceKind(kind))).toEqual([]);
    expect(YAML_KINDS).toEqual(expect.arrayContaining(["workloadentries", "authorizationpolicies"]));
    expect(YAML_KINDS).not.toContain("virtualservices");
  });

  it.each([
    ["istiod-pods", "istiod-pods"],
    ["pods", undefined],
    ["toString", undefined],
    ["", undefined],
  ])("sourceNamed(%j) is %j", (text, expected) => expect(sourceNamed(text)).toBe(expected));

  it.each([
    ["istiod-pods", "istiod-pods"],
    ["workloadentries in shop", "workloadentries"],
    ["istiod-pods in eu/in in", "istiod-pods"],
  ])("sourceOfGap(%j) is %j", (blind, expected) => expect(sourceOfGapText(blind)).toBe(expected));
});

describe("a source in a scope", () => {
  const sight = (pods: NamespaceScope, entries: NamespaceScope): ReadonlyMap<WatchedKind, NamespaceScope> =>
    new Map<WatchedKind, NamespaceScope>([
      ["pods", pods],
      ["workloadentries", entries],
    ]);
  const scope = scopeFromPermissions(
    new Map([
      ["eu", sight(["shop"], "all")],
      ["us", sight("all", ["shop"])],
      ["asia", sight(["legacy"], ["shop"])],
    ]),
  );
  it.each([
    ["eu", "workloadentries", "all"],
    ["eu", "istiod-pods", ["shop"]],
    ["eu", "workload-pods", ["shop"]],
    ["us", "workload-pods", ["shop"]],
    ["asia", "workload-pods", []],
    ["eu", "nodes", []],
    ["africa", "workloadentries", []],
  ] as const)("namespacesOfSource in the cluster %s for the source %s is %j", (cluster, source, expected) =>
    expect(visibleNamespacesOfSource(scope, cluster, source)).toEqual(expected),
  );

  it.each([
    ["workloadentries", true],
    ["services", true],
    ["pods", false],
    ["nodes", false],
  ] as const)("isTeamNamespaceKind of '%s' is %s", (kind, expected) => expect(isTeamNamespaceKind(kind)).toBe(expected));
});
