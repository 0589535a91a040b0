import { describe, expect, it } from "vitest";
import { destinationsOf } from "@/lib/testing/destinations";
import { aMesh, aSelectableEntry, aSelectionWorld, aServiceEntry } from "@/lib/testing/selection";
import type { SelectableEntry, ServiceEntry } from "./objects";
import { gatewayWeightFactor } from "./through-gateways";
import { BARE_SIDECAR_CALLER, type Caller, type MeshSettings, type NetworkGateway } from "./world";

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

/** `address:port weight`, with the copies if there are several, and the codes of endpoints that are left out. */
function told({ machines, from = { network: "vpc-1" }, mesh = {}, entry = {} }: Given): readonly string[] {
  const entries = machines.map((own, at) => aSelectableEntry({ name: `vm-${at}`, address: `10.0.0.${at}`, serviceAccount: "web", ...own }));
  const world = aSelectionWorld({ mesh: aMesh({ gateways: [ONE, ...TWO], ...mesh }), entries, serviceEntries: [aServiceEntry(entry)] });
  const [destination] = destinationsOf(world, { ...BARE_SIDECAR_CALLER, namespace: "shop", ...from });
  const sent =
    destination?.groups.flatMap(({ endpoints }) =>
      endpoints.map(({ address, port, weight, copies }) => `${address}:${port} ${weight}${copies === 1 ? "" : ` ×${copies}`}`),
    ) ?? [];
  return [...sent, ...(destination?.leftOut ?? []).map(({ reason }) => reason.code)];
}

describe("an endpoint that a caller gets in a mesh with gateways (docs/istio.md#gateway-path, #networks)", () => {
  it.each([
    ["is direct in the same network", { machines: [{ network: "vpc-1" }] }, ["10.0.0.0:80 2"]],
    ["is direct if the machine has no network, for every caller", { machines: [{ network: "" }] }, ["10.0.0.0:80 2"]],
    ["is direct in the same network, even without mutual TLS", { machines: [{ network: "vpc-1", serviceAccount: "" }] }, ["10.0.0.0:80 2"]],
    [
      "is replaced by the gateways of its network, if that is not the caller's",
      { machines: [{ network: "vpc-2" }] },
      ["192.0.2.21:15443 1", "192.0.2.22:15443 1"],
    ],
    [
      "is left out in another network with gateways if its machine has no service account",
      { machines: [{ network: "vpc-2", serviceAccount: "" }] },
      ["not-marked-for-gateway"],
    ],
    ["is direct in another network without a gateway, even if it is unreachable", { machines: [{ network: "vpc-3" }] }, ["10.0.0.0:80 2"]],
    ["is replaced by gateways for a caller without a network", { machines: [{ network: "vpc-2" }], from: {} }, ["192.0.2.21:15443 1", "192.0.2.22:15443 1"]],
    [
      "is replaced by gateways for a caller without a network, even if these gateways are of the caller's own cluster",
      { machines: [{ network: "vpc-1" }], from: { network: "" } },
      ["192.0.2.1:15443 2"],
    ],
    ["is direct if the mesh has no gateway", { machines: [{ network: "vpc-2", weight: 3 }], mesh: { gateways: [] } }, ["10.0.0.0:80 3"]],
    [
      "is left out if it has no address and is in the caller's network (docs/istio.md#empty-address)",
      { machines: [{ address: "", network: "vpc-1" }] },
      ["no-address"],
    ],
    [
      "is replaced by the gateway if it has no address and is in another network with a gateway (docs/istio.md#empty-address)",
      { machines: [{ address: "", network: "vpc-2" }] },
      ["192.0.2.21:15443 1", "192.0.2.22:15443 1"],
    ],
    [
      "is left out if it has no address and is in a network without a gateway (docs/istio.md#empty-address)",
      { machines: [{ address: "", network: "vpc-3" }] },
      ["no-address"],
    ],
    [
      "is sent with an empty address if it has none, in a mesh without gateways (docs/istio.md#empty-address)",
      { machines: [{ address: "", network: "vpc-3" }], mesh: { gateways: [] } },
      [":80 1"],
    ],
    [
      "is left out if the gateway's address is not of the caller's IP family",
      { machines: [{ network: "vpc-6" }], from: { network: "vpc-1", families: [4] }, mesh: { gateways: [ONE, gateway("vpc-6", "2001:db8::6")] } },
      ["gateway-of-other-family"],
    ],
    [
      "is replaced by an IPv6 gateway for a caller with IPv6",
      { machines: [{ network: "vpc-6" }], from: { network: "vpc-1", families: [6] }, mesh: { gateways: [ONE, gateway("vpc-6", "2001:db8::6")] } },
      ["2001:db8::6:15443 1"],
    ],
    [
      "is direct if the gateway accepts only HBONE (docs/istio.md#gateways)",
      { machines: [{ network: "vpc-h" }], mesh: { gateways: [ONE, gateway("vpc-h", "192.0.2.9", { port: 0 })] } },
      ["10.0.0.0:80 1"],
    ],
    [
      "is left out in a network without a gateway under AMBIENT_ENABLE_MULTI_NETWORK (docs/istio.md#multi-network-flag)",
      { machines: [{ network: "vpc-3" }], mesh: { ambientMultiNetwork: true } },
      ["network-without-gateway"],
    ],
    [
      "is replaced by the gateways of its own cluster before those of meshNetworks",
      { machines: [{ network: "vpc-2" }], mesh: { gateways: [gateway("vpc-2", "192.0.2.50", { cluster: "" }), gateway("vpc-2", "192.0.2.51")] } },
      ["192.0.2.51:15443 2"],
    ],
    [
      "is replaced by the gateways of meshNetworks if its own cluster has none",
      { machines: [{ network: "vpc-2" }], mesh: { gateways: [gateway("vpc-2", "192.0.2.50", { cluster: "", port: 443 })] } },
      ["192.0.2.50:443 1"],
    ],
    [
      "is direct for a DNS service, as istiod uses no gateways for it (measured)",
      { machines: [{ network: "vpc-2" }], entry: { resolution: "DNS" } },
      ["10.0.0.0:80 1"],
    ],
    [
      "is left out for a DNS service if istiod uses gateways for it and the machine has no account",
      { machines: [{ network: "vpc-2", serviceAccount: "" }], entry: { resolution: "DNS" }, mesh: { gatewaysServeDns: true } },
      ["not-marked-for-gateway"],
    ],
  ] satisfies readonly (readonly [string, Given, readonly string[]])[])("%s", (_fact, given, expected) => {
    expect(told(given)).toEqual(expected);
  });
});

describe("weights behind gateways (docs/istio.md#gateway-weights)", () => {
  it("weights behind gateways are 10 for each of two gateways with ten machines, and 2 for a machine in the caller's network", () => {
    const machines = [{ network: "vpc-1" }, ...Array.from({ length: 10 }, () => ({ network: "vpc-2" }))];
    expect(told({ machines })).toEqual(["10.0.0.0:80 2", "192.0.2.21:15443 10", "192.0.2.22:15443 10"]);
  });

  it("weights behind gateways are computed for each locality", () => {
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
  ])("grow with the addresses of the ServiceEntry, which also multiply a direct endpoint: %s (measured)", (_addresses, entry, expected) => {
    expect(told({ machines: [{ network: "vpc-1" }, { network: "vpc-2" }], entry })).toEqual(expected);
  });

  it("add up for two ServiceEntries of one host name: two addresses and one make three (measured)", () => {
    const entries = [aSelectableEntry({ network: "vpc-2", serviceAccount: "web" })];
    const serviceEntries = [aServiceEntry({ addresses: ["240.0.0.1", "240.0.0.2"] }), aServiceEntry({ name: "b", createdAt: 1 })];
    const world = aSelectionWorld({ mesh: aMesh({ gateways: [ONE, gateway("vpc-2", "192.0.2.21")] }), entries, serviceEntries });
    const [destination] = destinationsOf(world, { ...BARE_SIDECAR_CALLER, namespace: "shop", network: "vpc-1" });
    expect(destination?.groups.map(({ weight, endpoints }) => [weight, endpoints.map((one) => one.weight)])).toEqual([[3, [3]]]);
  });

  it("weights behind gateways are multiplied by the least common multiple of the counts by network, and by network and cluster", () => {
    expect(gatewayWeightFactor([ONE, ...TWO, gateway("vpc-3", "a"), gateway("vpc-3", "b"), gateway("vpc-3", "c")])).toBe(6);
    expect(gatewayWeightFactor([gateway("vpc-2", "a"), gateway("vpc-2", "b", { cluster: "" })])).toBe(2);
  });
});
