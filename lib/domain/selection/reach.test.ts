import { describe, expect, it } from "vitest";
import {
  aDestinationRule,
  aKubernetesService,
  aMesh,
  aSelectableEntry,
  aSelectablePod,
  aSelectionWorld,
  aServiceEntry,
  aTrafficPolicy,
} from "@/lib/testing/selection";
import type { TrafficPolicySettings } from "./policies";
import { type EndpointOrderReason, serviceReachOf } from "./reach";
import { BARE_SIDECAR_CALLER, type SelectionWorld } from "./world";

const HOST = "a.example.com";
const caller = (own: Partial<typeof BARE_SIDECAR_CALLER> = {}) => ({ ...BARE_SIDECAR_CALLER, namespace: "shop", locality: "eu/a", ...own });
const machines = (zones: readonly string[]) =>
  zones.map((zone, index) => aSelectableEntry({ name: `vm-${index}`, address: `10.0.0.${index + 1}`, locality: `eu/${zone}`, serviceAccount: "web" }));
const world = (own: Partial<SelectionWorld> = {}) => aSelectionWorld({ serviceEntries: [aServiceEntry()], entries: machines(["a", "a", "b"]), ...own });
const rule = (policy: Partial<TrafficPolicySettings>) => [aDestinationRule({ policy: aTrafficPolicy(policy) })];
const outlier = { minHealthPercent: 0, maxEjectionPercent: null };
const balancer = (own: object) => ({
  simple: "",
  locality: { isEnabled: true, distribute: null, failover: [], failoverPriority: [], ...own },
  zoneAware: null,
});

function steps(own: Partial<SelectionWorld>, from = caller()) {
  const [port] = serviceReachOf(HOST, from, world(own)).ports;
  return port?.steps.map(({ places }) => places.map(({ locality, of, share }) => `${locality} ${of.machines} ${Math.round((share ?? Number.NaN) * 100)}%`));
}

describe("the order of localities", () => {
  it("the order of localities is a single priority, shared by weight, without outlier detection (docs/istio.md#locality-modes)", () => {
    expect(steps({})).toEqual([["eu/a 2 67%", "eu/b 1 33%"]]);
  });

  it("the order of localities starts with the nearest locality with outlier detection (docs/istio.md#failover)", () => {
    expect(steps({ rules: rule({ outlier }) })).toEqual([["eu/a 2 100%"], ["eu/b 1 100%"]]);
    expect(steps({ rules: rule({ outlier }) }, caller({ locality: "eu/b" }))).toEqual([["eu/b 1 100%"], ["eu/a 2 100%"]]);
  });

  it("the order of localities is a single priority for a caller that no `from` of distribute matches, even with outlier detection (measured)", () => {
    const distribute = [{ from: "us/*", to: [["eu/b/*", 100] as const] }];
    const own = { rules: rule({ outlier, balancer: balancer({ distribute }) }) };
    expect(steps(own)).toEqual([["eu/a 2 67%", "eu/b 1 33%"]]);
    expect(steps(own, caller({ locality: "us/x" }))).toEqual([["eu/b 1 100%"]]);
  });

  it.each([
    ["RANDOM", { simple: "RANDOM" }],
    ["consistentHash", { isHashing: true }],
  ] as const)("the order of localities has no known shares with the balancer %s", (name, own) => {
    const rules = rule({ balancer: { simple: "", locality: null, zoneAware: null, ...own } });
    const [port] = serviceReachOf(HOST, caller(), world({ rules })).ports;
    expect(port?.steps.map(({ places }) => places.map(({ share }) => share))).toEqual([[null, null]]);
    expect(port?.unknownShares).toEqual({ code: "balancer", balancer: name });
  });

  it("the order of localities has a known share with any balancer if there is only one locality", () => {
    const rules = rule({ balancer: { simple: "RANDOM", locality: null, zoneAware: null } });
    const [port] = serviceReachOf(HOST, caller(), world({ rules, entries: machines(["a", "a"]) })).ports;
    expect(port?.steps.map(({ places }) => places.map(({ share }) => share))).toEqual([[1]]);
  });

  it("the order of localities treats two spellings of one locality as one", () => {
    const [one, other] = machines(["a", "a/"]);
    expect(steps({ entries: [one, other].flatMap((machine) => machine ?? []) })).toEqual([["eu/a 2 100%"]]);
  });

  it.each<[string, Partial<SelectionWorld>, EndpointOrderReason]>([
    ["there is one locality", { entries: machines(["a"]) }, { code: "one-place" }],
    ["outlier detection is not set", {}, { code: "no-order", because: "no-outlier-detection" }],
    ["the mesh switches it off", { mesh: aMesh({ locality: null }) }, { code: "no-order", because: "off" }],
    ["outlier detection is set", { rules: rule({ outlier }) }, { code: "outlier-detection", from: "mesh", byLabels: [] }],
    [
      "the DestinationRule sets failoverPriority",
      { rules: rule({ outlier, balancer: balancer({ failoverPriority: ["topology.istio.io/network"] }) }) },
      { code: "outlier-detection", from: "rule", byLabels: ["topology.istio.io/network"] },
    ],
    [
      "distribute",
      {
        rules: rule({
          balancer: balancer({
            distribute: [
              {
                from: "eu/a/*",
                to: [
                  ["eu/a/*", 80],
                  ["eu/b/*", 20],
                ],
              },
            ],
          }),
        }),
      },
      { code: "distribute", from: "rule" },
    ],
    [
      "distribute has no rule for the caller's locality",
      { rules: rule({ outlier, balancer: balancer({ distribute: [{ from: "us/*", to: [["us/*", 100]] }] }) }) },
      { code: "not-distributed", from: "rule" },
    ],
    [
      "the object has a traffic distribution",
      { serviceEntries: [aServiceEntry({ distribution: "same-zone" })] },
      { code: "traffic-distribution", distribution: "same-zone" },
    ],
  ])("the order of localities has the reason: %s", (_what, own, order) => {
    expect(serviceReachOf(HOST, caller(), world(own)).ports[0]?.order).toEqual(order);
  });
});

describe("the failure of the first locality", () => {
  it.each<[string, Partial<SelectionWorld>, object]>([
    [
      "affects callers until its endpoints leave the list, if none are ejected",
      {},
      { moves: "when-gone-from-list", because: "no-outlier-detection", ejected: 0 },
    ],
    ["leaves no endpoint if no other locality has one", { entries: machines(["a"]) }, { moves: "nowhere" }],
    [
      "ejects none of three endpoints with a limit of 10 % (docs/istio.md#ejection)",
      { rules: rule({ outlier }) },
      { moves: "when-gone-from-list", because: "ejection-limit", ejected: 0 },
    ],
    [
      "affects callers only shortly if all its endpoints can be ejected",
      { rules: rule({ outlier: { minHealthPercent: 0, maxEjectionPercent: 100 } }) },
      { moves: "at-once" },
    ],
  ])("the failure of the first locality: %s", (_what, own, loss) => {
    expect(serviceReachOf(HOST, caller(), world(own)).ports[0]?.loss).toEqual({ locality: "eu/a", outcome: loss });
  });
});

describe("a ServiceEntry with several addresses", () => {
  const addresses = ["240.0.0.1", "240.0.0.0/24"];
  const gateways = [{ network: "vpc-2", cluster: "Kubernetes", address: "203.0.113.1", port: 15_443 }];
  const distribute = [
    {
      from: "eu/a/*",
      to: [
        ["eu/a/*", 80],
        ["eu/b/*", 20],
      ],
    },
  ];
  const reached = (own: Partial<SelectionWorld>, written: readonly string[]) => {
    const entries = [...machines(["a", "b"]), aSelectableEntry({ name: "far", locality: "eu/a", network: "vpc-2", serviceAccount: "web" })];
    const serviceEntries = [aServiceEntry({ addresses: written })];
    return serviceReachOf(HOST, caller({ network: "vpc-1" }), world({ mesh: aMesh({ gateways }), entries, serviceEntries, ...own })).ports[0];
  };

  it.each<[string, Partial<SelectionWorld>]>([
    ["with outlier detection", { rules: rule({ outlier }) }],
    ["with labels as failover priority", { rules: rule({ outlier, balancer: balancer({ failoverPriority: ["topology.istio.io/network"] }) }) }],
    ["with distribute", { rules: rule({ balancer: balancer({ distribute }) }) }],
  ])("a service with several addresses counts each machine once, drops none and keeps the shares of localities %s", (_order, own) => {
    const [one, several] = [reached(own, []), reached(own, addresses)];
    expect([several?.steps, several?.dropped]).toEqual([one?.steps, 0]);
    expect(several?.steps.length).toBeGreaterThan(0);
  });

  it("a service with several addresses counts each machine once, and uses the weight of one copy if localities have no weight", () => {
    const sharesOf = (written: readonly string[]) => {
      const port = reached({}, written);
      return [port?.dropped, port?.steps[0]?.places.map(({ share }) => Math.round((share ?? Number.NaN) * 100))];
    };
    expect(sharesOf([])).toEqual([0, [67, 33]]);
    expect(sharesOf(addresses)).toEqual([0, [75, 25]]);
  });

  it("a service with several addresses gives a gateway twice the weight of a direct machine in its locality", () => {
    const weights = reached({}, addresses)?.destination.groups.map(({ locality, weight, endpoints }) => [locality, weight, endpoints.map((one) => one.weight)]);
    expect(weights).toEqual([
      ["eu/a", 4, [1, 2]],
      ["eu/b", 2, [1]],
    ]);
  });
});

it("serviceReachOf returns no endpoint for a Pod that istiod sends as unhealthy", () => {
  const pods = [aSelectablePod({ name: "up" }), aSelectablePod({ name: "down", address: "10.1.0.2", ready: false })];
  const endpointsOf = (own: typeof pods) => {
    const [port] = serviceReachOf("a.shop.svc.cluster.local", caller(), aSelectionWorld({ services: [aKubernetesService()], pods: own })).ports;
    return port?.steps.map(({ endpoints }) => endpoints);
  };
  expect([endpointsOf(pods), endpointsOf(pods.slice(1))]).toEqual([[1], []]);
});

describe("serviceReachOf", () => {
  const strict = { namespace: "shop", name: "strict", createdAt: 0, labels: [], selector: [], mode: "STRICT", ports: [] };

  it("serviceReachOf returns a machine in `refusing` if its sidecar is STRICT and callers send plain text (docs/istio.md#tls-conflicts)", () => {
    const entries = [aSelectableEntry({ name: "plain" }), aSelectableEntry({ name: "marked", address: "10.0.0.2", serviceAccount: "web" })];
    const [port] = serviceReachOf(HOST, caller(), world({ entries, authentications: [strict] })).ports;
    expect(port?.refusing).toEqual([{ name: "plain", takes: "STRICT" }]);
  });

  it("serviceReachOf keeps only the first of several endpoints with one address and port (docs/istio.md#equal-addresses)", () => {
    const entries = [aSelectableEntry({ name: "one" }), aSelectableEntry({ name: "two" })];
    expect(serviceReachOf(HOST, caller(), world({ entries })).ports[0]?.dropped).toBe(1);
  });

  it("serviceReachOf returns a gateway in place of machines of another network (docs/istio.md#gateway-path)", () => {
    const mesh = aMesh({ gateways: [{ network: "vpc-2", cluster: "Kubernetes", address: "203.0.113.1", port: 15_443 }] });
    const entries = [aSelectableEntry({ network: "vpc-2", serviceAccount: "web" })];
    const [port] = serviceReachOf(HOST, caller({ network: "vpc-1" }), world({ mesh, entries })).ports;
    expect(port?.steps[0]?.places[0]).toMatchObject({ gateways: ["203.0.113.1:15443"], behindGateways: { machines: 1 }, of: { machines: 0 } });
  });

  it("serviceReachOf counts a gateway in several localities once, and drops no machine for it (docs/istio.md#gateway-weights)", () => {
    const mesh = aMesh({ gateways: [{ network: "vpc-2", cluster: "Kubernetes", address: "203.0.113.1", port: 15_443 }] });
    const entries = machines(["a", "b"]).map((one) => ({ ...one, network: "vpc-2" }));
    expect(serviceReachOf(HOST, caller({ network: "vpc-1" }), world({ mesh, entries })).ports[0]).toMatchObject({ dropped: 0, isGatewayShared: true });
  });

  describe("a gateway for machines in two localities, with a direct machine in the second", () => {
    const mesh = aMesh({ gateways: [{ network: "vpc-2", cluster: "Kubernetes", address: "203.0.113.1", port: 15_443 }] });
    const [one, two, direct] = machines(["a", "b", "b"]);
    const entries = [one, two].flatMap((far) => (far ? [{ ...far, network: "vpc-2" }] : [])).concat(direct ?? []);
    const places = (own: Partial<SelectionWorld>) =>
      serviceReachOf(HOST, caller({ network: "vpc-1" }), world({ mesh, entries, ...own })).ports[0]?.steps.flatMap((step) =>
        step.places.map(({ locality, behindGateways, of, share }) => [locality, behindGateways.machines, of.machines, Math.round((share ?? Number.NaN) * 100)]),
      );

    it("a gateway for machines in two localities, with a direct machine in the second has the machines of both localities behind it, and the weight of the copy that Envoy keeps", () => {
      expect(places({})).toEqual([
        ["eu/a", 2, 0, 50],
        ["eu/b", 0, 1, 50],
      ]);
    });

    it("a gateway for machines in two localities, with a direct machine in the second returns no share if callers resolve the service by DNS, as Envoy can keep both copies", () => {
      const dns = { serviceEntries: [aServiceEntry({ resolution: "DNS" })], mesh: { ...mesh, gatewaysServeDns: true } };
      const shares = (own: Partial<SelectionWorld>) =>
        serviceReachOf(HOST, caller({ network: "vpc-1" }), world({ mesh, entries, ...own })).ports[0]?.steps.map((step) =>
          step.places.map(({ share }) => share),
        );
      expect(shares(dns)).toEqual([[null, null]]);
      expect(shares({ ...dns, entries: entries.slice(1) })).toEqual([[1]]);
      expect(shares({ ...dns, entries: machines(["a", "b"]) })).toEqual([[0.5, 0.5]]);
      expect(shares({ serviceEntries: [aServiceEntry({ resolution: "DNS", addresses: ["240.0.0.1", "240.0.0.2"] })], entries: machines(["a", "b"]) })).toEqual([
        [null, null],
      ]);
    });

    it("a gateway for machines in two localities, with a direct machine in the second keeps the locality weights of distribute", () => {
      const distribute = [
        {
          from: "eu/a/*",
          to: [
            ["eu/a/*", 80],
            ["eu/b/*", 20],
          ],
        },
      ];
      expect(places({ rules: rule({ balancer: balancer({ distribute }) }) })).toEqual([
        ["eu/a", 2, 0, 80],
        ["eu/b", 0, 1, 20],
      ]);
    });

    it("a gateway for machines in two localities, with a direct machine in the second keeps the locality weights that istiod sends, including the dropped copy, for failover with outlier detection", () => {
      const failover = [{ from: "eu", to: "us" }];
      const located = entries.map((entry) => ({ ...entry, locality: `us/${entry.locality.slice(-1)}` }));
      expect(places({ entries: located, rules: rule({ outlier, balancer: balancer({ failover }) }) })).toEqual([
        ["us/a", 2, 0, 33],
        ["us/b", 0, 1, 67],
      ]);
      expect(places({ entries: located, rules: rule({ outlier }) })).toEqual([
        ["us/a", 2, 0, 50],
        ["us/b", 0, 1, 50],
      ]);
    });
  });

  it("serviceReachOf returns the machines of another namespace if an object there defines the host name", () => {
    const theirs = aServiceEntry({ namespace: "web", name: "theirs", createdAt: 5 });
    const reach = serviceReachOf(HOST, caller({ namespace: "web" }), world({ serviceEntries: [aServiceEntry(), theirs] }));
    expect([reach.namespace, reach.ownership.claims.map(({ outcome }) => outcome)]).toEqual(["web", ["other-namespace-wins", "defines"]]);
  });

  it("serviceReachOf returns no endpoint if exportTo hides the service from the caller", () => {
    const reach = serviceReachOf(HOST, caller({ namespace: "web" }), world({ serviceEntries: [aServiceEntry({ exportTo: ["."] })] }));
    expect([reach.namespace, reach.ports]).toEqual([null, []]);
  });

  it("serviceReachOf finds a Service by its full host name", () => {
    expect(serviceReachOf("a.shop.svc.cluster.local", caller(), world({ services: [aKubernetesService()] })).ports[0]?.steps[0]?.endpoints).toBe(3);
  });
});
