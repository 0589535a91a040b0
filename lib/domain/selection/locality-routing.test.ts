import { describe, expect, it } from "vitest";
import { destinationsOf } from "@/lib/testing/destinations";
import { aDestinationRule, aMesh, aSelectableEntry, aSelectionWorld, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { labelLevel, localityLevel, mostEjected, zoneLoss } from "./locality-routing";
import type { ServiceEntry } from "./objects";
import type { LocalityBalancing, PolicyPart, ZoneAwareBalancing } from "./policies";
import { ANY_CALLER, type Caller, type MeshSettings } from "./world";

describe("how near an endpoint is (docs/istio.md#failover)", () => {
  it.each([
    ["r/z/s", "r/z/s", 0],
    ["r/z/s/a", "r/z/s/b", 0],
    ["r/z/s", "r/z", 1],
    ["r/z", "r/y", 2],
    ["r/z", "q/z", 3],
    ["", "", 0],
    ["r", "", 3],
    ["/z", "", 2],
  ] as const)("from %s to %s: %i", (client, endpoint, expected) => {
    expect(localityLevel(client, endpoint)).toBe(expected);
  });

  const NETWORK = "topology.istio.io/network";
  const CLIENT = new Map([
    ["a", "1"],
    ["b", "2"],
  ]);
  it.each([
    ["all equal", { a: "1", b: "2" }, ["a", "b"], 0],
    ["the first differs", { a: "9", b: "2" }, ["a", "b"], 2],
    ["the second differs", { a: "1", b: "9" }, ["a", "b"], 1],
    ["what neither has is equal", {}, ["c"], 0],
    ["a value in the list goes before the client's", { a: "9", b: "2" }, ["a=9", "b"], 0],
    ["a network that comes first and differs adds all, and the rest counts", { a: "1", [NETWORK]: "x" }, [NETWORK, "a"], 2],
    ["and on", { a: "9", [NETWORK]: "x" }, [NETWORK, "a"], 3],
    ["a network in another place is a label like others", { a: "1", [NETWORK]: "x" }, ["a", NETWORK], 1],
  ] as const)("by labels: %s", (_fact, endpoint, priorities, expected) => {
    expect(labelLevel(new Map(Object.entries(endpoint)), { labels: CLIENT, beyondNetwork: true }, priorities)).toBe(expected);
  });

  it("a network that comes first and differs ends the comparison before 1.31", () => {
    const endpoint = new Map([["a", "1"]]);
    expect(labelLevel(endpoint, { labels: new Map([...CLIENT, [NETWORK, "x"]]), beyondNetwork: false }, [NETWORK, "a"])).toBe(2);
    expect(labelLevel(new Map([[NETWORK, "y"]]), { labels: new Map([[NETWORK, "x"]]), beyondNetwork: false }, [NETWORK, "a", "b"])).toBe(3);
  });
});

/** A machine in each of these places. */
const PLACES = ["eu/a", "eu/a/rack", "eu/b", "us/x", "ap/y", ""];
const locality = (own: Partial<LocalityBalancing>): LocalityBalancing => ({ isEnabled: true, distribute: null, failover: [], failoverPriority: [], ...own });
const balancer = (own: Partial<LocalityBalancing> | null, zoneAware: ZoneAwareBalancing | null = null): PolicyPart["balancer"] => ({
  simple: "",
  locality: own === null ? null : locality(own),
  zoneAware,
});
const OUTLIER = { minHealthPercent: 0, maxEjectionPercent: null };

interface Given {
  readonly policy?: Partial<PolicyPart>;
  readonly from?: Partial<Caller>;
  readonly entry?: Partial<ServiceEntry>;
  readonly mesh?: Partial<MeshSettings>;
  readonly places?: readonly string[];
}

function groupsOf({ policy, from = { locality: "eu/a" }, entry = {}, mesh = {}, places = PLACES }: Given) {
  const entries = places.map((place, at) => aSelectableEntry({ name: `vm-${at}`, address: `10.0.0.${at}`, locality: place, weight: at + 1 }));
  const rules = policy === undefined ? [] : [aDestinationRule({ policy: aTrafficPolicy(policy) })];
  const world = aSelectionWorld({ mesh: aMesh(mesh), entries, serviceEntries: [aServiceEntry(entry)], rules });
  return destinationsOf(world, { ...ANY_CALLER, namespace: "shop", ...from })[0]?.groups ?? [];
}
/** By locality the priority; those without endpoints are left out. */
const levels = (given: Given) =>
  Object.fromEntries(groupsOf(given).flatMap(({ locality: place, priority, endpoints }) => (endpoints.length === 0 ? [] : [[place, priority]])));
const ALL_FIRST = { "eu/a": 0, "eu/a/rack": 0, "eu/b": 0, "us/x": 0, "ap/y": 0, "": 0 };
const BY_LOCALITY = { "eu/a": 0, "eu/a/rack": 1, "eu/b": 2, "us/x": 3, "ap/y": 3, "": 3 };

describe("when place matters (docs/istio.md#locality-modes)", () => {
  it.each([
    ["without outlier detection it does not", {}, ALL_FIRST],
    ["nor with a failover alone", { policy: { balancer: balancer({ failover: [{ from: "eu", to: "us" }] }) } }, ALL_FIRST],
    ["with outlier detection: own subzone, zone, region, the rest", { policy: { outlier: OUTLIER } }, BY_LOCALITY],
    ["a rule that switches it off", { policy: { outlier: OUTLIER, balancer: balancer({ isEnabled: false }) } }, ALL_FIRST],
    ["a mesh that switches it off", { policy: { outlier: OUTLIER }, mesh: { locality: locality({ isEnabled: false }) } }, ALL_FIRST],
    ["the mesh's default outlier detection sets none", { mesh: { outlierByDefault: true } }, ALL_FIRST],
    ["but for hosts resolved by DNS", { mesh: { outlierByDefault: true }, entry: { resolution: "DNS" } }, BY_LOCALITY],
    [
      "failover: the named region before the others, and unlocated ones last",
      { policy: { outlier: OUTLIER, balancer: balancer({ failover: [{ from: "eu", to: "us" }] }) } },
      { ...BY_LOCALITY, "ap/y": 4, "": 4 },
    ],
    ["failover of another region says nothing", { policy: { outlier: OUTLIER, balancer: balancer({ failover: [{ from: "us", to: "ap" }] }) } }, BY_LOCALITY],
    [
      "an unlocated client: unlocated ones first",
      { policy: { outlier: OUTLIER }, from: {} },
      { "eu/a": 1, "eu/a/rack": 1, "eu/b": 1, "us/x": 1, "ap/y": 1, "": 0 },
    ],
    [
      "failoverPriority counts labels",
      { policy: { outlier: OUTLIER, balancer: balancer({ failoverPriority: ["topology.kubernetes.io/region"] }) } },
      { "eu/a": 0, "eu/a/rack": 0, "eu/b": 0, "us/x": 1, "ap/y": 1, "": 1 },
    ],
    [
      "failoverPriority with failover",
      { policy: { outlier: OUTLIER, balancer: balancer({ failoverPriority: ["topology.kubernetes.io/region"], failover: [{ from: "eu", to: "ap" }] }) } },
      { "eu/a": 0, "eu/a/rack": 1, "eu/b": 2, "ap/y": 3, "us/x": 4, "": 4 },
    ],
    [
      "traffic distribution needs no outlier detection, and stops at the zone",
      { entry: { distribution: "same-zone" } },
      { "eu/a": 0, "eu/a/rack": 0, "eu/b": 1, "us/x": 2, "ap/y": 2, "": 2 },
    ],
    ["same node: down to the subzone", { entry: { distribution: "same-node" } }, { "eu/a": 0, "eu/a/rack": 1, "eu/b": 2, "us/x": 3, "ap/y": 3, "": 3 }],
    [
      "a namespace's traffic distribution counts where the object has none",
      { mesh: { namespaceDistributions: new Map([["shop", "same-zone" as const]]) } },
      { "eu/a": 0, "eu/a/rack": 0, "eu/b": 1, "us/x": 2, "ap/y": 2, "": 2 },
    ],
    ["the object's own goes first", { entry: { distribution: "any" }, mesh: { namespaceDistributions: new Map([["shop", "same-zone" as const]]) } }, ALL_FIRST],
    ["a rule's locality setting goes before it", { entry: { distribution: "same-zone" }, policy: { outlier: OUTLIER, balancer: balancer({}) } }, BY_LOCALITY],
    [
      "an unlocated caller's zone is nobody's",
      { entry: { distribution: "same-zone" }, from: {} },
      { "eu/a": 1, "eu/a/rack": 1, "eu/b": 1, "us/x": 1, "ap/y": 1, "": 0 },
    ],
    [
      "zone-aware: by region only",
      { policy: { balancer: balancer(null, { isEnabled: true, failover: [{ from: "eu", to: "ap" }], failoverPriority: [] }) } },
      { "eu/a": 0, "eu/a/rack": 0, "eu/b": 0, "ap/y": 1, "us/x": 2, "": 2 },
    ],
    ["zone-aware and off", { policy: { outlier: OUTLIER, balancer: balancer(null, { isEnabled: false, failover: [], failoverPriority: [] }) } }, ALL_FIRST],
    [
      "zone-aware of the mesh goes before its locality setting",
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
      "shares are split by weight, and others get nothing",
      spread({
        from: "eu/*",
        to: [
          ["eu/a/*", 60],
          ["us", 40],
        ],
      }),
      { "eu/a": 20, "eu/a/rack": 40, "us/x": 40 },
    ],
    ["the first rule that matches counts", spread({ from: "us", to: [["us", 100]] }, { from: "*", to: [["ap", 100]] }), { "ap/y": 100 }],
    ["a client that no rule names sees all", spread({ from: "us", to: [["us", 100]] }), { "eu/a": 1, "eu/a/rack": 2, "eu/b": 3, "us/x": 4, "ap/y": 5, "": 6 }],
    ["where all that is named is empty there is nobody, though others live", spread({ from: "*", to: [["mars", 100]] }), {}],
    ["shares are rounded up", spread({ from: "*", to: [["*", 10]] }), { "eu/a": 1, "eu/a/rack": 1, "eu/b": 2, "us/x": 2, "ap/y": 3, "": 3 }],
  ])("%s", (_fact, given, expected) => {
    expect(weights(given)).toEqual(expected);
  });

  it("gives no failover to a client that no rule names (measured)", () => {
    expect(levels({ policy: { outlier: OUTLIER, balancer: balancer({ distribute: [{ from: "us", to: [["us", 100]] }] }) } })).toEqual(ALL_FIRST);
  });

  it("excludes failover", () => {
    expect(levels({ policy: { outlier: OUTLIER, balancer: balancer({ distribute: [{ from: "*", to: [["*", 100]] }] }) } })).toEqual(ALL_FIRST);
  });
});

it("two texts of one place are two groups (docs/istio.md#locality)", () => {
  expect(groupsOf({ places: ["r/z/s/a", "r/z/s/b"] }).map(({ locality: place }) => place)).toEqual(["r/z/s/a", "r/z/s/b"]);
});

const outlier = (maxEjectionPercent: number | null) => ({ minHealthPercent: 0, maxEjectionPercent });

describe("what outlier detection ejects at most (docs/istio.md#ejection)", () => {
  it.each([
    ["nobody without it", 100, null, 0],
    ["unset is 10 %", 20, outlier(null), 2],
    ["with fewer than ten hosts the default ejects nobody", 9, outlier(null), 0],
    ["0 is unset", 20, outlier(0), 2],
    ["100 ejects all", 7, outlier(100), 7],
    ["a share is rounded down", 7, outlier(50), 3],
  ])("%s", (_fact, hosts, setting, expected) => {
    expect(mostEjected(hosts, setting)).toBe(expected);
  });
});

describe("when a zone is lost (docs/istio.md#absent-endpoints, #ejection)", () => {
  it.each([
    [
      "without outlier detection requests move when its machines leave the list",
      { lost: 3, hosts: 9, outlier: null },
      { moves: "when-gone-from-list", because: "no-outlier-detection", ejected: 0 },
    ],
    [
      "with a limit below its share likewise",
      { lost: 3, hosts: 9, outlier: outlier(null) },
      { moves: "when-gone-from-list", because: "ejection-limit", ejected: 0 },
    ],
    ["a part may be ejected", { lost: 5, hosts: 10, outlier: outlier(30) }, { moves: "when-gone-from-list", because: "ejection-limit", ejected: 3 }],
    ["with a limit of its share at once", { lost: 3, hosts: 9, outlier: outlier(34) }, { moves: "at-once" }],
    ["with nobody elsewhere nowhere", { lost: 9, hosts: 9, outlier: outlier(100) }, { moves: "nowhere" }],
  ] as const)("%s", (_fact, given, expected) => {
    expect(zoneLoss(given)).toEqual(expected);
  });
});
