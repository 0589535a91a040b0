import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NetworkGateway } from "@/lib/domain/selection/world";
import { anEntry } from "@/lib/testing/entries";
import { naiveOutcome } from "@/lib/testing/naive-findings/addresses";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import {
  type EmptyAddressOutcomeByCaller,
  type EndpointDiscoveryType,
  emptyAddressOutcomeByCaller,
  endpointDiscoveryTypes,
  entryWithoutAddress,
  givesNoEndpoint,
  type KnownMeshGateways,
} from "./empty-address";

const byService = (network: string, change: Partial<NetworkGateway> = {}): NetworkGateway => ({
  ...{ network, cluster: "Kubernetes", address: "203.0.113.10", port: 15_443 },
  ...change,
});
const byMesh = (network: string, address = "203.0.113.77") => byService(network, { cluster: "", address });
const mesh = (...gateways: NetworkGateway[]): KnownMeshGateways => ({ gateways, isComplete: true, clusterId: "Kubernetes" });
const partly = (...gateways: NetworkGateway[]): KnownMeshGateways => ({ ...mesh(...gateways), isComplete: false });
const reach = (own: EmptyAddressOutcomeByCaller["own"], others = own, none = others): EmptyAddressOutcomeByCaller => ({ own, others, none });

/** Outcomes for callers of the entry's network, of other networks and of no network, as a real istiod 1.31 returned for each of these meshes. */
describe("callers of an entry without an address", () => {
  it.each<[string, { network?: string; isMarked?: boolean }, KnownMeshGateways, readonly EndpointDiscoveryType[], EmptyAddressOutcomeByCaller]>([
    ["get an empty address in a mesh without a gateway", {}, mesh(), ["list"], reach("empty-address")],
    ["get an empty address in a mesh without a gateway, by DNS", {}, mesh(), ["dns"], reach("empty-address")],
    ["get an empty address in a mesh without a gateway, without mTLS", { isMarked: false }, mesh(), ["list"], reach("empty-address")],
    ["get an empty address in a mesh without a gateway, without a network", { network: "" }, mesh(), ["list"], reach("empty-address")],
    ["get a Service's gateway, except in its own network", {}, mesh(byService("vpc-1")), ["list"], reach("nothing", "gateway")],
    ["get no endpoint behind a Service's gateway, without mTLS", { isMarked: false }, mesh(byService("vpc-1")), ["list"], reach("nothing")],
    ["have no known outcome behind a Service's gateway, by DNS", {}, mesh(byService("vpc-1")), ["dns"], reach("not-known")],
    ["get a gateway of meshNetworks, except in its own network", {}, mesh(byMesh("vpc-1")), ["list"], reach("nothing", "gateway")],
    ["get a gateway of meshNetworks, also by DNS", {}, mesh(byMesh("vpc-1")), ["dns"], reach("nothing", "gateway")],
    ["get the gateway of meshNetworks if both exist, by DNS", {}, mesh(byMesh("vpc-1"), byService("vpc-1")), ["dns"], reach("nothing", "gateway")],
    ["have no known outcome for a host name in meshNetworks, by DNS", {}, mesh(byMesh("vpc-1", "gw.example")), ["dns"], reach("not-known")],
    ["get no endpoint if the network of the entry has no gateway, but another network has one", {}, mesh(byService("vpc-2")), ["list"], reach("nothing")],
    ["get no endpoint in a network without a gateway, if meshNetworks has one, by DNS", {}, mesh(byMesh("vpc-2")), ["dns"], reach("nothing")],
    ["get no endpoint in a network whose gateway accepts only HBONE", {}, mesh(byService("vpc-1", { port: 0 })), ["list"], reach("nothing")],
    ["get no endpoint without a network, if there is a gateway", { network: "" }, mesh(byService("vpc-1")), ["list"], reach("nothing")],
    ["get no endpoint without a network, by DNS", { network: "" }, mesh(byMesh("vpc-1")), ["dns"], reach("nothing")],
  ])("callers of an entry without an address: %s", (_where, entry, gateways, lookups, expected) => {
    expect(emptyAddressOutcomeByCaller({ network: "vpc-1", isMarked: true, ...entry }, gateways, lookups)).toEqual(expected);
  });

  it.each<[string, KnownMeshGateways, readonly EndpointDiscoveryType[], EmptyAddressOutcomeByCaller]>([
    ["no gateway is visible", partly(), ["list"], reach("not-known")],
    ["a gateway of its network is visible", partly(byService("vpc-1")), ["list"], reach("nothing", "gateway")],
    ["a gateway of another network is visible", partly(byService("vpc-2")), ["list"], reach("nothing", "not-known")],
    ["a gateway of its network is visible, by DNS", partly(byMesh("vpc-1")), ["dns"], reach("nothing", "gateway")],
  ])("emptyAddressOutcomes returns an outcome only if hidden gateways cannot change it: %s", (_where, gateways, lookups, expected) => {
    expect(emptyAddressOutcomeByCaller({ network: "vpc-1", isMarked: true }, gateways, lookups)).toEqual(expected);
  });

  it("callers of an entry without an address have the outcome 'by-service' if the outcomes of a list and of DNS differ", () => {
    const entry = { network: "vpc-1", isMarked: true };
    expect(emptyAddressOutcomeByCaller(entry, mesh(byService("vpc-1")), ["list", "dns"])).toEqual(reach("by-service"));
    expect(emptyAddressOutcomeByCaller(entry, mesh(byMesh("vpc-1")), ["list", "dns"])).toEqual(reach("nothing", "gateway"));
  });

  it("callers of an entry without an address have the outcome of a list if no service selects the entry", () => {
    expect(emptyAddressOutcomeByCaller({ network: "vpc-1", isMarked: true }, mesh(byService("vpc-1")), [])).toEqual(reach("nothing", "gateway"));
  });
});

it.each([
  [reach("nothing", "gateway"), false],
  [reach("nothing"), true],
  [reach("empty-address"), false],
  [reach("nothing", "not-known"), false],
  [reach("by-service"), false],
])("givesNoEndpoint is true only if istiod sends no endpoint to any caller: %j", (outcomes, expected) => {
  expect(givesNoEndpoint(outcomes)).toBe(expected);
});

it("emptyAddressOutcomeByCaller returns what a second implementation of the facts returns in random meshes", () => {
  const network = fc.constantFrom("vpc-1", "vpc-2", "vpc-3");
  const gateway = fc.record({
    ...{ network, cluster: fc.constantFrom("", "Kubernetes"), address: fc.constantFrom("203.0.113.10", "gw.example", "203.0.113.77") },
    port: fc.constantFrom(0, 15_443),
  });
  const entries = fc.record({ network: fc.constantFrom("vpc-1", "vpc-2", ""), isMarked: fc.boolean() });
  fc.assert(
    fc.property(entries, fc.array(gateway, { maxLength: 3 }), fc.constantFrom<EndpointDiscoveryType>("list", "dns"), (entry, gateways, lookup) => {
      // Not tested: a gateway of the cluster without a port for sidecars, which replaces the gateways of meshNetworks for its network.
      fc.pre(gateways.every((one) => one.port > 0 || gateways.every((other) => other === one || other.network !== one.network)));
      const found = emptyAddressOutcomeByCaller(entry, mesh(...gateways), [lookup]);
      const by = (caller: string) => naiveOutcome(entry, caller, gateways, lookup);
      expect(found).toEqual({ own: by(entry.network || "vpc-9"), others: by("vpc-9"), none: by("") });
    }),
    { numRuns: 400 },
  );
});

it.each([
  ["an entry with an address", { address: "10.0.0.1" }, null],
  ["an entry with a service account", { network: "vpc-1", serviceAccount: "web" }, { network: "vpc-1", isMarked: true }],
  ["an entry whose label removes the mark", { serviceAccount: "web", metadataLabels: [["security.istio.io/tlsMode", "disabled"]] }, { isMarked: false }],
  ["an entry without an account", { network: "", serviceAccount: "" }, { network: "", isMarked: false }],
] as const)("entryWithoutAddress returns the network and the mTLS mark of an entry without an address, or null: %s", (_entry, change, expected) => {
  const found = entryWithoutAddress(anEntry({ address: "", ...change }));
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});

it.each([
  [[], []],
  [[aKubernetesService(), aServiceEntry()], ["list"]],
  [[aServiceEntry({ resolution: "DNS_ROUND_ROBIN" })], ["dns"]],
  [[aServiceEntry({ resolution: "NONE" }), aServiceEntry({ resolution: "DYNAMIC_DNS" })], []],
  [
    [aServiceEntry({ resolution: "DNS" }), aKubernetesService()],
    ["dns", "list"],
  ],
] as const)("endpointLookups returns whether callers get the endpoints of services as a list or by DNS: case %#", (services, lookups) => {
  expect(endpointDiscoveryTypes(services)).toEqual(lookups);
});
