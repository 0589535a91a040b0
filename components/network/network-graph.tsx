"use client";

import { type KeyboardEvent, useRef } from "react";
import type { NetworkRow, WireGraph, WireGraphEdge, WireGraphNode } from "@/lib/contract/views/networks";
import { callersName } from "@/lib/format/networks/network-name";
import { plural } from "@/lib/format/text/numbers";
import { edgePath } from "./edge-path";
import { GraphNode } from "./graph-node";
import { nextNode } from "./next-node";

/** Who reaches whom from one network, as the server laid it out. Every node can be reached by Tab, and its neighbours by the arrow keys; the table below has the same. */
export function NetworkGraph({ graph, rows }: { readonly graph: WireGraph; readonly rows: readonly NetworkRow[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const ofCluster = new Map(rows.filter(({ cluster }) => cluster === graph.cluster).map((row) => [row.network, row]));
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const onKey = (event: KeyboardEvent) => {
    const here = event.target instanceof Element ? event.target.closest("[data-node]")?.getAttribute("data-node") : null;
    const next = here == null ? null : nextNode(graph.nodes, here, event.key);
    if (next === null) return;
    event.preventDefault();
    frame.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <figure data-from={graph.from ?? undefined} aria-label={`Who reaches whom from ${callersName(graph.from)}`} className="mt-3 max-desk:hidden">
      <div ref={frame} role="none" onKeyDown={onKey} className="overflow-x-auto">
        <svg width={graph.width} height={graph.height} viewBox={`0 0 ${graph.width} ${graph.height}`} role="presentation">
          {graph.edges.map((edge) => (
            <Edge key={`${edge.from} ${edge.to}`} edge={edge} nodes={nodes} />
          ))}
          {graph.nodes.map((node) => (
            <foreignObject key={node.id} x={node.x} y={node.y} width={node.width} height={node.height}>
              <GraphNode node={node} graph={graph} rows={ofCluster} />
            </foreignObject>
          ))}
        </svg>
      </div>
      {graph.nodes.length === 1 && <figcaption className="mt-1.5 text-s text-ink-3">There is no other network.</figcaption>}
      {graph.undrawn > 0 && <figcaption className="mt-1.5 text-s text-ink-3">{plural(graph.undrawn, "more network")} in the table only.</figcaption>}
    </figure>
  );
}

/** Solid where callers are told where to go, broken where nobody can tell whether it works, a row of dots where nothing goes. */
const STROKES: Readonly<Record<WireGraphEdge["way"], { readonly dash: string | undefined; readonly tone: string }>> = {
  direct: { dash: undefined, tone: "stroke-ink-3" },
  gateways: { dash: undefined, tone: "stroke-ink-3" },
  unverified: { dash: "6 4", tone: "stroke-warn" },
  "left-out": { dash: "1 5", tone: "stroke-bad" },
  "not-known": { dash: "3 3", tone: "stroke-blind" },
};

function Edge({ edge: { from, to, way }, nodes }: { readonly edge: WireGraphEdge; readonly nodes: ReadonlyMap<string, WireGraphNode> }) {
  const [start, end] = [nodes.get(from), nodes.get(to)];
  if (start === undefined || end === undefined) return null;
  const { dash, tone } = STROKES[way];
  return <path d={edgePath(start, end)} fill="none" strokeWidth={1.25} strokeDasharray={dash} strokeLinecap="round" className={tone} />;
}
