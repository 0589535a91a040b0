import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { NO_GATEWAY_API } from "@/lib/domain/mesh/network-gateways";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import { aReport, aWorld } from "@/lib/testing/entries";
import { aGateway, aMachine, cannotTell, evidenceOfAll, withGateways } from "@/lib/testing/finding-cases";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aServicePort, aTrafficPolicy } from "@/lib/testing/selection";
import { addressByGatewayOnly, gatewayOfNobody, hostNotPassed, networkWithoutGateway, unseenGatewaySources } from "./gateways";

describe("the sources of gateways", () => {
  const [SEEN, DENIED] = [
    { kind: "known", value: [], source: "Services" },
    { kind: "denied", source: "no right" },
  ] as const;

  it.each([
    ["both", SEEN, SEEN, []],
    ["Services alone", SEEN, DENIED, ["network-gateways"]],
    ["Gateways alone", DENIED, SEEN, ["gateway-services"]],
    ["neither", DENIED, DENIED, ["gateway-services", "network-gateways"]],
    ["Services, in a cluster without the Gateway API", SEEN, NO_GATEWAY_API, []],
  ] as const)("the sources of gateways are visible completely, or some are missing, if %s are visible", (_what, gateways, networkGateways, expected) =>
    expect(unseenGatewaySources({ gateways, networkGateways })).toEqual(expected),
  );

  it.each([
    ["the network", "vpc-1", ["nodes"]],
    ["another network", "vpc-2", []],
  ])("unseenGateways include Nodes, or do not, for %s of a Service that has their addresses", (_what, network, expected) => {
    const gateways = { ...SEEN, value: [aGateway({ addresses: [], nodeAddresses: "used" })] };
    expect(unseenGatewaySources({ gateways, networkGateways: SEEN }, network)).toEqual(expected);
  });
});

describe("STL501 network-without-gateway", () => {
  const [one, two] = [aMachine("vm-1", { network: "vpc-1" }), aMachine("vm-2", { network: "vpc-2" })];
  const entries = [one, two];

  it.each([
    ["one of two", { entries, ...withGateways([aGateway()]) }, [{ network: "vpc-2", machines: 1, unaddressed: 0, leftOut: false, hasTunnelOnly: false }]],
    [
      "one whose gateway is for ambient only",
      { entries, ...withGateways([aGateway(), aGateway({ network: "vpc-2", tlsPort: null, tunnelPort: 15008 })]) },
      [{ network: "vpc-2", hasTunnelOnly: true }],
    ],
    [
      "one with a machine that has no address",
      { entries: [...entries, aMachine("vm-3", { network: "vpc-2", address: "" })], ...withGateways([aGateway()]) },
      [{ network: "vpc-2", machines: 2, unaddressed: 1 }],
    ],
    ["one that is left out", { entries, ...withGateways([aGateway()], { ambientMultiNetwork: true }) }, [{ network: "vpc-2", leftOut: true }]],
    [
      "both, where no gateway is, so that none is left out",
      { entries, ...withGateways([], { ambientMultiNetwork: true }) },
      [{ leftOut: false }, { leftOut: false }],
    ],
    ["the only one, where Pods are in none", { entries: [one], ...withGateways([]) }, [{ network: "vpc-1" }]],
    ["none: each has one", { entries, ...withGateways([aGateway(), aGateway({ network: "vpc-2" })]) }, []],
    ["none: machines and Pods are in one network", { entries: [one], ...withGateways([], { podNetwork: "vpc-1" }) }, []],
    ["none: machines that name no network", { entries: [aMachine("vm")], ...withGateways([aGateway()]) }, []],
  ])("STL501 finds networks without a gateway: %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(networkWithoutGateway, objects)).toEqual(evidence.map((each) => expect.objectContaining(each))),
  );

  it("STL501 has no answer if gateways are not visible", () => {
    const world = aWorld([], { gateways: { kind: "denied", source: "list services" } });
    expect(cannotTell(networkWithoutGateway, { entries, world })).toBe(true);
    const objects = { ...withGateways([aGateway()]).world, networkGateways: { kind: "denied", source: "list gateways" } } as const;
    expect(cannotTell(networkWithoutGateway, { entries, ...withGateways([aGateway()]), world: objects })).toBe(true);
  });
});

describe("STL502 gateway-of-nobody", () => {
  it.each([
    [
      "finds a fault for a Service without a port that istiod accepts",
      aGateway({ tlsPort: null }),
      [{ gateway: "istio-system/east-west", network: "vpc-1", lacks: "port" }],
    ],
    [
      "finds a fault for a Service without an address",
      aGateway({ addresses: [] }),
      [{ gateway: "istio-system/east-west", network: "vpc-1", lacks: "address" }],
    ],
    [
      "finds a fault for a Service of type NodePort without a node selector",
      aGateway({ addresses: [], nodeAddresses: "possible" }),
      [{ gateway: "istio-system/east-west", network: "vpc-1", lacks: "node-selector" }],
    ],
    ["finds nothing for a Service with addresses of Nodes, which Stolos does not read", aGateway({ addresses: [], nodeAddresses: "used" }), []],
    ["finds nothing for a Service with a port and an address", aGateway(), []],
    ["finds nothing for a Service with a port for ambient only", aGateway({ tlsPort: null, tunnelPort: 15008 }), []],
    ["finds nothing for a Service without a network, so that it is not a gateway", aGateway({ network: "", tlsPort: null }), []],
  ])("STL502 %s", (_what, service, evidence) => expect(evidenceOfAll(gatewayOfNobody, withGateways([service]))).toEqual(evidence));

  it("STL502 has no answer if gateways are not visible", () => {
    expect(cannotTell(gatewayOfNobody, { world: aWorld([], { gateways: { kind: "denied", source: "list services" } }) })).toBe(true);
  });
});

describe("STL506 address-by-gateway-only", () => {
  const bare = (network: string) => aMachine("lake", { address: "", network });

  it.each([
    ["finds a fault for an entry without an address in a network without a gateway", bare("vpc-2"), [{ network: "vpc-2", callers: "nothing" }]],
    ["finds nothing for an entry without an address in a network with a gateway", bare("vpc-1"), []],
    ["finds nothing for an entry with an address", aMachine("vm", { network: "vpc-2" }), []],
    ["finds nothing for an entry with neither address nor network, which another rule reports", bare(""), []],
  ])("STL506 %s", (_what, entry, evidence) =>
    expect(evidenceOfAll(addressByGatewayOnly, { entries: [entry], ...withGateways([aGateway()]) })).toEqual(evidence),
  );

  it.each<[string, ServiceEntry["resolution"], string]>([
    ["in a mesh without any gateway", "STATIC", "empty-address"],
    ["in a mesh without any gateway, by DNS", "DNS", "empty-address"],
  ])("STL506 reports that callers get an empty address %s", (_where, resolution, callers) => {
    const hosts = [aServiceEntry({ resolution, selector: [["app", "lake"]] })];
    const entry = { ...bare("vpc-2"), specLabels: [["app", "lake"]] as const };
    expect(evidenceOfAll(addressByGatewayOnly, { entries: [entry], hosts, ...withGateways([]) })).toEqual([{ network: "vpc-2", callers }]);
  });

  it.each<[string, ServiceEntry["resolution"], boolean, string]>([
    ["reports that it is not known what callers of a DNS service get behind a Service's gateway", "DNS", true, "not-known"],
    ["reports that callers of a STATIC service get no endpoint", "STATIC", true, "nothing"],
    ["reports that callers may use a DNS service while ServiceEntries are not visible", "STATIC", false, "by-service"],
  ])("STL506: %s", (_claim, resolution, isSeen, callers) => {
    const hosts = [aServiceEntry({ resolution, selector: [["app", "lake"]] })];
    const entry = { ...bare("vpc-2"), specLabels: [["app", "lake"]] as const };
    const unseen = isSeen ? {} : { serviceentries: "all" as const };
    const found = evidenceOfAll(addressByGatewayOnly, { entries: [entry], hosts: isSeen ? hosts : [], unseen, ...withGateways([aGateway()]) });
    expect(found).toEqual([{ network: "vpc-2", callers }]);
  });

  it("STL506 has no answer if gateways are not visible", () => {
    const world = aWorld([], { gateways: { kind: "denied", source: "list services" } });
    expect(cannotTell(addressByGatewayOnly, { entries: [bare("vpc-2")], world })).toBe(true);
  });
});

describe("STL507 host-not-passed", () => {
  const OURS = [["app", "a"]] as const;
  const hosts = [aServiceEntry()];
  const entries = [aMachine("vm", { network: "vpc-1", serviceAccount: "web" })];
  const gated = withGateways([aGateway()]);
  const old = (own: Partial<ServiceEntry> = {}) => aServiceEntry({ name: "old", createdAt: -1, selector: [["app", "old"]], ...own });
  const dns = { resolution: "DNS" } as const;
  const vm = (name: string, own: Partial<WorkloadEntry> = {}) => aMachine(name, { network: "vpc-1", serviceAccount: "web", ...own });
  const ruled = (tls: string) => aDestinationRule({ policy: aTrafficPolicy({ tls }) });
  const crossing = (selector: LabelSet, port: number, written: readonly string[]) => {
    const servers = [{ port, tlsMode: "AUTO_PASSTHROUGH", hosts: written, bind: "" }];
    return { gateways: [{ namespace: "istio-system", name: "cross", createdAt: 0, labels: [], selector, servers }] };
  };
  const passing = (...written: readonly string[]) => crossing([], 15443, written);
  passing.on = (port: number, ...written: readonly string[]) => crossing([], port, written);
  passing.by = (selector: LabelSet, ...written: readonly string[]) => crossing(selector, 15443, written);
  const elsewhere = withGateways([]);
  const ofMesh = {
    ...elsewhere,
    mesh: { settings: { ...elsewhere.mesh.settings, gateways: [{ network: "vpc-1", cluster: "", address: "192.0.2.1", port: 15443 }] }, doubts: [] },
  };
  const near = withGateways([aGateway()], { podNetwork: "vpc-1" });
  const registered = aMachine("b", { specLabels: [["app", "b"]], registrationGroup: "b", controller: "istiod-a" });
  const ports = [anEntryPort(), anEntryPort({ name: "web", number: 81 })];
  const exported = aKubernetesService({ exportTo: ["web"], ports: ports.map(({ name, number }) => aServicePort({ name, number })) });
  const onePort = aServiceEntry({ name: "one", hosts: [`${exported.name}.shop.svc.cluster.local`], selector: [["app", "old"]] });
  const bothPorts = { ...onePort, ports };

  it.each([
    [
      "finds a fault for a host name that no server of the Gateway lists",
      { hosts, entries, ...gated, ...passing("*.local") },
      [{ hosts: ["a.example.com"], networks: ["vpc-1"], machines: 1, passed: ["*.local"] }],
    ],
    ["finds a fault for a host name if no Gateway passes any", { hosts, entries, ...gated }, [{ hosts: ["a.example.com"], passed: [] }]],
    ["finds nothing for a host name that a server of the Gateway lists", { hosts, entries, ...gated, ...passing("*.local", "*.example.com") }, []],
    ["finds nothing for a Kubernetes Service if a server lists *.local", { hosts: [aKubernetesService()], entries, ...gated, ...passing("*.local") }, []],
    ["finds nothing for a MESH_EXTERNAL host name, which another rule reports", { hosts: [aServiceEntry({ isExternal: true })], entries, ...gated }, []],
    ["finds nothing for a DestinationRule because of which no gateway passes calls", { hosts, entries, ...gated, policies: { rules: [ruled("DISABLE")] } }, []],
    [
      "finds a fault for a host name whose DestinationRule lets gateways pass calls",
      { hosts, entries, ...gated, policies: { rules: [ruled("ISTIO_MUTUAL")] } },
      [{ passed: [] }],
    ],
    ["finds nothing for machines in a network without a gateway", { hosts, entries: [aMachine("vm", { network: "vpc-2" })], ...gated }, []],
    ["finds nothing for a gateway in another cluster, whose Gateway objects are not visible", { hosts, entries, ...ofMesh }, []],
    [
      "finds a fault for a healthy machine, and does not count draining, unhealthy ones and those without an account",
      {
        hosts,
        entries: [
          vm("healthy"),
          vm("draining", { specLabels: [...OURS, ["istio.io/draining", "true"]] }),
          vm("unhealthy", { gate: "true", health: aReport("False") }),
          vm("unmarked", { serviceAccount: "" }),
        ],
        ...gated,
      },
      [{ machines: 1 }],
    ],
    [
      "finds nothing for machines that are all draining",
      { hosts, entries: [vm("draining", { specLabels: [...OURS, ["istio.io/draining", "true"]] })], ...gated },
      [],
    ],
    ["finds nothing for a host name that an older DNS object defines", { hosts: [...hosts, old(dns)], entries, ...gated }, []],
    [
      "finds a fault for a DNS object whose host name an older STATIC object defines",
      { hosts: [aServiceEntry(dns), old()], entries, ...gated },
      [{ hosts: ["a.example.com"], machines: 1 }],
    ],
    [
      "finds nothing for ports that the object with the host name does not have",
      { hosts: [...hosts, old({ ports: [anEntryPort({ name: "web", number: 81 })] })], entries, ...gated },
      [],
    ],
    [
      "finds a fault for a service that is not exported to the gateway's namespace",
      { hosts: [aServiceEntry({ exportTo: ["."] })], entries, ...gated, ...passing("*") },
      [{ machines: 1, because: ["not-exported"] }],
    ],
    [
      "finds nothing for a service that is exported to the gateway's namespace by name",
      { hosts: [aServiceEntry({ exportTo: [".", "istio-system"] })], entries, ...gated, ...passing("*") },
      [],
    ],
    [
      "finds a fault for a service whose host name an older object of another namespace defines",
      { hosts: [aServiceEntry({ exportTo: ["."] }), aServiceEntry({ namespace: "legacy", createdAt: -1 })], entries, ...gated, ...passing("*") },
      [{ hosts: ["a.example.com"], machines: 1, because: ["other-owner"] }],
    ],
    [
      "finds a fault for a Service not exported to the gateway's namespace, where another object has only one of its ports",
      { hosts: [exported, onePort], entries, ...gated, ...passing("*.local") },
      [{ hosts: [exported.name].map((name) => `${name}.shop.svc.cluster.local`), machines: 1, because: ["other-owner"], ports: ["81"] }],
    ],
    [
      "finds nothing for a Service not exported to the gateway's namespace, where another object has all its ports",
      { hosts: [exported, bothPorts], entries, ...gated, ...passing("*.local") },
      [],
    ],
    [
      "finds a fault for a Gateway whose server is on another port than the gateway's Service",
      { hosts, entries, ...gated, ...passing.on(443, "*") },
      [{ because: ["not-covered"], passed: [] }],
    ],
    [
      "finds a fault for a Gateway that selects other Pods",
      { hosts, entries, ...gated, ...passing.by([["istio", "other"]], "*") },
      [{ because: ["not-covered"] }],
    ],
    ["finds nothing for a Gateway that may select the Pods", { hosts, entries, ...gated, ...passing.by([["app", "gw"]], "*") }, []],
    [
      "finds a fault for one of two gateways of a network that drops the calls",
      {
        hosts: [aServiceEntry({ exportTo: [".", "istio-system"] })],
        entries,
        ...withGateways([aGateway(), aGateway({ namespace: "far", name: "second", addresses: ["192.0.2.2"] })]),
        ...passing("*"),
      },
      [{ machines: 1, gateways: ["far/second"], because: ["not-exported"] }],
    ],
    [
      "finds a fault for two gateways of a network that drop the calls",
      { hosts, entries, ...withGateways([aGateway(), aGateway({ name: "second", addresses: ["192.0.2.2"] })]) },
      [{ machines: 1, gateways: [], because: ["not-covered"] }],
    ],
    [
      "finds nothing for two Services of one address, of which one passes the calls",
      {
        hosts: [aServiceEntry({ exportTo: [".", "istio-system"] })],
        entries,
        ...withGateways([aGateway(), aGateway({ namespace: "far", name: "second" })]),
        ...passing("*"),
      },
      [],
    ],
    [
      "finds a fault for a gateway of two addresses, one of which leads to a gateway that passes the calls, too",
      {
        hosts: [aServiceEntry({ exportTo: [".", "istio-system"] })],
        entries,
        ...withGateways([aGateway(), aGateway({ namespace: "far", name: "second", addresses: ["192.0.2.1", "192.0.2.2"] })]),
        ...passing("*"),
      },
      [{ machines: 1, gateways: ["far/second"], because: ["not-exported"] }],
    ],
    [
      "finds a fault for a Gateway that may select the Pods and lists other host names",
      { hosts, entries, ...gated, ...passing.by([["app", "gw"]], "*.local") },
      [{ because: ["not-covered"], passed: ["*.local"] }],
    ],
    [
      "finds nothing for a gateway whose Service has no selector",
      { hosts: [aServiceEntry({ exportTo: ["."] })], entries, ...withGateways([aGateway({ selector: [] })]), ...passing("*") },
      [],
    ],
    ["finds nothing if no caller is in another network", { hosts, entries, ...near }, []],
    [
      "finds a fault if a registered entry without a network is a caller, although Pods are in the machine's network",
      { hosts, entries: [...entries, registered], ...near },
      [{ machines: 1 }],
    ],
  ])("STL507 %s", (_what, objects, evidence) => expect(evidenceOfAll(hostNotPassed, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));
});
