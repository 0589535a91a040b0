import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NamespaceScope, scopeFromPermissions, WATCHED_KINDS, type WatchedKind } from "@/lib/domain/source/scope";
import { findingsOf } from "@/lib/testing/finding-cases";
import { arbitraryFindingObjects } from "@/lib/testing/finding-worlds";
import type { Rule } from "./rule";
import { RULES } from "./rules";
import { findingHistoryScope, isFindingHistoryVisible, NAMESPACE_LOCAL_RULE_CODES } from "./visible-history";

const CLUSTER = "prod-eu";
const scope = (namespaces: NamespaceScope, own: Partial<Record<WatchedKind, NamespaceScope>> = {}) =>
  scopeFromPermissions(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, own[kind] ?? namespaces] as const))]]));
const OWN = { code: "STL102", namespace: "shop" };
const WIDE = { code: "STL115", namespace: "shop" };

describe("the recorded findings that a viewer may see", () => {
  it.each([
    ["all, if the viewer sees everything", scope("all"), scope("all"), [true, true]],
    ["all, if the viewer sees as much as the server", scope(["shop"]), scope(["shop"]), [true, true]],
    ["all, if the viewer sees more than the server", scope("all"), scope(["shop"], { nodes: [] }), [true, true]],
    ["those of namespace-local rules, if the viewer sees one namespace", scope(["shop"]), scope("all"), [true, false]],
    ["none, if the viewer sees another namespace", scope(["legacy"]), scope("all"), [false, false]],
    ["those of namespace-local rules, if the viewer does not see one kind", scope("all", { nodes: [] }), scope("all"), [true, false]],
    ["none, if the viewer does not see groups", scope("all", { workloadgroups: [] }), scope("all"), [false, false]],
    ["those of namespace-local rules, if it is not known what the server saw", scope(["shop"]), null, [true, false]],
    ["none, if the viewer does not see the cluster", scopeFromPermissions(new Map()), scopeFromPermissions(new Map()), [false, false]],
  ] as const)("the recorded findings that a viewer may see are %s", (_, viewer, recorder, told) => {
    const sight = findingHistoryScope(viewer, recorder, CLUSTER);
    expect([isFindingHistoryVisible(sight, OWN), isFindingHistoryVisible(sight, WIDE)]).toEqual(told);
  });
});

const local = RULES.filter(({ isNamespaceLocal }) => isNamespaceLocal) as unknown as readonly Rule[];

describe("a rule whose findings depend on one namespace only", () => {
  it("a rule that is local to a namespace is in the list of namespace-local rules", () =>
    expect(local.map(({ code }) => code)).toEqual(NAMESPACE_LOCAL_RULE_CODES));

  it("a rule that is local to a namespace finds the same in a namespace if only the entries and groups of the namespace are visible", () => {
    fc.assert(
      fc.property(arbitraryFindingObjects, fc.constantFrom("shop", "data", "web", "legacy"), (objects, namespace) => {
        const isHere = (one: { readonly namespace: string }) => one.namespace === namespace;
        const { entries = [], groups = [], now } = objects;
        const alone = { entries: entries.filter(isHere), groups: groups.filter(isHere), ...(now === undefined ? {} : { now }) };
        for (const rule of local) {
          const all = findingsOf(rule, objects).filter(({ subject }) => subject.startsWith(`${namespace}/`));
          expect([rule.code, all]).toEqual([rule.code, findingsOf(rule, alone)]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
