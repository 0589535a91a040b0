"use client";

import Link from "next/link";
import { StateBadge } from "@/components/state/state-badge";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { Age } from "@/components/table/times";
import { Section } from "@/components/ui/section";
import { useFreshness } from "@/lib/client/status";
import { formatListQuery } from "@/lib/contract/list-query";
import { pagePaths } from "@/lib/contract/paths";
import type { GroupRow } from "@/lib/contract/rows";
import { formatCount, plural } from "@/lib/format/count";
import { TroubleWords } from "./trouble-words";

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
    cell: (row) => (row.state === null ? <span className="font-medium text-bad">Missing</span> : <StateBadge state={row.state} cluster={row.cluster} />),
  },
  {
    key: "name",
    head: "GROUP",
    shown: "always",
    cell: (row) => (
      <>
        <Link
          href={hrefOf(row)}
          prefetch={false}
          data-row-link=""
          className="inline-block max-w-full truncate align-middle font-mono text-s max-desk:max-w-[40vw]"
        >
          {row.namespace} / {row.name || "no group"}
        </Link>
        <span className="hidden max-w-[40vw] truncate text-xs text-ink-2 max-desk:block">
          <TroubleWords row={row} />
        </span>
      </>
    ),
  },
  { key: "why", head: "WHY", shown: "always", room: "tablet", fills: true, cell: (row) => <TroubleWords row={row} /> },
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

function hrefOf({ cluster, namespace, name }: GroupRow): string {
  if (name !== "") return pagePaths.group(cluster, namespace, name);
  const terms = [{ kind: "facet", facet: "group", value: "none", negated: false }] as const;
  return pagePaths.entries(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
}
