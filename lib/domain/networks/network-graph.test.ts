import { expect, it } from "vitest";
import type { KnownGateway } from "./known-gateway";
import { type NetworkWithPath, networkGraph } from "./network-graph";

const gateway = (network: string, last: number): KnownGateway => ({
  ...{ network, address: `203.0.113.${last}`, port: 15_443, tunnelPort: null, standing: "usable" },
  found: { by: "service", namespace: "istio-system", name: "gw" },
});
const through = (network: string, count: number): NetworkWithPath => ({
  network,
  way: { kind: "gateways", gateways: Array.from({ length: count }, (_, at) => gateway(network, at)) },
});
const unverified = (network: string): NetworkWithPath => ({ network, way: { kind: "unverified", because: "no-gateway", isAssumed: false } });
const own = (network: string): NetworkWithPath => ({ network, way: { kind: "direct", because: "same-network" } });

it.each<[string, readonly NetworkWithPath[], readonly string[], readonly string[]]>([
  ["only its own network", [own("vpc-1")], ["from"], []],
  [
    "a network with two gateways",
    [own("vpc-1"), through("vpc-2", 2)],
    ["from", "network vpc-2", "gateway vpc-2 203.0.113.0:15443", "gateway vpc-2 203.0.113.1:15443"],
    [
      "from > gateway vpc-2 203.0.113.0:15443",
      "gateway vpc-2 203.0.113.0:15443 > network vpc-2",
      "from > gateway vpc-2 203.0.113.1:15443",
      "gateway vpc-2 203.0.113.1:15443 > network vpc-2",
    ],
  ],
  [
    "two networks without a gateway, with one path to both",
    [unverified("vpc-3"), unverified("vpc-4")],
    ["from", "network vpc-3", "way unverified", "network vpc-4"],
    ["from > way unverified", "way unverified > network vpc-3", "way unverified > network vpc-4"],
  ],
  [
    "machines without a network",
    [{ network: "", way: { kind: "direct", because: "machines-without-network" } }],
    ["from", "network ", "way direct"],
    ["from > way direct", "way direct > network "],
  ],
])("networkGraph has the paths from vpc-1 to %s", (_what, reached, nodes, edges) => {
  const graph = networkGraph("vpc-1", reached);
  expect(graph.nodes.map(({ id }) => id)).toEqual(nodes);
  expect(graph.edges.map(({ from, to }) => `${from} > ${to}`)).toEqual(edges);
});

it.each([
  [4, 4, 0],
  [5, 3, 2],
  [40, 3, 37],
])("networkGraph has, for %d gateways, %d nodes and the number %d of further gateways", (count, drawn, more) => {
  const { nodes } = networkGraph("vpc-1", [through("vpc-2", count)]);
  expect(nodes.filter(({ kind }) => kind === "gateway")).toHaveLength(drawn);
  const rest = nodes.find((node) => node.kind === "more-gateways");
  expect(rest?.kind === "more-gateways" ? rest.count : 0).toBe(more);
});
