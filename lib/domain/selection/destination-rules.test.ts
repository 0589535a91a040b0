import { describe, expect, it } from "vitest";
import { aDestinationRule, aMesh, aSelectionWorld, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { allHostNameDefinitions } from "./definitions";
import { destinationRuleFor, endpointsBySubset, trafficPolicyFor } from "./destination-rules";
import type { DestinationRule } from "./policies";
import { BARE_SIDECAR_CALLER, type MeshSettings } from "./world";

/** The names of the rules that a caller in the namespace `client` has for a host of `shop`. */
function rulesFrom(rules: readonly DestinationRule[], mesh: Partial<MeshSettings> = {}, labels: Readonly<Record<string, string>> = {}): readonly string[] {
  const world = aSelectionWorld({ mesh: aMesh(mesh), rules, serviceEntries: [aServiceEntry()] });
  const [definition] = allHostNameDefinitions(world);
  const caller = { ...BARE_SIDECAR_CALLER, namespace: "client", labels: new Map(Object.entries(labels)) };
  return (definition && destinationRuleFor(definition, caller, world)?.from.map(({ name }) => name)) ?? [];
}
const client = (name: string, own: Partial<DestinationRule> = {}) => aDestinationRule({ namespace: "client", name, ...own });
const shop = (name: string, own: Partial<DestinationRule> = {}) => aDestinationRule({ namespace: "shop", name, ...own });
const root = (name: string, own: Partial<DestinationRule> = {}) => aDestinationRule({ namespace: "istio-system", name, ...own });

describe("the DestinationRule that applies to a caller", () => {
  it.each([
    ["the rule of the caller's namespace counts", [client("ours"), shop("theirs")], ["ours"]],
    ["a rule of the caller's namespace counts, also if exportTo makes it private", [client("ours", { exportTo: ["."] }), shop("theirs")], ["ours"]],
    [
      "a rule of the caller's namespace that is exported to another namespace does not apply",
      [client("ours", { exportTo: ["x"] }), shop("theirs")],
      ["theirs"],
    ],
    ["the rule of the service's namespace comes before that of the root namespace", [shop("theirs"), root("mesh")], ["theirs"]],
    ["a rule of the service's namespace that exportTo makes private does not apply", [shop("theirs", { exportTo: ["."] }), root("mesh")], ["mesh"]],
    ["a rule exported to another namespace does not apply", [shop("theirs", { exportTo: ["x"] })], []],
    ["a rule exported to the caller's namespace by name applies", [shop("theirs", { exportTo: ["client"] })], ["theirs"]],
    ["the rule of the root namespace applies if there is no other", [root("mesh")], ["mesh"]],
    ["a rule of a third namespace never applies", [aDestinationRule({ namespace: "third" })], []],
    ["the rule with the most specific host of a namespace counts", [shop("wide", { host: "*.com" }), shop("narrow", { host: "*.example.com" })], ["narrow"]],
    [
      "a rule with a wildcard host in the caller's namespace has precedence over one with the exact host in another namespace",
      [client("wide", { host: "*" }), shop("exact")],
      ["wide"],
    ],
    ["a rule of another revision does not apply", [client("ours", { labels: [["istio.io/rev", "x"]] })], []],
    ["istiod combines several rules of one host, the oldest first", [shop("a", { createdAt: 2 }), shop("b", { createdAt: 1 })], ["b", "a"]],
    ["a rule that selects other callers does not apply", [client("ours", { callers: [["who", "else"]] })], []],
  ])("the DestinationRule that applies to a caller: %s", (_fact, rules, expected) => {
    expect(rulesFrom(rules)).toEqual(expected);
  });

  it("a rule whose selector matches the caller has precedence over a rule without a selector", () => {
    expect(rulesFrom([client("general"), client("special", { callers: [["who", "me"]] })], {}, { who: "me" })).toEqual(["special"]);
  });

  it("the DestinationRule that applies to a caller is none of another namespace if the mesh's default exportTo makes all rules private", () => {
    expect(rulesFrom([shop("theirs")], { ruleExportTo: ["."] })).toEqual([]);
  });

  it("combined DestinationRules have the subsets of all of them, and the policy of the oldest", () => {
    const subset = (name: string) => ({ name, labels: [], policy: null });
    const rules = [
      shop("a", { createdAt: 1, subsets: [subset("x")] }),
      shop("b", { createdAt: 2, subsets: [subset("x"), subset("y")], policy: aTrafficPolicy({ tls: "SIMPLE" }) }),
      shop("c", { createdAt: 3, policy: aTrafficPolicy({ tls: "DISABLE" }) }),
    ];
    const world = aSelectionWorld({ rules, serviceEntries: [aServiceEntry()] });
    const [definition] = allHostNameDefinitions(world);
    const rule = definition ? destinationRuleFor(definition, BARE_SIDECAR_CALLER, world) : null;
    expect([rule?.subsets.map(({ name }) => name), rule?.policy?.tls]).toEqual([["x", "y"], "SIMPLE"]);
  });
});

describe("the policy of a port and a subset", () => {
  const OUTLIER = { minHealthPercent: 0, maxEjectionPercent: null };
  const NOTHING = { tls: null, outlier: null, balancer: null };
  const rule = (own: Partial<DestinationRule>) => ({
    host: "h",
    from: [],
    callers: null,
    exportTo: [],
    policy: own.policy ?? null,
    subsets: own.subsets ?? [],
  });
  it.each([
    ["is none if the rule has no policy", rule({}), "", null],
    [
      "a port's policy replaces the general one completely",
      rule({ policy: aTrafficPolicy({ outlier: OUTLIER, ports: [{ port: 80, ...NOTHING, tls: "SIMPLE" }] }) }),
      "",
      { tls: "SIMPLE", outlier: null },
    ],
    [
      "the policy of another port does not count",
      rule({ policy: aTrafficPolicy({ outlier: OUTLIER, ports: [{ port: 81, ...NOTHING }] }) }),
      "",
      { outlier: OUTLIER },
    ],
    [
      "a subset's fields override the rule's",
      rule({ policy: aTrafficPolicy({ outlier: OUTLIER, tls: "SIMPLE" }), subsets: [{ name: "s", labels: [], policy: aTrafficPolicy({ tls: "DISABLE" }) }] }),
      "s",
      { outlier: OUTLIER, tls: "DISABLE" },
    ],
    [
      "a subset without a policy has the policy of the rule",
      rule({ policy: aTrafficPolicy({ outlier: OUTLIER }), subsets: [{ name: "s", labels: [], policy: null }] }),
      "s",
      { outlier: OUTLIER },
    ],
    [
      "a policy for a port of a subset replaces all others",
      rule({
        policy: aTrafficPolicy({ outlier: OUTLIER }),
        subsets: [{ name: "s", labels: [], policy: aTrafficPolicy({ ports: [{ port: 80, ...NOTHING, tls: "SIMPLE" }] }) }],
      }),
      "s",
      { outlier: null, tls: "SIMPLE" },
    ],
  ] as const)("the policy of a port and a subset: %s", (_fact, given, subset, expected) => {
    const policy = trafficPolicyFor(given, subset, 80);
    if (expected === null) expect(policy).toBeNull();
    else expect(policy).toMatchObject(expected);
  });
});

const endpoint = (name: string, version: string) => ({ name, machine: { labels: new Map([["version", version]]) } });

it("endpointsBySubset puts endpoints in every subset whose labels they have, and lists those in none (docs/istio.md#subsets)", () => {
  const subsets = [
    { name: "v1", labels: [["version", "v1"]] as const, policy: null },
    { name: "all", labels: [], policy: null },
  ];
  const [one, two] = [endpoint("one", "v1"), endpoint("two", "v2")];
  const found = endpointsBySubset(subsets, [one, two]);
  expect(found.subsets.map(({ subset, members }) => [subset.name, members.map(({ name }) => name)])).toEqual([
    ["v1", ["one"]],
    ["all", ["one", "two"]],
  ]);
  expect([found.inNone, endpointsBySubset(subsets.slice(0, 1), [one, two]).inNone]).toEqual([[], [two]]);
});
