"use client";

import { StateBadge } from "@/components/state/state-badge";
import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { EntryName } from "@/components/table/entry-name";
import { Why } from "@/components/table/entry-why";
import { Mono } from "@/components/table/mono";
import { Age } from "@/components/table/times";
import { ViewProblem } from "@/components/table/view-problem";
import type { PageFleet } from "@/components/trouble/counted-fleet";
import type { LossesByGroup } from "@/components/trouble/use-fleet-losses";
import { SMALL_FLEET_WINDOW } from "@/components/trouble/windows";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Link } from "@/lib/client/page-link";
import { useView } from "@/lib/client/use-view";
import type { LossRow } from "@/lib/contract/answers/history";
import { pagePaths } from "@/lib/contract/url/paths";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { STATES } from "@/lib/domain/verdict/verdict";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { zoneOfLocality } from "@/lib/format/workload-words";

interface MachineListProps {
  readonly fleet: PageFleet;
  readonly losses: LossesByGroup;
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
  readonly initial: ViewStateOf<"entries"> | null;
}

/** The machines of a small fleet as a list, worst state first, instead of the fleet strip. Includes lost machines that still count. */
export function MachineList({ fleet: { head, rows: groups }, losses, query, initial }: MachineListProps) {
  const { state, problem, isWithdrawn } = useView("entries", query, SMALL_FLEET_WINDOW, initial);
  if (problem !== null) return <ViewProblem problem={problem} isWithdrawn={isWithdrawn} title="The machines cannot be shown" />;
  if (state === null) return <Skeleton rows={8} label="Reading machines" />;
  const lost = groups.flatMap(losses.lossesOf).map(lostEntryRow);
  const rows = withLostRows(state.rows, lost);
  const missing = head.rollUp.fullTotal - rows.length;
  const columns = new Set(rows.map((row) => `${row.cluster} ${groupName(row)}`)).size > 1 ? COLUMNS : ONE_GROUP;
  return (
    <Section
      name="machines"
      title="Machines"
      aside={
        <>
          <Link href={pagePaths.entries(query)} prefetch={false}>
            {plural(rows.length, "machine")}
            {columns === ONE_GROUP && ` in ${rows.slice(0, 1).map(groupName)}`}
          </Link>
          {" · worst first"}
        </>
      }
    >
      <DataTable caption="Machines of the fleet" columns={columns} rows={rows} total={rows.length} page={query} signatureOf={signatureOf} keys />
      {missing > 0 && (
        <p data-missing={missing} className="flex min-h-row items-center border-b border-line text-ink-2">
          {plural(missing, "expected machine")} {oneOrMany(missing, "is", "are")} missing.
        </p>
      )}
    </Section>
  );
}

function groupName({ namespace, group }: EntryRow): string {
  return `${namespace} / ${group || "no group"}`;
}

/** Inserts lost machines between failed machines and those in a better state. */
function withLostRows(rows: readonly EntryRow[], lost: readonly EntryRow[]): readonly EntryRow[] {
  if (lost.length === 0) return rows;
  const isLess = ({ state }: EntryRow) => STATES.indexOf(state) > STATES.indexOf("vanished");
  const at = rows.findIndex(isLess);
  return at < 0 ? [...rows, ...lost] : [...rows.slice(0, at), ...lost, ...rows.slice(at)];
}

function lostEntryRow({ row, cause, notBefore, replacedBy, disconnectedAt, endedAt }: LossRow): EntryRow {
  return { ...row, state: "vanished", since: endedAt, sinceAtLeast: false, disconnectedAt, ending: { cause, notBefore, replacedBy, lastState: row.state } };
}

function signatureOf(row: EntryRow): string {
  return [row.state, row.vouched, row.connection, row.message].join(" ");
}

const COLUMNS: readonly Column<EntryRow>[] = [
  clusterColumn({ sorts: false }),
  {
    key: "name",
    head: "NAME",
    shown: "always",
    cell: (row) => <EntryName row={row} />,
  },
  {
    key: "state",
    head: "STATE",
    shown: "always",
    cell: (row) => <StateBadge state={row.state} vouched={row.vouched} why={row.connectionWhy} cluster={row.cluster} />,
  },
  {
    key: "since",
    head: "FOR",
    shown: "always",
    align: "end",
    room: "tablet",
    cell: (row) => (
      <span className="text-ink-2">
        <Age at={row.since} atLeast={row.sinceAtLeast} atMost={row.sinceNotBefore} />
      </span>
    ),
  },
  { key: "why", head: "WHY", shown: "always", room: "tablet", fills: true, cell: (row) => <Why row={row} /> },
  { key: "group", head: "GROUP", shown: "usual", yields: 3, room: "desk", cell: (row) => <Mono faint>{groupName(row)}</Mono> },
  { key: "zone", head: "ZONE", shown: "usual", yields: 1, room: "desk", cell: (row) => <Mono title={row.locality}>{zoneOfLocality(row.locality)}</Mono> },
  { key: "address", head: "ADDRESS", shown: "usual", yields: 2, room: "desk", cell: (row) => <Mono>{row.address}</Mono> },
];

const ONE_GROUP = COLUMNS.filter(({ key }) => key !== "group");
