import { describe, expect, it } from "vitest";
import type { ConfiguredGateway } from "@/lib/domain/mesh/mesh-config";
import type { GatewayService, KubernetesGateway } from "@/lib/domain/mesh/network-gateways";
import { aKubernetesGateway } from "@/lib/testing/mesh-world";
import { acceptsSidecars, acceptsTunnels, GATEWAY_STATUSES, type GatewayObjects, isKnownToIstiod, knownGateways } from "./known-gateway";

const SERVICE: GatewayService = {
  ...{ namespace: "istio-system", name: "gw", network: "vpc-1", addresses: ["203.0.113.10"], tlsPort: 15_443, tunnelPort: null, isEastWest: true },
  ...{ selector: [], serverPorts: [15_443] },
};

function found(parts: Partial<GatewayObjects>) {
  const all = knownGateways({ services: [], objects: [], networks: [], domain: "cluster.local", resolvesNames: true, ...parts });
  return all.map(({ network, address, port, standing }) => `${network} ${address || "-"}:${port ?? "-"} ${standing}`);
}

const ofService = (change: Partial<GatewayService>, resolvesNames = true) => found({ services: [{ ...SERVICE, ...change }], resolvesNames });
const configured = (change: Partial<ConfiguredGateway>) =>
  found({
    services: [SERVICE],
    networks: [{ name: "vpc-2", gateways: [{ address: "", service: "", port: 15_443, locality: "", ...change }], cidrs: [], registries: [] }],
  }).slice(1);

describe("gateways from a labelled Service (pilot/pkg/serviceregistry/kube/controller/network.go)", () => {
  it.each<[string, Partial<GatewayService>, readonly string[]]>([
    ["an address", {}, ["vpc-1 203.0.113.10:15443 usable"]],
    ["two addresses", { addresses: ["203.0.113.9", "203.0.113.10"] }, ["vpc-1 203.0.113.10:15443 usable", "vpc-1 203.0.113.9:15443 usable"]],
    ["an IPv6 address", { addresses: ["2001:db8::1"] }, ["vpc-1 2001:db8::1:15443 usable"]],
    ["a host name, which istiod resolves", { addresses: ["gw.example.net"] }, ["vpc-1 gw.example.net:15443 host-name"]],
    ["no address yet", { addresses: [] }, ["vpc-1 -:15443 no-address"]],
    ["neither port 15443 nor 15008", { tlsPort: null }, ["vpc-1 203.0.113.10:- no-port"]],
    ["neither port nor address, where the missing port comes first", { tlsPort: null, addresses: [] }, ["vpc-1 -:- no-port"]],
    ["port 15008 alone", { tlsPort: null, tunnelPort: 15_008 }, ["vpc-1 203.0.113.10:- tunnel-only"]],
    ["an empty network", { network: "" }, []],
  ])("knownGateways returns the right gateways for a labelled Service with %s", (_what, change, gateways) => {
    expect(ofService(change)).toEqual(gateways);
  });

  it("gateways from a labelled Service have the status 'name-not-resolved' for a host name if RESOLVE_HOSTNAME_GATEWAYS is off", () => {
    expect(ofService({ addresses: ["gw.example.net"] }, false)).toEqual(["vpc-1 gw.example.net:15443 name-not-resolved"]);
    expect(ofService({ addresses: ["203.0.113.10"] }, false)).toEqual(["vpc-1 203.0.113.10:15443 usable"]);
  });
});

describe("gateways from a Kubernetes Gateway with the network label (network.go handleGatewayResource)", () => {
  const [TLS, HBONE] = [
    { port: 15_443, isTunnel: false },
    { port: 15_008, isTunnel: true },
  ];
  it.each<[string, Partial<KubernetesGateway>, readonly string[]]>([
    ["an address and a listener", {}, ["vpc-2 192.0.2.1:15443 usable"]],
    ["two listeners", { listeners: [TLS, { ...TLS, port: 31_400 }] }, ["vpc-2 192.0.2.1:15443 usable", "vpc-2 192.0.2.1:31400 usable"]],
    ["a host name", { addresses: ["gw.example.net"] }, ["vpc-2 gw.example.net:15443 host-name"]],
    ["an HBONE listener, to which istiod also sends sidecars", { listeners: [HBONE] }, ["vpc-2 192.0.2.1:15008 tunnel-for-sidecars"]],
    ["no own address, so that its Service counts", { addresses: [] }, ["vpc-2 -:15443 by-its-service"]],
    ["no listener for other networks", { listeners: [] }, ["vpc-2 192.0.2.1:- no-port"]],
    ["an empty network", { network: "" }, []],
  ])("knownGateways returns the right gateways for a Kubernetes Gateway with %s", (_what, change, gateways) => {
    const object = aKubernetesGateway({ network: "vpc-2", listeners: [TLS], ...change });
    expect(found({ objects: [object] })).toEqual(gateways);
  });
});

describe("gateways from meshNetworks", () => {
  it.each<[string, Partial<ConfiguredGateway>, readonly string[]]>([
    ["with an address", { address: "198.51.100.1" }, ["vpc-2 198.51.100.1:15443 usable"]],
    ["with a host name", { address: "gw.vpc2.example.net" }, ["vpc-2 gw.vpc2.example.net:15443 host-name"]],
    ["without a port", { address: "198.51.100.1", port: null }, ["vpc-2 198.51.100.1:- no-port"]],
    ["with a Service that is visible", { service: "gw.istio-system.svc.cluster.local" }, ["vpc-2 203.0.113.10:15443 usable"]],
    ["with a Service that is not visible", { service: "other.istio-system.svc.cluster.local" }, ["vpc-2 -:15443 service-not-seen"]],
    ["without address and Service", {}, ["vpc-2 -:15443 no-address"]],
  ])("knownGateways returns the right gateways for meshNetworks: %s", (_what, change, gateways) => {
    expect(configured(change)).toEqual(gateways);
  });
});

it("gateways accept sidecars or tunnels only with a port and an address that istiod knows", () => {
  const standings = GATEWAY_STATUSES;
  expect(standings.filter((standing) => acceptsSidecars({ standing }))).toEqual(["usable", "host-name", "tunnel-for-sidecars"]);
  expect(standings.filter((standing) => isKnownToIstiod({ address: "203.0.113.10", standing }))).toEqual([
    "usable",
    "host-name",
    "tunnel-for-sidecars",
    "tunnel-only",
  ]);
  expect(isKnownToIstiod({ address: "", standing: "tunnel-only" })).toBe(false);
  expect([
    acceptsTunnels({ address: "203.0.113.10", tunnelPort: 15_008 }),
    acceptsTunnels({ address: "", tunnelPort: 15_008 }),
    acceptsTunnels({ address: "203.0.113.10", tunnelPort: null }),
  ]).toEqual([true, false, false]);
});
