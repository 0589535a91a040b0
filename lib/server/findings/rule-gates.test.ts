import { describe, expect, it } from "vitest";
import { RULES } from "@/lib/domain/findings/rules";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import type { World } from "@/lib/domain/mesh/world";
import { type NamespaceScope, type Scope, scopeFromPermissions, WATCHED_KINDS, type WatchedKind } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, type SourceName, sourceDefinition } from "@/lib/domain/source/source";
import { isTableSource } from "@/lib/server/cluster/tables";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER } from "@/lib/testing/hosts";
import { RuleGates } from "./rule-gates";

const LIVE = { kind: "live", asOf: NOW } as const;
const KNOWN = { kind: "known", value: [], source: "seen" } as const;
const DENIED = { kind: "denied", source: "no right" } as const;
const meshes = (config: "read" | "denied") =>
  meshFactsByRevision(
    {
      ...{ namespace: "istio-system", pods: [{ revision: "default", version: "1.31.0", settings: {} }], deployments: [] },
      configOf: () => (config === "read" ? { kind: "read", told: {} } : { kind: "denied", why: "no right" }),
    },
    [],
  );
const SEEN: Partial<World> = {
  ...{ cluster: HOSTS_CLUSTER, gateways: KNOWN, networkGateways: KNOWN, meshes: meshes("read") },
  places: { nodes: { kind: "known", value: new Map(), source: "Nodes" }, namespaces: { kind: "known", value: new Map(), source: "namespaces" } },
};
/** The world in which the server has nothing of a source. */
const BLIND: Partial<Record<SourceName, Partial<World>>> = {
  "istiod-pods": { replicas: DENIED },
  nodes: { nodes: DENIED },
  "gateway-services": { gateways: DENIED },
  "network-gateways": { networkGateways: DENIED },
  "mesh-config": { meshes: meshes("denied") },
  "istiod-deployments": { meshes: new Map() },
  namespaces: { places: { nodes: { kind: "known", value: new Map(), source: "Nodes" }, namespaces: DENIED } },
};

function scopeWith(kinds: Partial<Record<WatchedKind, NamespaceScope>> = {}): Scope {
  return scopeFromPermissions(new Map([[HOSTS_CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, kinds[kind] ?? "all"] as const))]]));
}

/** Gates over a fleet in which everything was listed but one source. */
function gatesWithout(source: SourceName | null, scope: Scope): RuleGates {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  for (const name of SOURCE_NAMES) {
    if (!isTableSource(name) && name !== "workloadentries" && name !== "workloadgroups") continue;
    fleet.setFreshness(HOSTS_CLUSTER, name, "*", name === source ? { kind: "starting", asOf: null, reason: "" } : LIVE);
  }
  fleet.store.setWorld(aWorld([aReplica()], { ...SEEN, ...(source === null ? {} : BLIND[source]) }), NOW);
  return new RuleGates(fleet, scope, HOSTS_CLUSTER);
}

const declared = (rule: (typeof RULES)[number]) => [...new Set([...rule.needs, ...(rule.needsAll ?? [])])];
const CASES = SOURCE_NAMES.filter((source) => RULES.some((rule) => declared(rule).includes(source)));

it("lack nothing where everything is visible", () => {
  const gates = gatesWithout(null, scopeWith());
  expect(RULES.flatMap((rule) => gates.missing(rule, "shop"))).toEqual([]);
});

describe.each(CASES)("a rule that needs %s", (source) => {
  const rules = RULES.filter((rule) => declared(rule).includes(source));

  it("has no answer while the server has nothing of the source, which is not forbidden", () => {
    const gates = gatesWithout(source, scopeWith());
    for (const rule of rules) {
      expect([rule.code, gates.missing(rule, "shop")]).toEqual([rule.code, expect.arrayContaining([source])]);
      expect([rule.code, gates.forbidden(rule, "shop")]).toEqual([rule.code, []]);
      expect([rule.code, gates.able([rule], "shop")]).toEqual([rule.code, []]);
    }
  });

  it("has no answer for a viewer without the right: the source is forbidden", () => {
    const gates = gatesWithout(null, scopeWith({ [sourceDefinition(source).kind]: [] }));
    for (const rule of rules) {
      expect([rule.code, gates.forbidden(rule, "shop")]).toEqual([rule.code, expect.arrayContaining([source])]);
      expect([rule.code, gates.able([rule], "shop")]).toEqual([rule.code, []]);
    }
  });
});

it("forbids a source that is needed everywhere to a viewer of some namespaces", () => {
  const gates = gatesWithout(null, scopeWith({ destinationrules: ["shop"] }));
  const rule = RULES.find(({ code }) => code === "STL402");
  expect(rule === undefined ? [] : gates.forbidden(rule, "shop")).toEqual(["destinationrules"]);
});
