import { GroupRowRibbon } from "@/components/strip/group-row-ribbon";
import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { groupHref } from "@/components/table/group-href";
import { GroupStatus } from "@/components/table/group-status";
import { GroupWhy } from "@/components/table/group-why";
import { Mono } from "@/components/table/mono";
import { NameLink } from "@/components/table/name-link";
import { ServingCount } from "@/components/table/serving-count";
import { Age, QuietAge } from "@/components/table/times";
import { FlapCountCell, LastHourCell } from "@/components/timeline/row-cells";
import type { GroupRow } from "@/lib/contract/views/groups";
import { GroupFindingsCell, GroupFindingsMark } from "./group-findings";

/** The columns of groups, similar to `kubectl get deployments`. */
export const groupColumns: readonly Column<GroupRow>[] = [
  clusterColumn({ sorts: true }),
  { key: "namespace", head: "NAMESPACE", shown: "usual", sorts: true, room: "tablet", cell: (row) => <Mono faint>{row.namespace}</Mono> },
  {
    key: "name",
    head: "NAME",
    shown: "always",
    sorts: true,
    cell: (row) => (
      <NameLink
        cluster={row.cluster}
        href={groupHref(row)}
        name={row.name || "(no group)"}
        under={<GroupWhy row={row} />}
        mark={<GroupFindingsMark row={row} />}
      />
    ),
  },
  { key: "serving", head: "SERVING", shown: "always", align: "end", sorts: true, cell: (row) => <ServingCount rollUp={row.rollUp} cluster={row.cluster} /> },
  { key: "state", head: "STATUS", shown: "usual", sorts: true, cell: (row) => <GroupStatus row={row} /> },
  {
    key: "since",
    head: "FOR",
    shown: "usual",
    sorts: true,
    align: "end",
    room: "desk",
    cell: (row) => (
      <span className="text-ink-2">
        <Age at={row.state === "healthy" ? null : row.since} atLeast={row.sinceAtLeast} />
      </span>
    ),
  },
  { key: "why", head: "WHY", shown: "usual", sorts: true, room: "desk", fills: true, cell: (row) => <GroupWhy row={row} /> },
  { key: "hour", head: "LAST HOUR", shown: "usual", yields: 1, room: "desk", cell: (row) => <LastHourCell id={row.id} /> },
  {
    key: "machines",
    head: "MACHINES",
    shown: "usual",
    sorts: true,
    room: "tablet",
    cell: (row) => <GroupRowRibbon row={row} />,
  },
  {
    key: "probe",
    head: "PROBE",
    shown: "wide",
    sorts: true,
    yields: 4,
    room: "desk",
    cell: (row) => <Mono title={row.probe?.path ?? ""}>{probeWords(row.probe)}</Mono>,
  },
  { key: "account", head: "ACCOUNT", shown: "wide", sorts: true, yields: 3, room: "desk", cell: (row) => <Few values={row.accounts} /> },
  { key: "networks", head: "NETWORKS", shown: "wide", sorts: true, yields: 5, room: "desk", cell: (row) => <Few values={row.networks} /> },
  { key: "zones", head: "ZONES", shown: "wide", sorts: true, yields: 2, room: "wall", cell: (row) => <Few values={row.zones} /> },
  { key: "findings", head: "FINDINGS", shown: "wide", room: "desk", cell: (row) => <GroupFindingsCell row={row} /> },
  { key: "flaps", head: "FLAPS", shown: "wide", align: "end", room: "desk", cell: (row) => <FlapCountCell id={row.id} machines={row.rollUp.fullTotal} /> },
  { key: "age", head: "AGE", shown: "wide", room: "desk", align: "end", sorts: true, cell: (row) => <QuietAge at={row.createdAt} /> },
];

/** Returns the values whose change highlights the row. */
export function groupHighlightKey(row: GroupRow): string {
  return [row.state, row.rollUp.counts.join(), row.unvouched, row.unvouchedWhy, row.rollUp.fullTotal, row.lost, row.missing, row.message, row.exists].join(" ");
}

/** A probe in short: "http :8080". */
function probeWords(probe: GroupRow["probe"]): string {
  if (probe === null || probe.method === "none") return "";
  const word = PROBES.get(probe.method) ?? probe.method;
  return probe.port === null ? word : `${word} :${probe.port}`;
}

const PROBES: ReadonlyMap<string, string> = new Map([
  ["httpGet", "http"],
  ["tcpSocket", "tcp"],
  ["exec", "exec"],
  ["grpc", "grpc"],
]);

/** The first value and the number of the others, which are in the tooltip. */
function Few({ values }: { readonly values: readonly string[] }) {
  const [first = "", ...rest] = values;
  return (
    <span className="flex gap-1.5" title={values.join(", ")}>
      <span className={`max-w-72 truncate font-mono text-s ${first === "" ? "text-ink-3" : "text-ink-2"}`}>{first || "—"}</span>
      {rest.length > 0 && <span className="text-s text-ink-3">+{rest.length}</span>}
    </span>
  );
}
