import { describe, expect, it } from "vitest";
import type { KubernetesGateway } from "@/lib/domain/mesh/network-gateways";
import { allHostNameDefinitions } from "@/lib/domain/selection/definitions";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import { aGatewayService, aKubernetesGateway } from "@/lib/testing/mesh-world";
import { anEntryPort, aSelectionWorld, aServiceEntry } from "@/lib/testing/selection";
import {
  type GatewayServer,
  type IstioGateway,
  type PassthroughGateway,
  type PassthroughObjects,
  passthroughGateways,
  passthroughResultOfService,
  type UnknownHostsReason,
} from "./passthrough";

const SERVER: GatewayServer = { port: 15_443, tlsMode: "AUTO_PASSTHROUGH", hosts: ["*.local"], bind: "" };
const EAST_WEST = [["istio", "eastwestgateway"]] as const;
const OWN_NAME = [["gateway.networking.k8s.io/gateway-name", "eastwest"]] as const;
const used = (network: string, address = "203.0.113.10", port = 15_443) => ({ network, cluster: "Kubernetes", address, port });
const gateway = (servers: readonly Partial<GatewayServer>[], own: Partial<IstioGateway> = {}): IstioGateway => ({
  ...{ namespace: "istio-system", name: "cross", createdAt: null, labels: [], selector: EAST_WEST, ...own },
  servers: servers.map((server) => ({ ...SERVER, ...server })),
});
const passing = (own: Partial<PassthroughObjects>): PassthroughObjects => ({
  ...{ gateways: [], services: [aGatewayService("vpc-1")], objects: [], used: [used("vpc-1")], scopesGateways: false },
  ...own,
});
/**
 * The host names of a gateway. After a host name, "?" = the host name may pass. Alone, "?" = other servers may exist, "@?" = the Pods are not known.
 */
const listed = (own: Partial<PassthroughObjects>) =>
  passthroughGateways(passing(own)).map(({ hosts, possibleHosts, isComplete, arePodsKnown }) =>
    [...hosts, ...possibleHosts.map((host) => `${host}?`), ...(isComplete ? [] : ["?"]), ...(arePodsKnown ? [] : ["@?"])].join(" "),
  );

describe("host names that the gateway of a Service passes", () => {
  it.each<[string, readonly IstioGateway[], string]>([
    ["of its AUTO_PASSTHROUGH servers", [gateway([{}, { hosts: ["*.shop.svc.cluster.local"] }])], "*.local *.shop.svc.cluster.local"],
    [
      "of its AUTO_PASSTHROUGH servers only, not of those with another TLS mode",
      [gateway([{ tlsMode: "PASSTHROUGH" }, { tlsMode: "SIMPLE" }, { tlsMode: "" }])],
      "",
    ],
    ["of no server on another port", [gateway([{ port: 443 }])], ""],
    ["of Gateways in every namespace", [gateway([{}], { namespace: "shop" })], "*.local"],
    ["of a Gateway without a selector", [gateway([{}], { selector: [] })], "*.local"],
    ["of no Gateway whose selector has another value", [gateway([{}], { selector: [["istio", "other"]] })], ""],
    ["of a Gateway whose selector has a label that the Service does not show, but not certainly", [gateway([{}], { selector: [["app", "gw"]] })], "*.local?"],
    [
      "of a server that repeats a host of a possibly older Gateway, but not certainly",
      [
        gateway([{ hosts: ["*.local"] }], { createdAt: 2, selector: [["app", "gw"]] }),
        gateway([{ hosts: ["*.local", "a.example.com"] }], { name: "late", createdAt: 3 }),
      ],
      "*.local? a.example.com?",
    ],
    [
      "of a server that repeats no host of an older one",
      [
        gateway([{ hosts: ["*.local"] }], { createdAt: 2 }),
        gateway([{ hosts: ["*.local", "a.example.com"] }], { name: "late", createdAt: 3, selector: [["app", "gw"]] }),
      ],
      "*.local",
    ],
    ["without namespaces", [gateway([{ hosts: ["x/a.example.com", "./b.example.com", "*/c.example.com"] }])], "a.example.com b.example.com c.example.com"],
    [
      "of servers that repeat no host of an older one",
      [gateway([{ hosts: ["a.example.com"] }], { createdAt: 2 }), gateway([{ hosts: ["*.local", "a.example.com"] }], { name: "late", createdAt: 3 })],
      "a.example.com",
    ],
    [
      "of the older of two servers with one host",
      [gateway([{ hosts: ["b.example.com", "a.example.com"] }], { createdAt: 3 }), gateway([{ hosts: ["a.example.com"] }], { name: "old", createdAt: 2 })],
      "a.example.com",
    ],
    ["of no server if there is no Gateway", [], ""],
  ])("host names that the gateway of a Service passes are those %s", (_title, gateways, hosts) => expect(listed({ gateways })).toEqual([hosts]));

  it("host names that the gateway of a Service passes are not known if the Service has no selector", () => {
    expect(listed({ services: [aGatewayService("vpc-1", { selector: [] })], gateways: [gateway([{}], { selector: [] })] })).toEqual(["*.local @?"]);
  });

  it("host names that the gateway of a Service passes include those of a server with the target port", () => {
    const services = [aGatewayService("vpc-1", { serverPorts: [15_443, 8443] })];
    expect(listed({ services, gateways: [gateway([{ port: 8443 }])] })).toEqual(["*.local"]);
  });

  it.each<[string, Partial<KubernetesGateway>, string]>([
    ["the Gateway of its name and class", { services: ["gw-vpc-1"] }, "*"],
    ["the Gateway that names it in full", { services: ["gw-vpc-1.istio-system.svc.cluster.local"] }, "*"],
    ["no Gateway of another namespace", { services: ["gw-vpc-1"], namespace: "shop" }, "?"],
    ["a Gateway of another class, but not certainly", { services: ["gw-vpc-1"], className: "istio-remote" }, "?"],
    ["a Gateway that is not visible, but not certainly", { services: ["other"] }, "?"],
  ])("host names that the gateway of a Service passes include listeners of %s", (_title, change, hosts) => {
    const services = [aGatewayService("vpc-1", { selector: OWN_NAME })];
    expect(listed({ services, objects: [aKubernetesGateway({ addresses: [], ...change })] })).toEqual([hosts]);
  });
});

describe("host names that a Kubernetes Gateway with an address passes", () => {
  it.each<[string, Partial<KubernetesGateway>, string]>([
    ["all", {}, "*"],
    ["those of its host name", { passing: [{ port: 15_443, host: "*.example.com" }] }, "*.example.com"],
    ["none, if the listener terminates TLS", { passing: [] }, ""],
    ["not known, if it has several addresses and no Service", { services: [] }, "@?"],
    ["not known, if its Service is in another namespace", { services: ["gw.shop.svc.cluster.local"] }, "* @?"],
    ["all, if its Service is in its namespace", { services: ["gw.istio-system.svc.cluster.local"] }, "*"],
    ["not known, if its class is istio-remote", { className: "istio-remote" }, "? @?"],
    ["all, if its class is istio-east-west", { className: "istio-east-west" }, "*"],
  ])("host names that a Kubernetes Gateway with an address passes are %s", (_title, change, hosts) => {
    expect(listed({ services: [], objects: [aKubernetesGateway(change)], used: [used("vpc-3", "192.0.2.1")] })).toEqual([hosts]);
  });
});

/* Each case was run with istiod 1.31, and read from the listeners of a proxy in istio-system. */
describe("the host names that pass, with Gateways of several namespaces,", () => {
  const [far, near] = [gateway([{ hosts: ["a.example.com"] }], { namespace: "shop" }), gateway([{ hosts: ["b.example.com"] }], { name: "near" })];
  it.each<[string, boolean | null, readonly IstioGateway[], string, readonly UnknownHostsReason[]]>([
    ["are not those of another namespace if the setting is on", true, [far, near], "b.example.com", []],
    ["are those of every namespace if the setting is off", false, [far, near], "a.example.com b.example.com", []],
    ["are not known in another namespace if the setting is not known", null, [far, near], "b.example.com a.example.com?", ["scope-setting"]],
    ["are known if all Gateways are in the proxies' namespace", null, [near], "b.example.com", []],
    ["include those that a Gateway of another namespace also has", true, [{ ...far, createdAt: 1, servers: near.servers }, near], "b.example.com", []],
  ])("the host names that pass, with Gateways of several namespaces: %s", (_title, scopesGateways, gateways, hosts, lacks) => {
    expect(listed({ scopesGateways, gateways })).toEqual([hosts]);
    expect(passthroughGateways(passing({ scopesGateways, gateways })).flatMap((one) => one.lacks)).toEqual(lacks);
  });
});

/* istiod makes a listener of each `bind`; a proxy in a Pod gets the calls that are sent to the Pod's address. */
describe("host names of servers with bind", () => {
  it.each<[string, readonly Partial<GatewayServer>[], string, readonly UnknownHostsReason[]]>([
    ["do not pass on a loopback address", [{ bind: "127.0.0.1" }, { bind: "::1", hosts: ["a.example.com"] }], "", []],
    ["have no effect on other servers if bind is a loopback address", [{ bind: "127.0.0.1" }, {}], "*.local", []],
    [
      "are not known on another address, and those of other servers neither",
      [{ bind: "10.0.0.1" }, { hosts: ["a.example.com"] }],
      "*.local? a.example.com?",
      ["bind"],
    ],
    ["are not known on 0.0.0.0, as a proxy can have two equal filter chains", [{ bind: "0.0.0.0" }, {}], "*.local?", ["bind"]],
    ["have no effect on another port", [{ bind: "10.0.0.1", port: 443 }, {}], "*.local", []],
  ])("host names of servers with bind: %s", (_title, servers, hosts, lacks) => {
    expect(listed({ gateways: [gateway(servers)] })).toEqual([hosts]);
    expect(passthroughGateways(passing({ gateways: [gateway(servers)] })).flatMap((one) => one.lacks)).toEqual(lacks);
  });
});

/* A ListenerSet of another namespace added the filter chain of its host name to the proxies of a Gateway that allows it. */
describe("a Gateway that allows ListenerSets", () => {
  const lacks = (own: Partial<KubernetesGateway>) =>
    passthroughGateways(passing({ services: [], objects: [aKubernetesGateway(own)], used: [used("vpc-3", "192.0.2.1")] })).flatMap((one) => one.lacks);

  it.each<[string, Partial<KubernetesGateway>, readonly UnknownHostsReason[]]>([
    ["may pass more host names", { allowsListenerSets: true, passing: [{ port: 15_443, host: "a.example.com" }] }, ["listener-sets"]],
    ["passes at most every host name", { allowsListenerSets: true }, []],
    ["of class istio-east-west gets no listeners from them", { allowsListenerSets: true, className: "istio-east-west", passing: [] }, []],
    ["of another class is not known in any case", { allowsListenerSets: true, className: "istio-remote", passing: [] }, ["class"]],
  ])("a Gateway that allows ListenerSets: %s", (_title, own, expected) => expect(lacks(own)).toEqual(expected));
});

it("passthroughGateways returns only gateways that istiod sends to callers", () => {
  expect(listed({ used: [used("vpc-2"), { ...used("vpc-1"), cluster: "" }], gateways: [gateway([{}])] })).toEqual([]);
});

describe("passthroughResultOfService for a gateway in istio-system", () => {
  const GATE: PassthroughGateway = {
    ...{ network: "vpc-1", namespace: "istio-system", name: "gw", ends: ["192.0.2.1:15443"] },
    ...{ hosts: ["*"], possibleHosts: [], isComplete: true, arePodsKnown: true, lacks: [] },
  };
  const answer = (own: Partial<ServiceEntry>, gate: readonly Partial<PassthroughGateway>[] = [{}], others: readonly ServiceEntry[] = []) => {
    const world = aSelectionWorld({ serviceEntries: [aServiceEntry({ createdAt: 5, ...own }), ...others] });
    const [definition] = allHostNameDefinitions(world).filter(({ origin }) => origin.createdAt === 5);
    if (definition === undefined) throw new Error("The ServiceEntry defines no service.");
    return passthroughResultOfService(
      definition,
      gate.map((one) => ({ ...GATE, ...one })),
      world,
    );
  };
  const other = (own: Partial<ServiceEntry>) => [aServiceEntry({ namespace: "legacy", createdAt: 1, ...own })];
  const udp = anEntryPort({ number: 80, protocol: "UDP" });

  it.each<[string, Partial<ServiceEntry>, readonly Partial<PassthroughGateway>[], readonly ServiceEntry[], string]>([
    ["to every namespace and covered by *", {}, [{}], [], "passes"],
    ["to its own namespace only", { exportTo: ["."] }, [{}], [], "not-exported"],
    ["to its own namespace and that of the gateway", { exportTo: [".", "istio-system"] }, [{}], [], "passes"],
    ["to no namespace", { exportTo: ["~"] }, [{}], [], "not-exported"],
    ["to its own namespace, if the host names are not known", { exportTo: ["."] }, [{ hosts: [], isComplete: false }], [], "not-exported"],
    ["to all, but listed by no server", {}, [{ hosts: ["*.local"] }], [], "not-covered"],
    ["to all, but listed by no known server", {}, [{ hosts: ["*.local"], isComplete: false }], [], "not-known"],
    ["to all and listed by a known server", {}, [{ isComplete: false }], [], "passes"],
    ["to all and listed by a possible server", {}, [{ hosts: [], possibleHosts: ["*"] }], [], "not-known"],
    ["to all, but listed by no possible server", {}, [{ hosts: [], possibleHosts: ["*.local"] }], [], "not-covered"],
    ["to its own namespace only, if the Pods are not known", { exportTo: ["."] }, [{ arePodsKnown: false }], [], "not-known"],
    ["to all and listed by one of two gateways", {}, [{ hosts: [] }, {}], [], "passes"],
    ["to all, without a gateway of this cluster", {}, [], [], "not-known"],
    ["to all, with an older owner in another namespace", {}, [{}], other({}), "other-owner"],
    ["to all, with an older owner that the gateway does not get", {}, [{}], other({ exportTo: ["."] }), "passes"],
    ["to all, with a newer owner in another namespace", {}, [{}], other({ createdAt: 9 }), "passes"],
    ["only to its own namespace, with another owner", { exportTo: ["."] }, [{}], other({}), "other-owner"],
    ["to all, with a UDP port only", { ports: [udp] }, [{}], [], "other-owner"],
  ])("passthroughOfService for a gateway in istio-system returns the right result for a service exported %s", (_title, own, gate, others, expected) =>
    expect(answer(own, gate, others)).toBe(expected),
  );

  it.each<[readonly string[], string, string]>([
    [["*.local"], "web.shop.svc.cluster.local", "passes"],
    [["*.local"], "vm.example.com", "not-covered"],
    [["*.shop.svc"], "web.shop.svc.cluster.local", "not-covered"],
    [["vm.example.com"], "vm.example.com", "passes"],
    [["vm.example.com"], "other.example.com", "not-covered"],
    [["*.example.com"], "*.example.com", "passes"],
    [["*.a.example.com"], "*.example.com", "not-covered"],
    [[], "web.shop.svc.cluster.local", "not-covered"],
  ])("passthroughOfService for a gateway in istio-system is, for servers of %j and the host name %s, '%s'", (hosts, host, expected) =>
    expect(answer({ hosts: [host] }, [{ hosts }])).toBe(expected),
  );
});
