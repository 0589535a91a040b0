import { describe, expect, it } from "vitest";
import type { WireGraphNode } from "@/lib/contract/views/networks";
import type { KnownGateway } from "@/lib/domain/networks/known-gateway";
import { type NetworkWithPath, networkGraph } from "@/lib/domain/networks/network-graph";
import { laidOut } from "./graph-layout";

const gateway = (network: string, last: number): KnownGateway => ({
  ...{ network, address: `203.0.113.${last}`, port: 15_443, tunnelPort: null, standing: "usable" },
  found: { by: "service", namespace: "istio-system", name: "gw" },
});

/** So many networks, of which each but every tenth has a gateway, and every third two. */
function reached(count: number): readonly NetworkWithPath[] {
  return Array.from({ length: count }, (_, at): NetworkWithPath => {
    const network = `vpc-${at}`;
    if (at % 10 === 9) return { network, way: { kind: "unverified", because: "no-gateway", isAssumed: false } };
    const gateways = Array.from({ length: at % 3 === 0 ? 2 : 1 }, (_none, last) => gateway(network, at * 3 + last));
    return { network, way: { kind: "gateways", gateways } };
  });
}

const meet = (a: WireGraphNode, b: WireGraphNode) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each([1, 5, 30, 60])("a graph of %d networks", (count) => {
  const graph = laidOut(networkGraph("home", reached(count)));

  it("has no two nodes in one place, and all within its bounds", () => {
    const { nodes, width, height } = graph;
    for (const [at, node] of nodes.entries()) {
      expect(node.x >= 0 && node.y >= 0 && node.x + node.width <= width && node.y + node.height <= height).toBe(true);
      expect(nodes.slice(at + 1).filter((other) => meet(node, other))).toEqual([]);
    }
  });

  it("leads from left to right", () => {
    const byId = new Map(graph.nodes.map((node) => [node.id, node]));
    for (const { from, to } of graph.edges) {
      expect(byId.get(from)?.x ?? 0).toBeLessThan(byId.get(to)?.x ?? 0);
    }
  });

  it("has the networks that come first above those that come last, and the callers where a reader begins", () => {
    const networks = graph.nodes.filter(({ kind }) => kind === "network");
    expect(networks[0]?.y ?? 0).toBeLessThanOrEqual(networks.at(-1)?.y ?? 0);
    expect(graph.nodes.find(({ kind }) => kind === "callers")?.y).toBeLessThanOrEqual(220);
  });

  it("is placed alike each time", () => {
    expect(laidOut(networkGraph("home", reached(count)))).toEqual(graph);
  });
});

it("is as wide as a page has room for, however many networks there are", () => {
  for (const count of [1, 30, 60]) expect(laidOut(networkGraph("home", reached(count))).width).toBeLessThanOrEqual(1_100);
});
