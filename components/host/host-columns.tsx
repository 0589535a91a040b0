import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { Mono } from "@/components/table/mono";
import { NameLink } from "@/components/table/name-link";
import { Moment, QuietAge } from "@/components/table/times";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ServiceRow } from "@/lib/contract/views/services";
import { hostStatusWords, rivalWords } from "@/lib/format/host-words";
import { AddressCount, MachineCount, PodCount, WeightShare } from "./host-counts";
import { HostStatusBadge } from "./host-status-badge";
import { HostStrip } from "./host-strip";

/** The columns of hosts. */
export const hostColumns: readonly Column<ServiceRow>[] = [
  clusterColumn({ sorts: true }),
  { key: "namespace", head: "NAMESPACE", shown: "wide", sorts: true, room: "desk", cell: (row) => <Mono faint>{row.namespace}</Mono> },
  {
    key: "host",
    head: "HOST",
    shown: "always",
    sorts: true,
    cell: (row) => <NameLink cluster={row.cluster} href={hostHref(row)} name={row.host} under={<StatusWords row={row} />} long />,
  },
  { key: "owner", head: "OWNER", shown: "usual", sorts: true, yields: 2, room: "desk", cell: (row) => <Owner row={row} /> },
  { key: "status", head: "STATUS", shown: "usual", room: "tablet", cell: (row) => <HostStatus row={row} /> },
  { key: "answers", head: "WHO ANSWERS", shown: "usual", room: "tablet", cell: (row) => <HostStrip row={row} /> },
  { key: "machines", head: "MACHINES", shown: "always", align: "end", sorts: true, cell: (row) => <MachineCount row={row} /> },
  { key: "pods", head: "PODS", shown: "usual", align: "end", sorts: true, room: "phone", cell: (row) => <PodCount pods={row.pods} /> },
  { key: "addresses", head: "ADDRESSES", shown: "wide", align: "end", room: "desk", cell: (row) => <AddressCount addresses={row.addresses} /> },
  { key: "share", head: "SHARE BY WEIGHT", shown: "usual", sorts: true, yields: 1, room: "desk", cell: (row) => <WeightShare share={row.share} /> },
  { key: "ports", head: "PORTS", shown: "usual", sorts: true, yields: 3, room: "desk", cell: (row) => <Ports row={row} /> },
  { key: "callers", head: "CALLABLE FROM", shown: "usual", sorts: true, yields: 4, room: "desk", cell: (row) => <Callers row={row} /> },
  { key: "age", head: "AGE", shown: "wide", room: "desk", align: "end", sorts: true, cell: (row) => <QuietAge at={row.createdAt} /> },
];

/** What a reader would notice of a host. */
export function hostSignature({
  status,
  managedBy,
  since,
  machines,
  absent,
  pods,
  inline,
  names,
  addresses,
  ports,
  callers,
  notCallers,
  rivals,
}: ServiceRow): string {
  const counted = machines === null ? null : { ...machines, notChecked: null };
  const endpoints = [counted, absent, pods, inline, names, addresses];
  return JSON.stringify([managedBy, status.kind, status.count, since, ...endpoints, ports, callers, notCallers, rivals.length]);
}

/** The page of a host. */
function hostHref({ cluster, kind, namespace, name, host }: Pick<ServiceRow, "cluster" | "kind" | "namespace" | "name" | "host">): string {
  return pagePaths.host(cluster, kind, namespace, name, kind === "ServiceEntry" ? host : "");
}

/** The status with the moment of the lost endpoint. */
function HostStatus({ row }: { readonly row: ServiceRow }) {
  return (
    <span className="whitespace-nowrap">
      <HostStatusBadge row={row} />
      <LostSince row={row} className="ml-1.5 text-ink-3" />
    </span>
  );
}

function StatusWords({ row }: { readonly row: ServiceRow }) {
  return (
    <>
      {hostStatusWords(row.status)}
      <LostSince row={row} className="ml-1" />
    </>
  );
}

function LostSince({ row: { since, sinceAtLeast }, className }: { readonly row: ServiceRow; readonly className: string }) {
  if (since === null) return null;
  return (
    <span className={className}>
      since <Moment at={since} />
      {sinceAtLeast && " or before"}
    </span>
  );
}

function Owner({ row }: { readonly row: ServiceRow }) {
  const rivals = rivalWords(row.rivals, row.moreRivals);
  const whole = `${row.kind} ${row.namespace}/${row.name}${row.managedBy === "" ? "" : `, managed by ${row.managedBy}`}`;
  return (
    <span title={rivals === "" ? whole : `${whole}, ${rivals}`} className="text-ink-2">
      {row.kind}
      {row.managedBy !== "" && (
        <span data-managed-by="" className="text-ink-3">
          {" "}
          · {row.managedBy}
        </span>
      )}
      {rivals !== "" && <span className="text-warn"> +{row.rivals.length + row.moreRivals}</span>}
    </span>
  );
}

function Ports({ row: { ports, morePorts } }: { readonly row: ServiceRow }) {
  if (ports.length === 0) return <span className="text-ink-3">—</span>;
  return (
    <span className="font-mono text-s whitespace-nowrap text-ink-2">
      {ports.slice(0, 3).join(" ")}
      <More count={ports.length - 3 + morePorts} />
    </span>
  );
}

function Callers({ row: { callers, moreCallers, notCallers } }: { readonly row: ServiceRow }) {
  if (callers === null && notCallers.length > 0) {
    return (
      <span title={notCallers.join(", ")} className="whitespace-nowrap text-ink-2">
        all but {notCallers.slice(0, 2).join(", ")}
        <More count={notCallers.length - 2} />
      </span>
    );
  }
  if (callers === null) return <span className="text-ink-2">all</span>;
  if (callers.length === 0) return <span className="text-warn">nobody</span>;
  return (
    <span title={callers.join(", ")} className="whitespace-nowrap text-ink-2">
      {callers.slice(0, 2).join(", ")}
      <More count={callers.length - 2 + moreCallers} />
    </span>
  );
}

function More({ count }: { readonly count: number }) {
  return count <= 0 ? null : <span className="text-ink-3"> +{count}</span>;
}
