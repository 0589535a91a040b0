import { ClusterName, clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { NameLink } from "@/components/table/name-link";
import { pagePaths } from "@/lib/contract/url/paths";
import type { GroupAfterLossRow } from "@/lib/contract/views/what-if";
import { capacityWords } from "@/lib/format/lost/capacity-words";
import { expectedTitle, groupDeadWords } from "@/lib/format/lost/row-words";
import { formatNumber } from "@/lib/format/text/numbers";
import { CapacityBadge } from "./capacity-badge";
import { DeadCount } from "./dead-count";
import { WeightBar } from "./weight-bar";

/** The columns of groups before and after; `headroom` in percent. */
export function lostGroupColumns(headroom: number): readonly Column<GroupAfterLossRow>[] {
  return [
    clusterColumn(),
    { key: "group", head: "GROUP", shown: "always", cell: (row) => <GroupName row={row} /> },
    {
      key: "before",
      head: "SERVING BEFORE",
      shown: "always",
      align: "end",
      cell: ({ serving, doubted }) => <Serving serving={serving.before} doubted={doubted.before} />,
    },
    {
      key: "after",
      head: "AFTER",
      shown: "always",
      align: "end",
      cell: ({ serving, doubted }) => <Serving serving={serving.after} doubted={doubted.after} strong />,
    },
    { key: "expected", head: "EXPECTED", shown: "usual", align: "end", room: "tablet", cell: (row) => <Expected row={row} /> },
    {
      ...{ key: "left", head: "WHAT IS LEFT", shown: "usual", room: "tablet", yields: 1 },
      cell: ({ weight, capacity }) =>
        weight === null ? <span className="text-ink-3">—</span> : <WeightBar weight={weight} headroom={headroom} kind={capacity.kind} />,
    },
    {
      key: "verdict",
      head: "VERDICT",
      shown: "usual",
      room: "tablet",
      fills: true,
      cell: (row) => <CapacityBadge capacity={row.capacity} headroom={headroom} />,
    },
    { key: "dead", head: "STILL LISTED", shown: "usual", align: "end", room: "desk", cell: (row) => <DeadCount row={row} title={groupDeadWords(row)} /> },
  ];
}

function GroupName({ row }: { readonly row: GroupAfterLossRow }) {
  const { cluster, namespace, name } = row;
  if (name === "")
    return (
      <span className="text-ink-2">
        {namespace} / no group <ClusterName cluster={cluster} className="desk:hidden" />
      </span>
    );
  return <NameLink cluster={cluster} href={pagePaths.group(cluster, namespace, name)} name={`${namespace}/${name}`} under={capacityWords(row.capacity)} long />;
}

function Serving({ serving, doubted, strong = false }: { readonly serving: number; readonly doubted: number; readonly strong?: boolean }) {
  return (
    <span data-serving={serving} data-doubted={doubted} className={`whitespace-nowrap tabular-nums ${strong ? "font-semibold" : "text-ink-2"}`}>
      {formatNumber(serving)}
      {doubted > 0 && <span className="font-normal text-blind"> +{formatNumber(doubted)}?</span>}
    </span>
  );
}

function Expected({ row }: { readonly row: GroupAfterLossRow }) {
  const { expected, machines } = row;
  if (expected === null) return <span className="text-ink-3">not known</span>;
  const isShort = machines.after < expected && machines.after < machines.before;
  return (
    <span title={expectedTitle(row)} className={`tabular-nums ${isShort ? "text-warn" : "text-ink-2"}`}>
      {formatNumber(expected)}
    </span>
  );
}
