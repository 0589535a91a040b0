import { Graph, layout } from "@dagrejs/dagre";
import type { WireGraph, WireGraphNode } from "@/lib/contract/views/networks";
import type { GraphNode, NetworkGraph } from "@/lib/domain/networks/network-graph";

/** Up to so many networks each has room for the cells of its machines; beyond, a line. */
const ROOMY = 12;

interface Size {
  readonly width: number;
  readonly height: number;
}

const CALLERS: Size = { width: 236, height: 88 };

/** Callers stand no lower than this, in px. */
const CALLERS_AT_MOST = 220;

/** A graph with places. */
type LaidOut = Pick<WireGraph, "width" | "height" | "nodes" | "edges">;

/** So many graphs are kept: a page asks for the same one when it is drawn, when its stream opens, and with every change of a machine. */
const MOST_KEPT = 32;
const kept = new Map<string, LaidOut>();

/** Places the nodes of a graph: callers at the left, networks at the right, what is crossed between. Equal graphs are placed alike. */
export function laidOut(graph: NetworkGraph): LaidOut {
  const key = JSON.stringify(graph);
  const laid = kept.get(key) ?? layOut(graph);
  kept.delete(key);
  kept.set(key, laid);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return laid;
}

function layOut({ nodes, edges }: NetworkGraph): LaidOut {
  const isRoomy = nodes.filter(({ kind }) => kind === "network").length <= ROOMY;
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: isRoomy ? 22 : 10, ranksep: 140, ranker: "longest-path", edgesep: 10, marginx: 4, marginy: 4 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.id, { ...sizeOf(node, isRoomy) });
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const at = nodes.map((node) => placed(node, graph.node(node.id)));
  return { width: Math.ceil(width), height: Math.ceil(height), nodes: near(firstAbove(at, Math.ceil(height))), edges: [...edges] };
}

/** Networks come in the order in which they matter: where that runs upwards, all is turned over. */
function firstAbove(nodes: readonly WireGraphNode[], height: number): readonly WireGraphNode[] {
  const networks = nodes.filter(({ kind }) => kind === "network");
  if ((networks[0]?.y ?? 0) <= (networks.at(-1)?.y ?? 0)) return nodes;
  return nodes.map((node) => ({ ...node, y: height - node.y - node.height }));
}

/** In a tall graph callers stand beside the first networks, so that both are on one screen. */
function near(nodes: readonly WireGraphNode[]): WireGraphNode[] {
  const crossed = nodes.filter(({ kind }) => kind !== "callers" && kind !== "network");
  const isOnlyOne = ({ id }: WireGraphNode) => crossed.length === 1 && crossed[0]?.id === id;
  return nodes.map((node) =>
    node.kind === "callers" || isOnlyOne(node) ? { ...node, y: Math.min(node.y, CALLERS_AT_MOST + (CALLERS.height - node.height) / 2) } : node,
  );
}

function sizeOf({ kind }: GraphNode, isRoomy: boolean): Size {
  switch (kind) {
    case "callers":
      return CALLERS;
    case "network":
      return { width: 320, height: isRoomy ? 84 : 40 };
    case "gateway":
      return { width: 204, height: isRoomy ? 42 : 30 };
    case "more-gateways":
      return { width: 204, height: 30 };
    case "way":
      return { width: 204, height: 42 };
  }
}

function placed(node: GraphNode, at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }): WireGraphNode {
  const { width, height } = at;
  return { id: node.id, kind: node.kind, x: Math.round(at.x - width / 2), y: Math.round(at.y - height / 2), width, height, ...wordsOf(node) };
}

function wordsOf(node: GraphNode): Pick<WireGraphNode, "network" | "text"> {
  switch (node.kind) {
    case "callers":
      return { network: "", text: "" };
    case "network":
      return { network: node.network, text: "" };
    case "gateway":
      return { network: node.gateway.network, text: `${node.gateway.address}:${node.gateway.port ?? node.gateway.tunnelPort ?? ""}` };
    case "more-gateways":
      return { network: node.network, text: String(node.count) };
    case "way":
      return { network: "", text: node.way };
  }
}
