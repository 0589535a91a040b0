import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { NO_GATEWAY_API } from "@/lib/domain/mesh/network-gateways";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import { aReport, aWorld } from "@/lib/testing/entries";
import { aGateway, aMachine, cannotTell, evidenceOfAll, withGateways } from "@/lib/testing/finding-cases";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aServicePort, aTrafficPolicy } from "@/lib/testing/selection";
import { addressByGatewayOnly, gatewayOfNobody, hostNotPassed, networkWithoutGateway, unseenGateways } from "./gateways";

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
  ] as const)("the sources of gateways are complete or not if %s are visible", (_what, gateways, networkGateways, expected) =>
    expect(unseenGateways({ gateways, networkGateways })).toEqual(expected),
  );

  it.each([
    ["the network", "vpc-1", ["nodes"]],
    ["another network", "vpc-2", []],
  ])("unseenGateways needs Nodes for %s of a Service that has their addresses", (_what, network, expected) => {
    const gateways = { ...SEEN, value: [aGateway({ addresses: [], nodeAddresses: "used" })] };
    expect(unseenGateways({ gateways, networkGateways: SEEN }, network)).toEqual(expected);
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
    ["no port that istiod knows", aGateway({ tlsPort: null }), [{ gateway: "istio-system/east-west", network: "vpc-1", lacks: "port" }]],
    ["no address", aGateway({ addresses: [] }), [{ gateway: "istio-system/east-west", network: "vpc-1", lacks: "address" }]],
    [
      "no address and the type NodePort",
      aGateway({ addresses: [], nodeAddresses: "possible" }),
      [{ gateway: "istio-system/east-west", network: "vpc-1", lacks: "node-selector" }],
    ],
    ["addresses of Nodes, which Stolos does not read", aGateway({ addresses: [], nodeAddresses: "used" }), []],
    ["a port and an address", aGateway(), []],
    ["a port for ambient only", aGateway({ tlsPort: null, tunnelPort: 15008 }), []],
    ["no network, so that it is no gateway", aGateway({ network: "", tlsPort: null }), []],
  ])("STL502 has the expected findings for a Service with %s", (_what, service, evidence) =>
    expect(evidenceOfAll(gatewayOfNobody, withGateways([service]))).toEqual(evidence),
  );

  it("STL502 has no answer if gateways are not visible", () => {
    expect(cannotTell(gatewayOfNobody, { world: aWorld([], { gateways: { kind: "denied", source: "list services" } }) })).toBe(true);
  });
});

describe("STL506 address-by-gateway-only", () => {
  const bare = (network: string) => aMachine("lake", { address: "", network });

  it.each([
    ["a network without a gateway", bare("vpc-2"), [{ network: "vpc-2", callers: "nothing" }]],
    ["a network with one", bare("vpc-1"), []],
    ["an address", aMachine("vm", { network: "vpc-2" }), []],
    ["neither, which another rule tells", bare(""), []],
  ])("STL506 has the expected findings for an entry with %s", (_what, entry, evidence) =>
    expect(evidenceOfAll(addressByGatewayOnly, { entries: [entry], ...withGateways([aGateway()]) })).toEqual(evidence),
  );

  it.each<[string, ServiceEntry["resolution"], string]>([
    ["in a mesh without any gateway", "STATIC", "empty-address"],
    ["in a mesh without any gateway, by DNS", "DNS", "empty-address"],
  ])("STL506 reports an empty address %s", (_where, resolution, callers) => {
    const hosts = [aServiceEntry({ resolution, selector: [["app", "lake"]] })];
    const entry = { ...bare("vpc-2"), specLabels: [["app", "lake"]] as const };
    expect(evidenceOfAll(addressByGatewayOnly, { entries: [entry], hosts, ...withGateways([]) })).toEqual([{ network: "vpc-2", callers }]);
  });

  it.each<[string, ServiceEntry["resolution"], boolean, string]>([
    ["does not know the endpoints of a DNS service behind a Service's gateway", "DNS", true, "not-known"],
    ["reports no endpoint for a list", "STATIC", true, "nothing"],
    ["counts a DNS service as possible while ServiceEntries are not visible", "STATIC", false, "by-service"],
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
      "a host outside what is listed",
      { hosts, entries, ...gated, ...passing("*.local") },
      [{ hosts: ["a.example.com"], networks: ["vpc-1"], machines: 1, passed: ["*.local"] }],
    ],
    ["a host where no Gateway passes any", { hosts, entries, ...gated }, [{ hosts: ["a.example.com"], passed: [] }]],
    ["a host that is listed", { hosts, entries, ...gated, ...passing("*.local", "*.example.com") }, []],
    ["a Kubernetes Service and *.local", { hosts: [aKubernetesService()], entries, ...gated, ...passing("*.local") }, []],
    ["a host outside the mesh, which another rule tells", { hosts: [aServiceEntry({ isExternal: true })], entries, ...gated }, []],
    ["a DestinationRule that closes all gateways", { hosts, entries, ...gated, policies: { rules: [ruled("DISABLE")] } }, []],
    ["a DestinationRule that leaves them open", { hosts, entries, ...gated, policies: { rules: [ruled("ISTIO_MUTUAL")] } }, [{ passed: [] }]],
    ["machines in a network without a gateway", { hosts, entries: [aMachine("vm", { network: "vpc-2" })], ...gated }, []],
    ["a gateway elsewhere, of which nobody here sees what it passes", { hosts, entries, ...ofMesh }, []],
    [
      "machines that are draining, unhealthy or without an account beside a healthy one",
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
    ["machines that are all draining", { hosts, entries: [vm("draining", { specLabels: [...OURS, ["istio.io/draining", "true"]] })], ...gated }, []],
    ["a host name that an older DNS object owns", { hosts: [...hosts, old(dns)], entries, ...gated }, []],
    [
      "a DNS object of a host name that an older STATIC object owns",
      { hosts: [aServiceEntry(dns), old()], entries, ...gated },
      [{ hosts: ["a.example.com"], machines: 1 }],
    ],
    ["ports that the owner of the host name lacks", { hosts: [...hosts, old({ ports: [anEntryPort({ name: "web", number: 81 })] })], entries, ...gated }, []],
    [
      "a service that is not exported to the gateway",
      { hosts: [aServiceEntry({ exportTo: ["."] })], entries, ...gated, ...passing("*") },
      [{ machines: 1, because: ["not-exported"] }],
    ],
    [
      "a service that is exported to the gateway by name",
      { hosts: [aServiceEntry({ exportTo: [".", "istio-system"] })], entries, ...gated, ...passing("*") },
      [],
    ],
    [
      "a service whose host name belongs to an older object of another namespace",
      { hosts: [aServiceEntry({ exportTo: ["."] }), aServiceEntry({ namespace: "legacy", createdAt: -1 })], entries, ...gated, ...passing("*") },
      [{ hosts: ["a.example.com"], machines: 1, because: ["other-owner"] }],
    ],
    [
      "a Service exported to another namespace, of which the gateway's namespace has one port only, by another object",
      { hosts: [exported, onePort], entries, ...gated, ...passing("*.local") },
      [{ hosts: [exported.name].map((name) => `${name}.shop.svc.cluster.local`), machines: 1, because: ["other-owner"], ports: ["81"] }],
    ],
    [
      "a Service of which the gateway's namespace has every port, by another object",
      { hosts: [exported, bothPorts], entries, ...gated, ...passing("*.local") },
      [],
    ],
    ["a server on another port than the gateway's", { hosts, entries, ...gated, ...passing.on(443, "*") }, [{ because: ["not-covered"], passed: [] }]],
    ["a Gateway that selects other Pods", { hosts, entries, ...gated, ...passing.by([["istio", "other"]], "*") }, [{ because: ["not-covered"] }]],
    ["a Gateway that may select the Pods", { hosts, entries, ...gated, ...passing.by([["app", "gw"]], "*") }, []],
    [
      "one of two gateways of a network that drops the calls",
      {
        hosts: [aServiceEntry({ exportTo: [".", "istio-system"] })],
        entries,
        ...withGateways([aGateway(), aGateway({ namespace: "far", name: "second", addresses: ["192.0.2.2"] })]),
        ...passing("*"),
      },
      [{ machines: 1, gateways: ["far/second"], because: ["not-exported"] }],
    ],
    [
      "two gateways of a network that drop the calls",
      { hosts, entries, ...withGateways([aGateway(), aGateway({ name: "second", addresses: ["192.0.2.2"] })]) },
      [{ machines: 1, gateways: [], because: ["not-covered"] }],
    ],
    [
      "two Services of one address, of which one passes the calls",
      {
        hosts: [aServiceEntry({ exportTo: [".", "istio-system"] })],
        entries,
        ...withGateways([aGateway(), aGateway({ namespace: "far", name: "second" })]),
        ...passing("*"),
      },
      [],
    ],
    [
      "a gateway of two addresses, one of which leads to a gateway that passes the calls, too",
      {
        hosts: [aServiceEntry({ exportTo: [".", "istio-system"] })],
        entries,
        ...withGateways([aGateway(), aGateway({ namespace: "far", name: "second", addresses: ["192.0.2.1", "192.0.2.2"] })]),
        ...passing("*"),
      },
      [{ machines: 1, gateways: ["far/second"], because: ["not-exported"] }],
    ],
    [
      "a Gateway that may select the Pods and lists other host names",
      { hosts, entries, ...gated, ...passing.by([["app", "gw"]], "*.local") },
      [{ because: ["not-covered"], passed: ["*.local"] }],
    ],
    [
      "a gateway whose Service has no selector",
      { hosts: [aServiceEntry({ exportTo: ["."] })], entries, ...withGateways([aGateway({ selector: [] })]), ...passing("*") },
      [],
    ],
    ["nobody in another network", { hosts, entries, ...near }, []],
    ["a registered entry without a network, beside Pods of the machine's network", { hosts, entries: [...entries, registered], ...near }, [{ machines: 1 }]],
  ])("STL507 has the expected findings for %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(hostNotPassed, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );
});
