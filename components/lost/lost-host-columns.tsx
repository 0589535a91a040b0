import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { NameLink } from "@/components/table/name-link";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ServiceAfterLossRow } from "@/lib/contract/views/what-if";
import { shortHost } from "@/lib/format/host-words";
import { deadWords, endpointsTitle, underHost } from "@/lib/format/lost/row-words";
import { formatNumber } from "@/lib/format/text/numbers";
import { CapacityBadge } from "./capacity-badge";
import { DeadCount } from "./dead-count";
import { MoveCell } from "./move-cell";
import { WeightBar } from "./weight-bar";

/** The columns of hosts before and after; `headroom` in percent. */
export function lostHostColumns(headroom: number): readonly Column<ServiceAfterLossRow>[] {
  return [
    clusterColumn(),
    {
      ...{ key: "host", head: "HOST", shown: "always" },
      cell: (row) => <NameLink cluster={row.cluster} href={hrefOf(row)} name={shortHost(row.host)} under={underHost(row)} long />,
    },
    { key: "before", head: "BEFORE", shown: "always", align: "end", cell: (row) => <Count row={row} at="before" /> },
    { key: "after", head: "AFTER", shown: "always", align: "end", cell: (row) => <Count row={row} at="after" /> },
    {
      key: "left",
      head: "WHAT IS LEFT",
      shown: "usual",
      room: "tablet",
      yields: 1,
      cell: (row) => <WeightBar weight={row.weight} headroom={headroom} kind={row.capacity.kind} />,
    },
    { key: "verdict", head: "VERDICT", shown: "usual", room: "tablet", cell: (row) => <CapacityBadge capacity={row.capacity} headroom={headroom} /> },
    { key: "dead", head: "STILL LISTED", shown: "usual", align: "end", room: "desk", cell: (row) => <DeadCount row={row} title={deadWords(row)} /> },
    { key: "moves", head: "WOULD TRAFFIC MOVE?", shown: "usual", room: "desk", fills: true, cell: (row) => <MoveCell row={row} /> },
  ];
}

function Count({ row, at }: { readonly row: ServiceAfterLossRow; readonly at: "before" | "after" }) {
  const { machines, pods, inline, addresses } = row;
  if (machines === null && pods === null) return <span className="text-s text-blind">not visible</span>;
  const count = (machines?.[at] ?? 0) + (pods?.[at] ?? 0) + inline[at] + (addresses ?? 0);
  const doubted = at === "before" ? machines?.doubtedBefore : machines?.doubtedAfter;
  const isPartial = machines === null || pods === null || addresses === null;
  const isMost = at === "after" && row.placelessPods > 0;
  return (
    <span title={endpointsTitle(row, at)} data-count={count} className={`whitespace-nowrap tabular-nums ${at === "before" ? "text-ink-2" : "font-semibold"}`}>
      {isPartial && !isMost && <span className="font-normal text-blind">≥ </span>}
      {isMost && <span className="font-normal text-blind">{isPartial ? "≈ " : "≤ "}</span>}
      {formatNumber(count)}
      {doubted !== undefined && doubted > 0 && <span className="font-normal text-blind"> ({formatNumber(doubted)}?)</span>}
    </span>
  );
}

function hrefOf({ cluster, kind, namespace, name, host }: ServiceAfterLossRow): string {
  return pagePaths.host(cluster, kind, namespace, name, kind === "ServiceEntry" ? host : "");
}
