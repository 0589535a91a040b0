"use client";

import { StateBadge } from "@/components/state/state-badge";
import { TableHeads } from "@/components/ui/table-heads";
import { Link } from "@/lib/client/page-link";
import type { FleetStripRow } from "@/lib/contract/views/fleet";
import { formatNumber } from "@/lib/format/text/numbers";
import { ribbonRuns } from "./cell-runs";
import { ribbonHref, ribbonName, runText } from "./ribbon-text";

interface FleetStripTableProps {
  readonly rows: readonly FleetStripRow[];
  /** True if the table has a column for the cluster. */
  readonly clusters: boolean;
}

/** The fleet strip as a table, for screen readers and for copying. */
export function FleetStripTable({ rows, clusters }: FleetStripTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="table">
        <caption className="sr-only">Machines by group and state</caption>
        <TableHeads of={[...(clusters ? ["Cluster"] : []), "Namespace", "Name", ["Machines", "num"], "States, worst first"]} />
        <tbody>
          {rows.map((row) => (
            <StripTableRow key={row.id} row={row} clusters={clusters} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StripTableRow({ row, clusters }: { readonly row: FleetStripRow; readonly clusters: boolean }) {
  return (
    <tr>
      {clusters && <td className="font-mono text-s text-ink-3">{row.cluster}</td>}
      <td className="font-mono text-s text-ink-3">{row.namespace}</td>
      <td>
        <Link prefetch={false} href={ribbonHref(row)} className="font-mono text-s">
          {ribbonName(row)}
        </Link>
      </td>
      <td className="num">{formatNumber(row.total + row.lost + row.missing)}</td>
      <td>
        <span className="flex gap-4">
          {ribbonRuns(row).map((run) => (
            <StateBadge key={`${run.state}${run.vouched}${run.away}`} state={run.state} vouched={run.vouched} cluster={row.cluster}>
              {runText(run, row)}
            </StateBadge>
          ))}
        </span>
      </td>
    </tr>
  );
}
