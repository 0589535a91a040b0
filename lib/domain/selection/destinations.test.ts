import { describe, expect, it } from "vitest";
import { destinationsOf, standingOf } from "@/lib/testing/destinations";
import {
  aDestinationRule,
  aKubernetesService,
  aMesh,
  anEntryPort,
  aSelectableEntry,
  aSelectablePod,
  aSelectionWorld,
  aServiceEntry,
  aServicePort,
  aSlice,
  aSliceEndpoint,
  aTrafficPolicy,
  candidateEntry,
} from "@/lib/testing/selection";
import type { DestinationRule } from "./policies";
import { storedEndpoints } from "./stored-endpoints";
import { BARE_SIDECAR_CALLER, type SelectionWorld } from "./world";

const CALLER = { ...BARE_SIDECAR_CALLER, namespace: "shop" };

function told(world: SelectionWorld) {
  return Object.fromEntries(
    destinationsOf(world, CALLER).map(({ port, subset, host, groups }) => [
      `${port}|${subset}|${host}`,
      groups.flatMap(({ endpoints }) => endpoints.map((one) => `${one.address}:${one.port} ${one.health}`)).sort(),
    ]),
  );
}

describe("the endpoints of a service (docs/istio.md#resolution, #service-selector)", () => {
  it.each([
    [
      "a STATIC ServiceEntry has entries with health UNKNOWN and Pods with health HEALTHY (docs/istio.md#unhealthy-pods)",
      { serviceEntries: [aServiceEntry()] },
      { "80||a.example.com": ["10.0.0.1:80 UNKNOWN", "10.1.0.1:80 HEALTHY"] },
    ],
    [
      "a Service has entries with health UNKNOWN and Pods with health HEALTHY",
      { services: [aKubernetesService()] },
      { "80||a.shop.svc.cluster.local": ["10.0.0.1:80 UNKNOWN", "10.1.0.1:80 HEALTHY"] },
    ],
    [
      "resolution NONE and headless Services have no endpoint list, because callers connect to the address that they looked up",
      { serviceEntries: [aServiceEntry({ resolution: "NONE" })], services: [aKubernetesService({ isHeadless: true })] },
      { "80||a.example.com": [], "80||a.shop.svc.cluster.local": [] },
    ],
    [
      "an ExternalName Service and resolution DYNAMIC_DNS have no destination",
      { serviceEntries: [aServiceEntry({ resolution: "DYNAMIC_DNS" })], services: [aKubernetesService({ type: "ExternalName", externalName: "x.org" })] },
      {},
    ],
    [
      "DNS without endpoints and selector has the host name itself as endpoint",
      { serviceEntries: [aServiceEntry({ resolution: "DNS", selector: null })] },
      { "80||a.example.com": ["a.example.com:80 UNKNOWN"] },
    ],
    [
      "DNS with a selector that matches nothing has no destination, not even the host name",
      { serviceEntries: [aServiceEntry({ resolution: "DNS", selector: [["app", "z"]] })] },
      {},
    ],
    [
      "STATIC with a selector that matches nothing has a destination without endpoints",
      { serviceEntries: [aServiceEntry({ selector: [["app", "z"]] })] },
      { "80||a.example.com": [] },
    ],
    ["a UDP port has no destination", { serviceEntries: [aServiceEntry({ ports: [anEntryPort({ protocol: "udp" })] })] }, {}],
    [
      "DNS_ROUND_ROBIN has one endpoint, sorted with Pods first, then by name",
      { serviceEntries: [aServiceEntry({ resolution: "DNS_ROUND_ROBIN" })] },
      { "80||a.example.com": ["10.1.0.1:80 HEALTHY"] },
    ],
    [
      "the older of two DNS_ROUND_ROBIN objects has the only endpoint",
      {
        serviceEntries: [
          aServiceEntry({ resolution: "DNS_ROUND_ROBIN", createdAt: 2 }),
          aServiceEntry({
            name: "b",
            resolution: "DNS_ROUND_ROBIN",
            createdAt: 1,
            selector: null,
            endpoints: [{ address: "10.9.9.9", ports: [], labels: [], network: "", locality: "", weight: null, serviceAccount: "" }],
          }),
        ],
      },
      { "80||a.example.com": ["10.9.9.9:80 UNKNOWN"] },
    ],
    [
      "a machine that two Services of a host name select is sent twice (docs/istio.md#equal-addresses)",
      { serviceEntries: [aServiceEntry({ hosts: ["a.shop.svc.cluster.local"] })], services: [aKubernetesService({ ports: [aServicePort()] })], pods: [] },
      { "80||a.shop.svc.cluster.local": ["10.0.0.1:80 UNKNOWN", "10.0.0.1:80 UNKNOWN"] },
    ],
    [
      "internalTrafficPolicy Local sends only endpoints on the caller's Node",
      { services: [aKubernetesService({ isNodeLocal: true })], pods: [aSelectablePod({ node: "n" })] },
      { "80||a.shop.svc.cluster.local": ["10.0.0.1:80 UNKNOWN"] },
    ],
    [
      "a service with persistent sessions has draining endpoints (docs/istio.md#draining)",
      {
        serviceEntries: [aServiceEntry({ labels: [["istio.io/persistent-session", "c"]] })],
        entries: [aSelectableEntry({ metadataLabels: [["istio.io/draining", "1"]] })],
        pods: [],
      },
      { "80||a.example.com": ["10.0.0.1:80 DRAINING"] },
    ],
    [
      "a Service has unready Pods with health UNHEALTHY (recording mixed)",
      { services: [aKubernetesService()], pods: [aSelectablePod({ ready: false })], entries: [] },
      { "80||a.shop.svc.cluster.local": ["10.1.0.1:80 UNHEALTHY"] },
    ],
    [
      "a Service has only the first of several Pods with one address",
      { services: [aKubernetesService()], pods: [aSelectablePod({ ready: false }), aSelectablePod({ name: "second" })], entries: [] },
      { "80||a.shop.svc.cluster.local": ["10.1.0.1:80 UNHEALTHY"] },
    ],
    [
      "a Service has no unready Pods if istiod's settings leave them out",
      { mesh: aMesh({ sendsUnhealthy: false }), services: [aKubernetesService()], pods: [aSelectablePod({ ready: false })], entries: [] },
      { "80||a.shop.svc.cluster.local": [] },
    ],
    [
      "a Service has no unready Pods if minHealthPercent is set (docs/istio.md#unhealthy-pods)",
      {
        services: [aKubernetesService()],
        pods: [aSelectablePod({ ready: false })],
        entries: [],
        rules: [aDestinationRule({ host: "a", policy: aTrafficPolicy({ outlier: { minHealthPercent: 50, maxEjectionPercent: null } }) })],
      },
      { "80||a.shop.svc.cluster.local": [] },
    ],
    [
      "a Service with traffic distribution has unready Pods with any minHealthPercent",
      {
        services: [aKubernetesService({ distribution: "same-zone" })],
        pods: [aSelectablePod({ ready: false })],
        entries: [],
        mesh: aMesh({ sendsUnhealthy: false }),
      },
      { "80||a.shop.svc.cluster.local": ["10.1.0.1:80 UNHEALTHY"] },
    ],
  ] as const)("the endpoints of a service: %s", (_fact, own, expected) => {
    expect(told(aSelectionWorld({ entries: [aSelectableEntry()], pods: [aSelectablePod()], ...own }))).toEqual(expected);
  });
});

describe("subsets (docs/istio.md#subsets)", () => {
  const entries = [
    aSelectableEntry({
      name: "v1",
      address: "10.0.0.1",
      specLabels: [
        ["app", "a"],
        ["v", "1"],
      ],
      locality: "r/z",
    }),
    aSelectableEntry({
      name: "v2",
      address: "10.0.0.2",
      specLabels: [
        ["app", "a"],
        ["v", "2"],
      ],
    }),
  ];
  const subset = (name: string, labels: DestinationRule["subsets"][number]["labels"]) => ({ name, labels, policy: null });
  const rules = [
    aDestinationRule({
      subsets: [subset("one", [["v", "1"]]), subset("all", []), subset("none", [["v", "9"]]), subset("zone", [["topology.kubernetes.io/zone", "z"]])],
    }),
  ];
  const world = aSelectionWorld({ entries, serviceEntries: [aServiceEntry()], rules });

  it("subsets have the endpoints with their labels, also derived ones; a subset without labels has all", () => {
    const [first, second] = ["10.0.0.1:80 UNKNOWN", "10.0.0.2:80 UNKNOWN"];
    expect(told(world)).toEqual({
      "80||a.example.com": [first, second],
      "80|one|a.example.com": [first],
      "80|all|a.example.com": [first, second],
      "80|none|a.example.com": [],
      "80|zone|a.example.com": [first],
    });
  });

  it("subsets have no endpoint for a machine in none of them, and return the reason", () => {
    const destination = destinationsOf(world, CALLER).find((one) => one.subset === "one");
    expect(destination && standingOf(candidateEntry(entries[1]), destination, world)).toEqual({
      is: "left-out",
      reasons: [{ code: "not-in-subset", subset: "one" }],
    });
  });
});

describe("the reason why a machine is not an endpoint", () => {
  const standing = (entry: Parameters<typeof candidateEntry>[0], own: Partial<SelectionWorld>) => {
    const world = aSelectionWorld({ entries: [aSelectableEntry(entry)], serviceEntries: [aServiceEntry()], ...own });
    const [destination] = destinationsOf(world, CALLER);
    return destination && standingOf(candidateEntry(entry), destination, world);
  };

  it.each([
    ["no object selects the machine", { specLabels: [] }, {}, { is: "not-taken" }],
    [
      "its address is a host name, which a STATIC list does not accept",
      { address: "vm.example.org" },
      { serviceEntries: [aServiceEntry({ createdAt: 1 }), aServiceEntry({ name: "b", createdAt: 2, resolution: "DNS" })] },
      { is: "left-out", reasons: [{ code: "not-an-ip-address", address: "vm.example.org" }] },
    ],
    [
      "the object that defines the host name has another name for the port",
      { specLabels: [["app", "b"]] },
      {
        serviceEntries: [
          aServiceEntry({ createdAt: 1 }),
          aServiceEntry({ name: "b", createdAt: 2, selector: [["app", "b"]], ports: [anEntryPort({ name: "web" })] }),
        ],
      },
      { is: "left-out", reasons: [{ code: "other-port-name", name: "web", wanted: "http" }] },
    ],
    [
      "it has no port with the name in targetPort",
      {},
      { serviceEntries: [], services: [aKubernetesService({ ports: [aServicePort({ target: "web" })] })] },
      { is: "left-out", reasons: [{ code: "port-name-missing", missing: "web" }] },
    ],
    [
      "the Service has an earlier port with the same number and another protocol",
      {},
      { serviceEntries: [], services: [aKubernetesService({ ports: [aServicePort({ name: "udp", protocol: "UDP" }), aServicePort({ name: "tcp" })] })] },
      { is: "left-out", reasons: [{ code: "port-number-taken", by: "udp" }] },
    ],
    ["it is draining", { metadataLabels: [["istio.io/draining", "1"]] }, {}, { is: "left-out", reasons: [{ code: "draining" }] }],
    [
      "callers connect to the address that they looked up",
      {},
      { serviceEntries: [], services: [aKubernetesService({ isHeadless: true })] },
      { is: "not-taken" },
    ],
    ["is missing for a machine that istiod sends", {}, {}, { is: "sent" }],
  ] as const)("the reason why a machine is not an endpoint: %s", (_fact, entry, own, expected) => {
    expect(standing(entry, own)).toMatchObject(expected);
  });
});

it("storedEndpoints has the machine with the only endpoint in the reason of a machine that DNS_ROUND_ROBIN leaves out", () => {
  const world = aSelectionWorld({
    entries: [aSelectableEntry({ name: "b" }), aSelectableEntry({ name: "a" })],
    serviceEntries: [aServiceEntry({ resolution: "DNS_ROUND_ROBIN" })],
  });
  expect(storedEndpoints("a.example.com", "shop", world).refusals.map(({ machine, reason }) => [machine.name, reason])).toEqual([
    ["b", { code: "round-robin-taken", by: "a" }],
  ]);
});

describe("a Pod with the name of an entry (recording services)", () => {
  const pod = aSelectablePod({ name: "vm-1" });
  const told = (entry: Parameters<typeof aSelectableEntry>[0], own: Partial<SelectionWorld>) => {
    const world = aSelectionWorld({ entries: [aSelectableEntry(entry)], pods: [pod], ...own });
    const [destination] = destinationsOf(world, CALLER);
    return destination && standingOf({ kind: "pod", pod }, destination, world);
  };

  it("a Pod with the name of an entry (recording services) is not an endpoint of a ServiceEntry", () => {
    expect(told({}, { serviceEntries: [aServiceEntry()] })).toEqual({ is: "left-out", reasons: [{ code: "name-taken-by-entry" }] });
  });

  it("a Pod with the name of an entry (recording services) is an endpoint of a Service", () => {
    expect(told({}, { services: [aKubernetesService()] })).toMatchObject({ is: "sent" });
  });

  it("a Pod with the name of an entry (recording services) is an endpoint of a ServiceEntry while istiod does not store the entry", () => {
    expect(told({ gate: "true" }, { serviceEntries: [aServiceEntry()] })).toMatchObject({ is: "sent" });
  });
});

it("storedEndpoints leaves out a machine on a port that only another ServiceEntry of the host name has (docs/istio.md#merged-ports, #joined-endpoints)", () => {
  const services = [aKubernetesService({ ports: [aServicePort(), aServicePort({ name: "more", number: 81 })], selector: [["app", "z"]] })];
  const serviceEntries = [aServiceEntry({ hosts: ["a.shop.svc.cluster.local"] })];
  const world = aSelectionWorld({ entries: [aSelectableEntry()], services, serviceEntries });
  const destination = destinationsOf(world, CALLER).find(({ port }) => port === 81);
  expect(destination && standingOf(candidateEntry(), destination, world)).toEqual({ is: "left-out", reasons: [{ code: "port-not-served" }] });
});

describe("endsIstiod of an endpoint list (run with istiod 1.31)", () => {
  const there = (...localities: readonly string[]) =>
    localities.map((locality, at) => aSelectableEntry({ name: `vm-${at}`, address: `10.0.0.${at}`, locality }));
  const outlier = { minHealthPercent: 0, maxEjectionPercent: null };
  const byLabels = {
    simple: "",
    zoneAware: null,
    locality: { isEnabled: true, distribute: null, failover: [], failoverPriority: ["topology.kubernetes.io/region"] },
  };
  const ruled = (own: Parameters<typeof aTrafficPolicy>[0]) => [aDestinationRule({ policy: aTrafficPolicy(own) })];
  const DNS = aServiceEntry({ resolution: "DNS" });
  const CLOSE = aServiceEntry({ resolution: "DNS", distribution: "same-zone" });

  it.each([
    ["is true for DNS with traffic distribution and two localities", { serviceEntries: [CLOSE], entries: there("r/a", "r/b") }, true],
    ["is false with one locality", { serviceEntries: [CLOSE], entries: there("r/a", "r/a") }, false],
    [
      "is true with one locality and a draining machine",
      { serviceEntries: [CLOSE], entries: [...there("r/a"), aSelectableEntry({ name: "out", locality: "r/a", metadataLabels: [["istio.io/draining", "1"]] })] },
      true,
    ],
    [
      "is true for DNS with failoverPriority, outlier detection and two localities",
      { serviceEntries: [DNS], rules: ruled({ outlier, balancer: byLabels }), entries: there("r/a", "r/b") },
      true,
    ],
    [
      "is false with failoverPriority but without outlier detection",
      { serviceEntries: [DNS], rules: ruled({ balancer: byLabels }), entries: there("r/a", "r/b") },
      false,
    ],
    ["is false if localities order the endpoints without labels", { serviceEntries: [DNS], rules: ruled({ outlier }), entries: there("r/a", "r/b") }, false],
    ["is false with resolution STATIC", { serviceEntries: [aServiceEntry({ distribution: "same-zone" })], entries: there("r/a", "r/b") }, false],
  ])("a list that makes istiod panic (run with 1.31): %s", (_fact, own, expected) => {
    expect(destinationsOf(aSelectionWorld(own), CALLER).map(({ endsIstiod }) => endsIstiod)).toEqual([expected]);
  });
});

describe("the identities that callers accept in certificates (docs/istio.md#accepted-names; measured)", () => {
  const OWN = "spiffe://cluster.local/ns/shop/sa/web";
  const entries = [aSelectableEntry({ serviceAccount: "web" })];
  const named = (accounts: readonly string[], createdAt: number, own: Parameters<typeof aServiceEntry>[0] = {}) =>
    aServiceEntry({ name: `of-${createdAt}`, createdAt, accounts, ...own });
  const ruled = (tls: string) => [aDestinationRule({ policy: aTrafficPolicy({ tls, accepts: ["spiffe://rule"] }) })];

  it.each([
    ["the ServiceEntry and of the machines' service accounts", { serviceEntries: [named(["spiffe://old"], 1)] }, [OWN, "spiffe://old"]],
    ["the newest object", { serviceEntries: [named(["spiffe://old"], 1), named(["spiffe://new"], 2)] }, [OWN, "spiffe://new"]],
    ["the machines alone, if the newest object has no names", { serviceEntries: [named(["spiffe://old"], 1), named([], 2)] }, [OWN]],
    [
      "the newest object, even if it selects other machines",
      { serviceEntries: [named(["spiffe://old"], 1), named(["spiffe://new"], 2, { selector: [["app", "b"]] })] },
      [OWN, "spiffe://new"],
    ],
    [
      "the namespace's object, even if one of another namespace is newer",
      { serviceEntries: [named(["spiffe://old"], 1), named(["spiffe://new"], 2, { namespace: "legacy" })] },
      [OWN, "spiffe://old"],
    ],
    [
      "Pods of EndpointSlices that are not ready, or that have no port of the Service",
      {
        services: [aKubernetesService({ selector: [] })],
        pods: [aSelectablePod({ name: "old", serviceAccount: "old" }), aSelectablePod({ name: "odd", serviceAccount: "odd", address: "10.1.0.2" })],
        slices: [
          aSlice({ endpoints: [aSliceEndpoint(["10.1.0.1"], { ready: false, pod: { namespace: "shop", name: "old" } })] }),
          aSlice({ name: "a-2", ports: [{ name: "odd", port: 1 }], endpoints: [aSliceEndpoint(["10.1.0.2"], { pod: { namespace: "shop", name: "odd" } })] }),
        ],
      },
      ["spiffe://cluster.local/ns/shop/sa/odd", "spiffe://cluster.local/ns/shop/sa/old"],
    ],
    ["a DestinationRule alone", { serviceEntries: [named(["spiffe://old"], 1)], rules: ruled("ISTIO_MUTUAL") }, ["spiffe://rule"]],
    ["a DestinationRule alone, with SIMPLE", { serviceEntries: [named(["spiffe://old"], 1)], rules: ruled("SIMPLE") }, ["spiffe://rule"]],
    ["no endpoint, if callers use no TLS", { serviceEntries: [named(["spiffe://old"], 1)], rules: ruled("DISABLE") }, []],
  ])("the certificate names that callers accept are those of %s", (_what, own, expected) => {
    const [destination] = destinationsOf(aSelectionWorld({ entries, ...own }), { ...CALLER, namespace: "shop" });
    expect(destination?.identities).toEqual(expected);
  });
});
