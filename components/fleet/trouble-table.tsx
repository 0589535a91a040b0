"use client";

import { lazy, Suspense, useMemo } from "react";
import { statementAttributes } from "@/components/state/statement";
import { ClusterName, clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { groupHref } from "@/components/table/group-href";
import { Age } from "@/components/table/times";
import { WorstFirst } from "@/components/table/worst-first";
import { StaleRows } from "@/components/trouble/stale-rows";
import { TroubleStatus, TroubleWhy } from "@/components/trouble/trouble-status";
import { troubledGroups } from "@/components/trouble/troubled-groups";
import type { LossesOfGroups } from "@/components/trouble/use-fleet-losses";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { useFreshness } from "@/lib/client/status";
import type { GroupRow } from "@/lib/contract/views/groups";
import { noGroupInTrouble } from "@/lib/domain/statements/fleet";
import { formatNumber, plural } from "@/lib/format/text/numbers";

/** Loaded after the headline: losses come from the history, which a browser asks once the page is there. */
const AlsoLost = lazy(() => import("@/components/trouble/also-lost").then((loaded) => ({ default: loaded.AlsoLost })));

interface TroubleTableProps {
  readonly rows: readonly GroupRow[];
  /** Rows at the end whose cluster is not reached. */
  readonly staleRows: number;
  readonly total: number;
  readonly groups: number;
  /** The query of the page, so that all groups means those of the same clusters and namespaces. */
  readonly query: string;
  readonly losses: LossesOfGroups;
}

/** The groups in trouble, worst first: who, why, since when. */
export function TroubleTable({ rows, staleRows, total, groups, query, losses }: TroubleTableProps) {
  const live = useFreshness().kind === "live";
  const columns = useMemo(() => columnsWith(losses), [losses]);
  return (
    <Section
      name="trouble"
      title="In trouble"
      aside={total > rows.length ? <Link href={troubledGroups(query, "new")}>{formatNumber(total)} groups, worst first</Link> : <WorstFirst of="groups" />}
    >
      {/* A group that comes and goes does not move what is below, the first one neither. */}
      <div className="min-h-14 wide:min-h-60">
        {total === 0 ? (
          <p className="mt-2.5 text-ink-2" {...statementAttributes(noGroupInTrouble(groups), { past: !live })}>
            {live ? `None of ${plural(groups, "group")} is in trouble.` : `None of ${plural(groups, "group")} was in trouble when last seen.`}
          </p>
        ) : (
          <DataTable
            caption="Groups in trouble"
            columns={columns}
            rows={rows}
            total={rows.length}
            signatureOf={(row) => signatureOf(row, losses)}
            headless
            keys
          />
        )}
      </div>
      <StaleRows rows={rows} count={staleRows} />
      {total > rows.length && (
        <p className="mt-2.5 text-s text-ink-3">
          <Link href={troubledGroups(query, "new")} className="text-ink-2">
            {`${plural(total - rows.length, "more group")} in trouble`}
          </Link>
        </p>
      )}
      <Suspense>{total <= rows.length && <AlsoLost others={losses.others(rows)} />}</Suspense>
    </Section>
  );
}

function signatureOf(row: GroupRow, losses: LossesOfGroups): string {
  return [row.state, row.rollUp.counts.join(), row.message, losses.countOf(row)].join(" ");
}

function columnsWith(losses: LossesOfGroups): readonly Column<GroupRow>[] {
  return [
    {
      key: "state",
      head: "STATUS",
      shown: "always",
      cell: (row) => (
        <span className="inline-block min-w-28">
          <TroubleStatus row={row} lost={losses.countOf(row)} />
        </span>
      ),
    },
    clusterColumn(),
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
          <ClusterName cluster={row.cluster} className="hidden font-mono text-xs text-ink-3 max-desk:block" />
          <span className="hidden max-w-[40vw] truncate text-xs text-ink-2 max-desk:block">
            <TroubleWhy row={row} losses={losses} />
          </span>
        </>
      ),
    },
    { key: "why", head: "WHY", shown: "always", room: "tablet", fills: true, cell: (row) => <TroubleWhy row={row} losses={losses} /> },
    {
      key: "since",
      head: "SINCE",
      shown: "always",
      align: "end",
      cell: (row) => (
        <span className="inline-block min-w-14 text-ink-3">
          <Age at={row.since ?? losses.sinceOf(row)} atLeast={row.sinceAtLeast} />
        </span>
      ),
    },
  ];
}
