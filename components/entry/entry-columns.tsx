import { StateBadge } from "@/components/state/state-badge";
import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { EntryName } from "@/components/table/entry-name";
import { Why } from "@/components/table/entry-why";
import { Mono, ReplicaName } from "@/components/table/mono";
import { Age, QuietAge } from "@/components/table/times";
import { FlapCountCell, LastHourCell } from "@/components/timeline/row-cells";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import { zoneOfLocality } from "@/lib/format/workload-words";

/** The columns of entries, similar to `kubectl get pods -o wide`. */
export const entryColumns: readonly Column<EntryRow>[] = [
  clusterColumn({ sorts: true }),
  { key: "namespace", head: "NAMESPACE", shown: "usual", yields: 6, sorts: true, room: "tablet", cell: (row) => <Mono faint>{row.namespace}</Mono> },
  {
    key: "name",
    head: "NAME",
    shown: "always",
    sorts: true,
    cell: (row) => <EntryName row={row} />,
  },
  {
    key: "state",
    head: "STATE",
    shown: "always",
    sorts: true,
    cell: (row) => (
      <span className="inline-block desk:min-w-28">
        <StateBadge state={row.state} vouched={row.vouched} why={row.connectionWhy} cluster={row.cluster} />
      </span>
    ),
  },
  {
    key: "since",
    head: "FOR",
    shown: "usual",
    align: "end",
    sorts: true,
    room: "tablet",
    cell: (row) => (
      <span className="inline-block min-w-14 text-ink-2">
        <Age at={row.since} atLeast={row.sinceAtLeast} atMost={row.sinceNotBefore} />
      </span>
    ),
  },
  { key: "why", head: "WHY", shown: "usual", sorts: true, room: "tablet", fills: true, cell: (row) => <Why row={row} /> },
  { key: "version", head: "VERSION", shown: "wide", sorts: true, room: "desk", cell: (row) => <Mono>{row.version}</Mono> },
  { key: "zone", head: "ZONE", shown: "usual", sorts: true, room: "desk", cell: (row) => <Mono title={row.locality}>{zoneOfLocality(row.locality)}</Mono> },
  { key: "address", head: "ADDRESS", shown: "wide", sorts: true, room: "desk", cell: (row) => <Mono>{row.address}</Mono> },
  { key: "network", head: "NETWORK", shown: "wide", sorts: true, room: "desk", cell: (row) => <Mono>{row.network}</Mono> },
  {
    key: "connected",
    head: "CONNECTED",
    shown: "usual",
    yields: 3,
    align: "end",
    sorts: true,
    room: "wall",
    cell: (row) => (
      <span className={row.connection === "overdue" || row.connection === "leaked" ? "text-warn" : "text-ink-2"}>
        <Age at={row.connectedAt} />
      </span>
    ),
  },
  { key: "replica", head: "REPLICA", shown: "usual", yields: 4, sorts: true, room: "desk", cell: (row) => <ReplicaName name={row.controller} /> },
  { key: "revision", head: "REVISION", shown: "wide", sorts: true, room: "desk", cell: (row) => <Mono>{row.revision}</Mono> },
  { key: "group", head: "GROUP", shown: "wide", sorts: true, room: "desk", cell: (row) => <Mono>{row.group}</Mono> },
  { key: "origin", head: "ORIGIN", shown: "wide", sorts: true, room: "desk", cell: (row) => <span className="text-ink-2">{row.origin}</span> },
  {
    key: "generation",
    head: "GENERATION",
    shown: "wide",
    align: "end",
    sorts: true,
    room: "desk",
    cell: ({ generation }) => <span className={generation !== null && generation > 1 ? "text-ink" : "text-ink-3"}>{generation}</span>,
  },
  { key: "flaps", head: "FLAPS", shown: "usual", yields: 2, align: "end", room: "desk", cell: (row) => <FlapCountCell id={row.id} /> },
  { key: "hour", head: "LAST HOUR", shown: "usual", yields: 1, room: "desk", cell: (row) => <LastHourCell id={row.id} /> },
  { key: "age", head: "AGE", shown: "usual", yields: 5, room: "wall", align: "end", sorts: true, cell: (row) => <QuietAge at={row.createdAt} /> },
];

/** Returns the values whose change highlights the row. A renewed connection is routine and highlights nothing. */
export function entryHighlightKey(row: EntryRow): string {
  return [row.state, row.vouched, row.serving, row.connection, row.connectionWhy, row.message, row.controller].join(" ");
}
