"use client";

import { StateBadge } from "@/components/state/state-badge";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { Mono, ReplicaName } from "@/components/table/mono";
import { NameLink } from "@/components/table/name-link";
import { Age } from "@/components/table/times";
import { useZone } from "@/components/table/use-zone";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useOfNow } from "@/lib/client/clock";
import type { Remembered } from "@/lib/client/history";
import type { LossesAnswer, LossRow } from "@/lib/contract/history";
import type { ListQuery } from "@/lib/contract/list-query";
import { pagePaths } from "@/lib/contract/paths";
import { formatCount } from "@/lib/format/count";
import { lastStatePhrase, lossPhrase } from "@/lib/format/loss-words";
import { zoneOf } from "./entry-columns";
import { matchesLost } from "./lost-match";

interface LostEntriesProps {
  readonly losses: Remembered<LossesAnswer>;
  readonly query: ListQuery;
}

/** The machines that were lost within a day, newest first: Istio has forgotten them, the record has not. */
export function LostEntries({ losses: { value, problem }, query }: LostEntriesProps) {
  if (value === null) {
    if (problem === null) return <Skeleton rows={6} label="Reading what is remembered" />;
    return (
      <Notice kind="denied" title="What was lost is not known">
        {problem}
      </Notice>
    );
  }
  const rows = value.rows.filter((row) => !row.planned && matchesLost(row, query.terms)).map((loss) => ({ ...loss, id: `${loss.id} ${loss.endedAt}` }));
  if (rows.length === 0) {
    return (
      <Notice kind="empty" title="No such machine vanished within the last 24 hours">
        <p>{value.recorded.since === null ? "Nothing is recorded yet." : `${formatCount(value.total)} were lost in all of what is shown here.`}</p>
        {query.terms.some((term) => term.kind === "label") && <p>Labels of machines that are gone cannot be searched.</p>}
      </Notice>
    );
  }
  return <DataTable caption="Machines that vanished, newest first" columns={columns} rows={rows} total={rows.length} signatureOf={(row) => row.id} keys />;
}

const columns: readonly Column<LossRow>[] = [
  { key: "namespace", head: "NAMESPACE", shown: "always", room: "tablet", cell: ({ row }) => <Mono faint>{row.namespace}</Mono> },
  {
    key: "name",
    head: "NAME",
    shown: "always",
    cell: (loss) => (
      <NameLink
        href={pagePaths.entry(loss.row.cluster, loss.row.namespace, loss.row.name, loss.row.uid)}
        name={loss.row.name}
        long
        under={<LostWhy loss={loss} />}
      />
    ),
  },
  { key: "state", head: "STATE", shown: "always", cell: ({ row }) => <StateBadge state="vanished" cluster={row.cluster} /> },
  {
    key: "since",
    head: "FOR",
    shown: "always",
    align: "end",
    cell: (loss) => (
      <span className="text-ink-2">
        <Age at={loss.endedAt} />
      </span>
    ),
  },
  { key: "why", head: "WHY", shown: "always", room: "tablet", fills: true, cell: (loss) => <LostWhy loss={loss} /> },
  { key: "zone", head: "ZONE", shown: "always", room: "desk", cell: ({ row }) => <Mono title={row.locality}>{zoneOf(row.locality)}</Mono> },
  { key: "network", head: "NETWORK", shown: "always", room: "desk", cell: ({ row }) => <Mono>{row.network}</Mono> },
  { key: "replica", head: "REPLICA", shown: "always", room: "desk", cell: ({ row }) => <ReplicaName name={row.controller} /> },
];

function LostWhy({ loss }: { readonly loss: LossRow }) {
  const zone = useZone();
  const why = useOfNow((now) => lossPhrase(loss, now, zone));
  const words = [why, lastStatePhrase(loss), loss.replacedBy === "" ? "" : "back under the same name"].filter((part) => part !== "").join("; ");
  return (
    <span title={words} className="text-ink-2">
      {words}
    </span>
  );
}
