import type { KnownGateway } from "./known-gateway";
import type { NetworkPath } from "./path";

/** A network that callers of another network call, and the path of their calls. */
export interface NetworkWithPath {
  readonly network: string;
  readonly way: NetworkPath;
}

/** A node of the graph, in three columns: callers, gateways or other paths, and the networks that they call. */
export type GraphNode =
  | { readonly id: "from"; readonly kind: "callers" }
  | { readonly id: string; readonly kind: "gateway"; readonly gateway: KnownGateway }
  /** The number of gateways of a network that have no node of their own. */
  | { readonly id: string; readonly kind: "more-gateways"; readonly network: string; readonly count: number }
  | { readonly id: string; readonly kind: "way"; readonly way: Exclude<NetworkPath["kind"], "gateways"> }
  | { readonly id: string; readonly kind: "network"; readonly network: string };

interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly way: NetworkPath["kind"];
}

export interface NetworkGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The largest number of gateways of one network that are drawn separately. */
const MOST_GATEWAYS = 4;

/** Returns the graph of the networks that callers of one network call, with the path to each. The callers' own network is not in it. */
export function networkGraph(from: string | null, reached: readonly NetworkWithPath[]): NetworkGraph {
  const nodes = new Map<string, GraphNode>([["from", { id: "from", kind: "callers" }]]);
  const edges: GraphEdge[] = [];
  for (const { network, way } of reached) {
    if (network === from) continue;
    const id = `network ${network}`;
    nodes.set(id, { id, kind: "network", network });
    for (const node of crossedBy(network, way)) {
      if (!nodes.has(node.id)) edges.push({ from: "from", to: node.id, way: way.kind });
      nodes.set(node.id, node);
      edges.push({ from: node.id, to: id, way: way.kind });
    }
  }
  return { nodes: [...nodes.values()], edges };
}

function crossedBy(network: string, way: NetworkPath): readonly GraphNode[] {
  if (way.kind !== "gateways") return [{ id: `way ${way.kind}`, kind: "way", way: way.kind }];
  const { gateways } = way;
  const drawn = gateways.length > MOST_GATEWAYS ? gateways.slice(0, MOST_GATEWAYS - 1) : gateways;
  const more = gateways.length - drawn.length;
  return [
    ...drawn.map((gateway): GraphNode => ({ id: `gateway ${network} ${gateway.address}:${gateway.port ?? gateway.tunnelPort}`, kind: "gateway", gateway })),
    ...(more === 0 ? [] : [{ id: `more ${network}`, kind: "more-gateways", network, count: more } as const]),
  ];
}
