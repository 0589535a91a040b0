"use client";

import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { groupHref } from "@/components/table/group-href";
import { GroupStatus } from "@/components/table/group-status";
import { GroupWhy } from "@/components/table/group-why";
import { Age } from "@/components/table/times";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { useFreshness } from "@/lib/client/status";
import { pagePaths } from "@/lib/contract/paths";
import type { GroupRow } from "@/lib/contract/rows";
import { formatCount, plural } from "@/lib/format/count";

interface TroubleTableProps {
  readonly rows: readonly GroupRow[];
  readonly total: number;
  readonly groups: number;
}

/** The groups in trouble, worst first: who, why, since when. */
export function TroubleTable({ rows, total, groups }: TroubleTableProps) {
  const live = useFreshness().kind === "live";
  return (
    <Section title="In trouble" aside={total > rows.length ? <Link href={pagePaths.groups()}>{formatCount(total)} groups, worst first</Link> : "worst first"}>
      {total === 0 ? (
        <p className="mt-2.5 text-ink-2">
          {live ? `None of ${plural(groups, "group")} is in trouble.` : `None of ${plural(groups, "group")} was in trouble when last seen.`}
        </p>
      ) : (
        <DataTable caption="Groups in trouble" columns={columns} rows={rows} total={rows.length} signatureOf={signatureOf} headless keys />
      )}
    </Section>
  );
}

function signatureOf(row: GroupRow): string {
  return [row.state, row.rollUp.counts.join(), row.message].join(" ");
}

const columns: readonly Column<GroupRow>[] = [
  {
    key: "state",
    head: "STATUS",
    shown: "always",
    cell: (row) => <GroupStatus row={row} />,
  },
  {
    key: "name",
    head: "GROUP",
    shown: "always",
    cell: (row) => (
      <>
        <Link
          href={groupHref(row)}
          prefetch={false}
          data-row-link=""
          className="inline-block max-w-full truncate align-middle font-mono text-s max-desk:max-w-[40vw]"
        >
          {row.namespace} / {row.name || "no group"}
        </Link>
        <span className="hidden max-w-[40vw] truncate text-xs text-ink-2 max-desk:block">
          <GroupWhy row={row} />
        </span>
      </>
    ),
  },
  { key: "why", head: "WHY", shown: "always", room: "tablet", fills: true, cell: (row) => <GroupWhy row={row} /> },
  {
    key: "since",
    head: "SINCE",
    shown: "always",
    align: "end",
    cell: (row) => (
      <span className="text-ink-3">
        <Age at={row.since} atLeast={row.sinceAtLeast} />
      </span>
    ),
  },
];
