import { describe, expect, it } from "vitest";
import { destinationsOf } from "@/lib/testing/destinations";
import { aMesh, aSelectableEntry, aSelectionWorld, aServiceEntry } from "@/lib/testing/selection";
import type { SelectableEntry, ServiceEntry } from "./objects";
import { weightFactor } from "./through-gateways";
import { ANY_CALLER, type Caller, type MeshSettings, type NetworkGateway } from "./world";

const gateway = (network: string, address: string, own: Partial<NetworkGateway> = {}): NetworkGateway => ({
  network,
  cluster: "Kubernetes",
  address,
  port: 15443,
  ...own,
});
const ONE = gateway("vpc-1", "192.0.2.1");
const TWO = [gateway("vpc-2", "192.0.2.21"), gateway("vpc-2", "192.0.2.22")];

interface Given {
  readonly machines: readonly Partial<SelectableEntry>[];
  readonly from?: Partial<Caller>;
  readonly mesh?: Partial<MeshSettings>;
  readonly entry?: Partial<ServiceEntry>;
}

/** `address:port weight`, with the copies where there are several, and the codes of what is left out. */
function told({ machines, from = { network: "vpc-1" }, mesh = {}, entry = {} }: Given): readonly string[] {
  const entries = machines.map((own, at) => aSelectableEntry({ name: `vm-${at}`, address: `10.0.0.${at}`, serviceAccount: "web", ...own }));
  const world = aSelectionWorld({ mesh: aMesh({ gateways: [ONE, ...TWO], ...mesh }), entries, serviceEntries: [aServiceEntry(entry)] });
  const [destination] = destinationsOf(world, { ...ANY_CALLER, namespace: "shop", ...from });
  const sent =
    destination?.groups.flatMap(({ endpoints }) =>
      endpoints.map(({ address, port, weight, copies }) => `${address}:${port} ${weight}${copies === 1 ? "" : ` ×${copies}`}`),
    ) ?? [];
  return [...sent, ...(destination?.leftOut ?? []).map(({ reason }) => reason.code)];
}

describe("one endpoint as a client is sent it in a mesh with gateways (docs/istio.md#gateway-path, #networks)", () => {
  it.each([
    ["same network: direct", { machines: [{ network: "vpc-1" }] }, ["10.0.0.0:80 2"]],
    ["no network: direct from everywhere", { machines: [{ network: "" }] }, ["10.0.0.0:80 2"]],
    ["same network: direct without mutual TLS too", { machines: [{ network: "vpc-1", serviceAccount: "" }] }, ["10.0.0.0:80 2"]],
    ["another with gateways: these in its place", { machines: [{ network: "vpc-2" }] }, ["192.0.2.21:15443 1", "192.0.2.22:15443 1"]],
    ["another with gateways and no account: nothing", { machines: [{ network: "vpc-2", serviceAccount: "" }] }, ["not-marked-for-gateway"]],
    ["another without a gateway: direct, reachable or not", { machines: [{ network: "vpc-3" }] }, ["10.0.0.0:80 2"]],
    ["a client without a network goes through gateways", { machines: [{ network: "vpc-2" }], from: {} }, ["192.0.2.21:15443 1", "192.0.2.22:15443 1"]],
    ["also to the network of the mesh's own gateway", { machines: [{ network: "vpc-1" }], from: { network: "" } }, ["192.0.2.1:15443 2"]],
    ["without a gateway in the mesh all are direct", { machines: [{ network: "vpc-2", weight: 3 }], mesh: { gateways: [] } }, ["10.0.0.0:80 3"]],
    ["no address in the client's network: left out (docs/istio.md#empty-address)", { machines: [{ address: "", network: "vpc-1" }] }, ["no-address"]],
    [
      "no address in another network with a gateway: the gateway (docs/istio.md#empty-address)",
      { machines: [{ address: "", network: "vpc-2" }] },
      ["192.0.2.21:15443 1", "192.0.2.22:15443 1"],
    ],
    ["no address in a network without a gateway: left out (docs/istio.md#empty-address)", { machines: [{ address: "", network: "vpc-3" }] }, ["no-address"]],
    [
      "no address in a mesh without gateways: sent as it is (docs/istio.md#empty-address)",
      { machines: [{ address: "", network: "vpc-3" }], mesh: { gateways: [] } },
      [":80 1"],
    ],
    [
      "a gateway of the other family serves nobody",
      { machines: [{ network: "vpc-6" }], from: { network: "vpc-1", families: [4] }, mesh: { gateways: [ONE, gateway("vpc-6", "2001:db8::6")] } },
      ["gateway-of-other-family"],
    ],
    [
      "a client of IPv6 gets it",
      { machines: [{ network: "vpc-6" }], from: { network: "vpc-1", families: [6] }, mesh: { gateways: [ONE, gateway("vpc-6", "2001:db8::6")] } },
      ["2001:db8::6:15443 1"],
    ],
    [
      "a gateway for HBONE alone does not count (docs/istio.md#gateways)",
      { machines: [{ network: "vpc-h" }], mesh: { gateways: [ONE, gateway("vpc-h", "192.0.2.9", { port: 0 })] } },
      ["10.0.0.0:80 1"],
    ],
    [
      "under AMBIENT_ENABLE_MULTI_NETWORK a network without a gateway is left out (docs/istio.md#multi-network-flag)",
      { machines: [{ network: "vpc-3" }], mesh: { ambientMultiNetwork: true } },
      ["network-without-gateway"],
    ],
    [
      "the gateways of the own cluster go before those of meshNetworks",
      { machines: [{ network: "vpc-2" }], mesh: { gateways: [gateway("vpc-2", "192.0.2.50", { cluster: "" }), gateway("vpc-2", "192.0.2.51")] } },
      ["192.0.2.51:15443 2"],
    ],
    [
      "else those of meshNetworks",
      { machines: [{ network: "vpc-2" }], mesh: { gateways: [gateway("vpc-2", "192.0.2.50", { cluster: "", port: 443 })] } },
      ["192.0.2.50:443 1"],
    ],
    ["hosts resolved by DNS know no gateways (measured)", { machines: [{ network: "vpc-2" }], entry: { resolution: "DNS" } }, ["10.0.0.0:80 1"]],
    [
      "unless istiod counts them",
      { machines: [{ network: "vpc-2", serviceAccount: "" }], entry: { resolution: "DNS" }, mesh: { gatewaysServeDns: true } },
      ["not-marked-for-gateway"],
    ],
  ] satisfies readonly (readonly [string, Given, readonly string[]])[])("%s", (_fact, given, expected) => {
    expect(told(given)).toEqual(expected);
  });
});

describe("weights behind gateways (docs/istio.md#gateway-weights)", () => {
  it("ten machines behind two gateways are two endpoints of ten, a local one weighs two", () => {
    const machines = [{ network: "vpc-1" }, ...Array.from({ length: 10 }, () => ({ network: "vpc-2" }))];
    expect(told({ machines })).toEqual(["10.0.0.0:80 2", "192.0.2.21:15443 10", "192.0.2.22:15443 10"]);
  });

  it("in each locality anew", () => {
    const machines = ["a", "b", "c"].map((zone) => ({ network: "vpc-2", locality: `r/${zone}` }));
    expect(told({ machines })).toHaveLength(6);
  });

  it.each<[string, Partial<ServiceEntry>, readonly string[]]>([
    ["two IP addresses", { addresses: ["240.0.0.1", "240.0.0.2"] }, ["10.0.0.0:80 2 ×2", "192.0.2.21:15443 2", "192.0.2.22:15443 2"]],
    ["a CIDR and an address", { addresses: ["240.0.0.0/24", "240.1.0.1"] }, ["10.0.0.0:80 2 ×2", "192.0.2.21:15443 2", "192.0.2.22:15443 2"]],
    ["IPv4 and IPv6", { addresses: ["240.0.0.1", "2001:db8::3"] }, ["10.0.0.0:80 2 ×2", "192.0.2.21:15443 2", "192.0.2.22:15443 2"]],
    ["one address, also written with /32", { addresses: ["240.0.0.1", "240.0.0.1/32"] }, ["10.0.0.0:80 2", "192.0.2.21:15443 1", "192.0.2.22:15443 1"]],
    ["one address", { addresses: ["240.0.0.1"] }, ["10.0.0.0:80 2", "192.0.2.21:15443 1", "192.0.2.22:15443 1"]],
    ["two addresses of a DNS service", { addresses: ["240.0.0.1", "240.0.0.2"], resolution: "DNS" }, ["10.0.0.0:80 1 ×2", "10.0.0.1:80 1 ×2"]],
    [
      "two addresses of a DNS_ROUND_ROBIN service",
      { addresses: ["240.0.0.1", "240.0.0.2"], resolution: "DNS_ROUND_ROBIN" },
      ["10.0.0.0:80 1", "round-robin-taken"],
    ],
  ])("istiod lists a direct endpoint once per address and multiplies a gateway's weight: %s (measured)", (_addresses, entry, expected) => {
    expect(told({ machines: [{ network: "vpc-1" }, { network: "vpc-2" }], entry })).toEqual(expected);
  });

  it("two owners add their copies: two addresses and one make three (measured)", () => {
    const entries = [aSelectableEntry({ network: "vpc-2", serviceAccount: "web" })];
    const serviceEntries = [aServiceEntry({ addresses: ["240.0.0.1", "240.0.0.2"] }), aServiceEntry({ name: "b", createdAt: 1 })];
    const world = aSelectionWorld({ mesh: aMesh({ gateways: [ONE, gateway("vpc-2", "192.0.2.21")] }), entries, serviceEntries });
    const [destination] = destinationsOf(world, { ...ANY_CALLER, namespace: "shop", network: "vpc-1" });
    expect(destination?.groups.map(({ weight, endpoints }) => [weight, endpoints.map((one) => one.weight)])).toEqual([[3, [3]]]);
  });

  it("the factor is the least common multiple of the counts by network, and by network and cluster", () => {
    expect(weightFactor([ONE, ...TWO, gateway("vpc-3", "a"), gateway("vpc-3", "b"), gateway("vpc-3", "c")])).toBe(6);
    expect(weightFactor([gateway("vpc-2", "a"), gateway("vpc-2", "b", { cluster: "" })])).toBe(2);
  });
});
