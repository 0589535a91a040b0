"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { FindingMark } from "@/components/state/finding-mark";
import { toneText } from "@/components/state/tone";
import { Link } from "@/lib/client/page-link";
import type { NetworkRow, WireGraph, WireGraphNode } from "@/lib/contract/views/networks";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { callersName, networkName } from "@/lib/format/networks/network-name";
import { nodeWayWord, type WayMachines, wayMachines, wayWords } from "@/lib/format/networks/way-words";
import { joinParts } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";
import { machineWords, NetworkCells } from "./network-cells";
import { networkHref } from "./network-href";

interface GraphNodeProps {
  readonly node: WireGraphNode;
  readonly graph: WireGraph;
  /** Networks by their names. */
  readonly rows: ReadonlyMap<string, NetworkRow>;
}

/** Beyond this height a box has room for cells. */
const ROOMY_PX = 60;

/** One node: callers and networks are boxes with their machines, what is crossed is a pill. */
export function GraphNode({ node, graph, rows }: GraphNodeProps) {
  switch (node.kind) {
    case "callers":
      return graph.from === null ? (
        <UnknownCallers node={node} />
      ) : (
        <Box node={node} network={graph.from} row={rows.get(graph.from)} cluster={graph.cluster} said="callers in" />
      );
    case "network":
      return <Box node={node} network={node.network} row={rows.get(node.network)} cluster={graph.cluster} said="" />;
    case "gateway":
      return (
        <Pill node={node} label={`gateway ${node.text} into ${networkName(node.network)}`} tone={null}>
          {node.text}
        </Pill>
      );
    case "more-gateways":
      return (
        <Pill node={node} label={`${plural(Number(node.text), "more gateway")} into ${networkName(node.network)}`} tone={null}>
          {plural(Number(node.text), "more gateway")}
        </Pill>
      );
    case "way":
      return <WayPill node={node} rows={rows} />;
  }
}

function UnknownCallers({ node }: { readonly node: WireGraphNode }) {
  return (
    <a
      href="#callers"
      data-node={node.id}
      data-kind={node.kind}
      className="flex h-full flex-col justify-center rounded-control border border-blind-cell bg-blind-wash px-3 text-s text-blind hover:no-underline"
    >
      callers in {callersName(null)}
    </a>
  );
}

function WayPill({ node, rows }: Pick<GraphNodeProps, "node" | "rows">) {
  const reached = [...rows.values()].filter((row) => row.way.kind === node.text);
  const [first] = reached;
  if (first === undefined) return null;
  const of = allMachines(reached);
  const { word, means, tone } = wayWords(first.way, of);
  return (
    <Pill node={node} label={`${word}: ${means}`} tone={tone}>
      {first.way.kind === "unverified" ? "no gateway" : nodeWayWord(first.way, of)}
      {first.way.kind === "unverified" && <span className="block">{nodeWayWord(first.way, of)}</span>}
    </Pill>
  );
}

/** The machines of all networks that are reached in one way. */
function allMachines(rows: readonly NetworkRow[]): WayMachines {
  const all = rows.map(wayMachines);
  return { machines: all.reduce((sum, { machines }) => sum + machines, 0), unaddressed: all.reduce((sum, { unaddressed }) => sum + unaddressed, 0) };
}

function Pill({
  node,
  label,
  tone,
  children,
}: {
  readonly node: WireGraphNode;
  readonly label: string;
  readonly tone: Tone | null;
  readonly children: ReactNode;
}) {
  return (
    <a
      href="#gateways"
      data-node={node.id}
      data-kind={node.kind}
      aria-label={label}
      title={label}
      className={clsx(
        "flex h-full flex-col justify-center truncate rounded-full border px-3 text-center font-mono text-xs leading-tight hover:no-underline",
        tone === null ? "border-ink-3 bg-raised text-ink" : `border-current bg-raised ${toneText[tone]}`,
      )}
    >
      <span className="truncate">{children}</span>
    </a>
  );
}

interface BoxProps {
  readonly node: WireGraphNode;
  readonly network: string;
  readonly cluster: string;
  readonly row: NetworkRow | undefined;
  readonly said: string;
}

function Box({ node, network, cluster, row, said }: BoxProps) {
  const name = `${said} ${networkName(network)}`.trim();
  const isRoomy = node.height > ROOMY_PX;
  const words = row === undefined ? "nobody is known there" : machineWords(row, false);
  return (
    <Link
      href={networkHref({ cluster, network })}
      prefetch={false}
      data-node={node.id}
      data-kind={node.kind}
      aria-label={`${name}: ${words}${row?.pods ? `, ${plural(row.pods, "pod")}` : ""}${node.kind === "network" && row !== undefined ? `; ${wayWords(row.way, wayMachines(row)).word}` : ""}`}
      title={name}
      className="flex h-full flex-col justify-center gap-1 rounded-control border border-line-2 bg-raised px-3 text-ink hover:bg-hover hover:no-underline"
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="truncate font-mono text-s">
          {said !== "" && <span className="font-sans text-ink-3">{said} </span>}
          {networkName(network)}
          {node.kind === "network" && <FindingMark kind="Network" name={network} clusters={[cluster]} plain />}
        </span>
        {!isRoomy && <Count row={row} />}
      </span>
      {isRoomy && <Count row={row} />}
      {isRoomy && row !== undefined && row.machines > 0 && <NetworkCells row={row} most={node.width > 300 ? 56 : 42} />}
    </Link>
  );
}

function Count({ row }: { readonly row: NetworkRow | undefined }) {
  if (row === undefined) return <span className="text-xs whitespace-nowrap text-ink-3">nobody known</span>;
  const parts = [plural(row.machines, "registered machine"), row.pods === null || row.pods === 0 ? "" : plural(row.pods, "pod")];
  return <span className="text-xs whitespace-nowrap text-ink-2">{joinParts(parts, " · ")}</span>;
}
