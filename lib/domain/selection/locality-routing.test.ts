import { describe, expect, it } from "vitest";
import { destinationsOf } from "@/lib/testing/destinations";
import { aDestinationRule, aMesh, aSelectableEntry, aSelectionWorld, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { labelLevel, localityLevel, maxEjectedEndpoints, zoneFailureEffect } from "./locality-routing";
import type { ServiceEntry } from "./objects";
import type { LocalityBalancing, TrafficPolicySettings, ZoneAwareBalancing } from "./policies";
import { BARE_SIDECAR_CALLER, type Caller, type MeshSettings } from "./world";

describe("the level of an endpoint for a caller (docs/istio.md#failover)", () => {
  it.each([
    ["r/z/s", "r/z/s", 0],
    ["r/z/s/a", "r/z/s/b", 0],
    ["r/z/s", "r/z", 1],
    ["r/z", "r/y", 2],
    ["r/z", "q/z", 3],
    ["", "", 0],
    ["r", "", 3],
    ["/z", "", 2],
  ] as const)("localityLevel from '%s' to '%s' is %i", (client, endpoint, expected) => {
    expect(localityLevel(client, endpoint)).toBe(expected);
  });

  const NETWORK = "topology.istio.io/network";
  const CLIENT = new Map([
    ["a", "1"],
    ["b", "2"],
  ]);
  it.each([
    ["0 if all labels are equal", { a: "1", b: "2" }, ["a", "b"], 0],
    ["the number of labels if the first differs", { a: "9", b: "2" }, ["a", "b"], 2],
    ["1 if the second of two differs", { a: "1", b: "9" }, ["a", "b"], 1],
    ["0 if neither the endpoint nor the caller has the label", {}, ["c"], 0],
    ["0 if the endpoint has the value that failoverPriority sets for the label", { a: "9", b: "2" }, ["a=9", "b"], 0],
    ["the number of labels if the network is the first label and differs, and the other labels are equal", { a: "1", [NETWORK]: "x" }, [NETWORK, "a"], 2],
    [
      "more than the number of labels if the network is the first label and differs, and another label differs too",
      { a: "9", [NETWORK]: "x" },
      [NETWORK, "a"],
      3,
    ],
    ["that of any other label if the network comes later in the list", { a: "1", [NETWORK]: "x" }, ["a", NETWORK], 1],
  ] as const)("labelLevel is %s", (_fact, endpoint, priorities, expected) => {
    expect(labelLevel(new Map(Object.entries(endpoint)), { labels: CLIENT, beyondNetwork: true }, priorities)).toBe(expected);
  });

  it("labelLevel before 1.31 ignores the labels after a network that comes first and differs", () => {
    const endpoint = new Map([["a", "1"]]);
    expect(labelLevel(endpoint, { labels: new Map([...CLIENT, [NETWORK, "x"]]), beyondNetwork: false }, [NETWORK, "a"])).toBe(2);
    expect(labelLevel(new Map([[NETWORK, "y"]]), { labels: new Map([[NETWORK, "x"]]), beyondNetwork: false }, [NETWORK, "a", "b"])).toBe(3);
  });
});

/** The localities of the machines, one each. */
const PLACES = ["eu/a", "eu/a/rack", "eu/b", "us/x", "ap/y", ""];
const locality = (own: Partial<LocalityBalancing>): LocalityBalancing => ({ isEnabled: true, distribute: null, failover: [], failoverPriority: [], ...own });
const balancer = (own: Partial<LocalityBalancing> | null, zoneAware: ZoneAwareBalancing | null = null): TrafficPolicySettings["balancer"] => ({
  simple: "",
  locality: own === null ? null : locality(own),
  zoneAware,
});
const OUTLIER = { minHealthPercent: 0, maxEjectionPercent: null };

interface Given {
  readonly policy?: Partial<TrafficPolicySettings>;
  readonly from?: Partial<Caller>;
  readonly entry?: Partial<ServiceEntry>;
  readonly mesh?: Partial<MeshSettings>;
  readonly places?: readonly string[];
}

function groupsOf({ policy, from = { locality: "eu/a" }, entry = {}, mesh = {}, places = PLACES }: Given) {
  const entries = places.map((place, at) => aSelectableEntry({ name: `vm-${at}`, address: `10.0.0.${at}`, locality: place, weight: at + 1 }));
  const rules = policy === undefined ? [] : [aDestinationRule({ policy: aTrafficPolicy(policy) })];
  const world = aSelectionWorld({ mesh: aMesh(mesh), entries, serviceEntries: [aServiceEntry(entry)], rules });
  return destinationsOf(world, { ...BARE_SIDECAR_CALLER, namespace: "shop", ...from })[0]?.groups ?? [];
}
/** The priority of each locality, without those that have no endpoints. */
const levels = (given: Given) =>
  Object.fromEntries(groupsOf(given).flatMap(({ locality: place, priority, endpoints }) => (endpoints.length === 0 ? [] : [[place, priority]])));
const ALL_FIRST = { "eu/a": 0, "eu/a/rack": 0, "eu/b": 0, "us/x": 0, "ap/y": 0, "": 0 };
const BY_LOCALITY = { "eu/a": 0, "eu/a/rack": 1, "eu/b": 2, "us/x": 3, "ap/y": 3, "": 3 };

describe("the priorities of localities (docs/istio.md#locality-modes)", () => {
  it.each([
    ["are all equal without outlier detection", {}, ALL_FIRST],
    ["are all equal with failover but without outlier detection", { policy: { balancer: balancer({ failover: [{ from: "eu", to: "us" }] }) } }, ALL_FIRST],
    ["are the caller's subzone, zone and region, then the rest, with outlier detection", { policy: { outlier: OUTLIER } }, BY_LOCALITY],
    [
      "are all equal if a DestinationRule switches locality balancing off",
      { policy: { outlier: OUTLIER, balancer: balancer({ isEnabled: false }) } },
      ALL_FIRST,
    ],
    [
      "are all equal if the mesh switches locality balancing off",
      { policy: { outlier: OUTLIER }, mesh: { locality: locality({ isEnabled: false }) } },
      ALL_FIRST,
    ],
    ["are all equal if only the mesh's default policy has outlier detection", { mesh: { outlierByDefault: true } }, ALL_FIRST],
    ["use the mesh's default outlier detection for services resolved by DNS", { mesh: { outlierByDefault: true }, entry: { resolution: "DNS" } }, BY_LOCALITY],
    [
      "put the failover region before others, and endpoints without a locality last",
      { policy: { outlier: OUTLIER, balancer: balancer({ failover: [{ from: "eu", to: "us" }] }) } },
      { ...BY_LOCALITY, "ap/y": 4, "": 4 },
    ],
    ["ignore the failover of another region", { policy: { outlier: OUTLIER, balancer: balancer({ failover: [{ from: "us", to: "ap" }] }) } }, BY_LOCALITY],
    [
      "put endpoints without a locality first for a caller without one",
      { policy: { outlier: OUTLIER }, from: {} },
      { "eu/a": 1, "eu/a/rack": 1, "eu/b": 1, "us/x": 1, "ap/y": 1, "": 0 },
    ],
    [
      "follow the labels of failoverPriority",
      { policy: { outlier: OUTLIER, balancer: balancer({ failoverPriority: ["topology.kubernetes.io/region"] }) } },
      { "eu/a": 0, "eu/a/rack": 0, "eu/b": 0, "us/x": 1, "ap/y": 1, "": 1 },
    ],
    [
      "follow failoverPriority and failover together",
      { policy: { outlier: OUTLIER, balancer: balancer({ failoverPriority: ["topology.kubernetes.io/region"], failover: [{ from: "eu", to: "ap" }] }) } },
      { "eu/a": 0, "eu/a/rack": 1, "eu/b": 2, "ap/y": 3, "us/x": 4, "": 4 },
    ],
    [
      "distinguish zones but not subzones with traffic distribution, even without outlier detection",
      { entry: { distribution: "same-zone" } },
      { "eu/a": 0, "eu/a/rack": 0, "eu/b": 1, "us/x": 2, "ap/y": 2, "": 2 },
    ],
    [
      "distinguish subzones with traffic distribution for the same Node",
      { entry: { distribution: "same-node" } },
      { "eu/a": 0, "eu/a/rack": 1, "eu/b": 2, "us/x": 3, "ap/y": 3, "": 3 },
    ],
    [
      "follow the namespace's traffic distribution if the object has none",
      { mesh: { namespaceDistributions: new Map([["shop", "same-zone" as const]]) } },
      { "eu/a": 0, "eu/a/rack": 0, "eu/b": 1, "us/x": 2, "ap/y": 2, "": 2 },
    ],
    [
      "follow the object's traffic distribution before the namespace's",
      { entry: { distribution: "any" }, mesh: { namespaceDistributions: new Map([["shop", "same-zone" as const]]) } },
      ALL_FIRST,
    ],
    [
      "follow a DestinationRule's locality setting before traffic distribution",
      { entry: { distribution: "same-zone" }, policy: { outlier: OUTLIER, balancer: balancer({}) } },
      BY_LOCALITY,
    ],
    [
      "are all equal with traffic distribution for a caller without a locality",
      { entry: { distribution: "same-zone" }, from: {} },
      { "eu/a": 1, "eu/a/rack": 1, "eu/b": 1, "us/x": 1, "ap/y": 1, "": 0 },
    ],
    [
      "compare regions, but not zones, with zone-aware balancing",
      { policy: { balancer: balancer(null, { isEnabled: true, failover: [{ from: "eu", to: "ap" }], failoverPriority: [] }) } },
      { "eu/a": 0, "eu/a/rack": 0, "eu/b": 0, "ap/y": 1, "us/x": 2, "": 2 },
    ],
    [
      "are all equal if zone-aware balancing is off",
      { policy: { outlier: OUTLIER, balancer: balancer(null, { isEnabled: false, failover: [], failoverPriority: [] }) } },
      ALL_FIRST,
    ],
    [
      "follow the mesh's zone-aware setting before its locality setting",
      { policy: { outlier: OUTLIER }, mesh: { zoneAware: { isEnabled: true, failover: [], failoverPriority: [] } } },
      { "eu/a": 0, "eu/a/rack": 0, "eu/b": 0, "ap/y": 1, "us/x": 1, "": 1 },
    ],
  ] satisfies readonly (readonly [string, Given, object])[])("%s", (_fact, given, expected) => {
    expect(levels(given)).toEqual(expected);
  });
});

describe("distribute (docs/istio.md#distribute)", () => {
  const spread = (...rules: NonNullable<LocalityBalancing["distribute"]>): Given => ({ policy: { balancer: balancer({ distribute: rules }) } });
  const weights = (given: Given) =>
    Object.fromEntries(groupsOf(given).flatMap(({ locality: place, weight, endpoints }) => (endpoints.length === 0 ? [] : [[place, weight]])));

  it.each([
    [
      "gives the named localities their share of requests, and other localities none",
      spread({
        from: "eu/*",
        to: [
          ["eu/a/*", 60],
          ["us", 40],
        ],
      }),
      { "eu/a": 20, "eu/a/rack": 40, "us/x": 40 },
    ],
    ["uses the first rule that matches the caller's locality", spread({ from: "us", to: [["us", 100]] }, { from: "*", to: [["ap", 100]] }), { "ap/y": 100 }],
    [
      "gives all localities to a caller that no rule names",
      spread({ from: "us", to: [["us", 100]] }),
      { "eu/a": 1, "eu/a/rack": 2, "eu/b": 3, "us/x": 4, "ap/y": 5, "": 6 },
    ],
    ["leaves no endpoint if the named localities have none, although other localities have some", spread({ from: "*", to: [["mars", 100]] }), {}],
    ["rounds shares up", spread({ from: "*", to: [["*", 10]] }), { "eu/a": 1, "eu/a/rack": 1, "eu/b": 2, "us/x": 2, "ap/y": 3, "": 3 }],
  ])("distribute: %s", (_fact, given, expected) => {
    expect(weights(given)).toEqual(expected);
  });

  it("distribute gives no failover to a caller that no rule names (measured)", () => {
    expect(levels({ policy: { outlier: OUTLIER, balancer: balancer({ distribute: [{ from: "us", to: [["us", 100]] }] }) } })).toEqual(ALL_FIRST);
  });

  it("distribute turns failover off for a caller that a rule names", () => {
    expect(levels({ policy: { outlier: OUTLIER, balancer: balancer({ distribute: [{ from: "*", to: [["*", 100]] }] }) } })).toEqual(ALL_FIRST);
  });
});

it("the order of localities has a group for each spelling of one locality (docs/istio.md#locality)", () => {
  expect(groupsOf({ places: ["r/z/s/a", "r/z/s/b"] }).map(({ locality: place }) => place)).toEqual(["r/z/s/a", "r/z/s/b"]);
});

const outlier = (maxEjectionPercent: number | null) => ({ minHealthPercent: 0, maxEjectionPercent });

describe("the largest number of ejected endpoints (docs/istio.md#ejection)", () => {
  it.each([
    ["is 0 without outlier detection", 100, null, 0],
    ["is 10 % if the limit is not set", 20, outlier(null), 2],
    ["is 0 with the default limit and fewer than ten endpoints", 9, outlier(null), 0],
    ["treats a limit of 0 as not set", 20, outlier(0), 2],
    ["is the number of all endpoints with a limit of 100 %", 7, outlier(100), 7],
    ["is rounded down", 7, outlier(50), 3],
  ])("the largest number of ejected endpoints: %s", (_fact, hosts, setting, expected) => {
    expect(maxEjectedEndpoints(hosts, setting)).toBe(expected);
  });
});

describe("the loss of all endpoints of a locality (docs/istio.md#absent-endpoints, #ejection)", () => {
  it.each([
    [
      "moves requests only when the endpoints leave the list, without outlier detection",
      { lost: 3, hosts: 9, outlier: null },
      { moves: "when-gone-from-list", because: "no-outlier-detection", ejected: 0 },
    ],
    [
      "moves requests only when the endpoints leave the list, if they are more than the ejection limit",
      { lost: 3, hosts: 9, outlier: outlier(null) },
      { moves: "when-gone-from-list", because: "ejection-limit", ejected: 0 },
    ],
    [
      "returns the number of endpoints that can be ejected, if not all can",
      { lost: 5, hosts: 10, outlier: outlier(30) },
      { moves: "when-gone-from-list", because: "ejection-limit", ejected: 3 },
    ],
    ["moves requests at once if the ejection limit is the share of the locality", { lost: 3, hosts: 9, outlier: outlier(34) }, { moves: "at-once" }],
    ["moves requests nowhere if no other locality has endpoints", { lost: 9, hosts: 9, outlier: outlier(100) }, { moves: "nowhere" }],
  ] as const)("the loss of all endpoints of a locality: %s", (_fact, given, expected) => {
    expect(zoneFailureEffect(given)).toEqual(expected);
  });
});
