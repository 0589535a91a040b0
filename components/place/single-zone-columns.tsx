import { clsx } from "clsx";
import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { groupHref } from "@/components/table/group-href";
import { Mono } from "@/components/table/mono";
import { NameLink } from "@/components/table/name-link";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { pagePaths } from "@/lib/contract/url/paths";
import type { SingleZoneKind, SingleZoneRow } from "@/lib/contract/views/localities";
import { zoneName } from "@/lib/format/places/place-words";
import { listAndMore } from "@/lib/format/text/lists";
import { formatNumber } from "@/lib/format/text/numbers";

const cluster = clusterColumn<SingleZoneRow>();
const namespace: Column<SingleZoneRow> = {
  key: "namespace",
  head: "NAMESPACE",
  shown: "always",
  room: "tablet",
  cell: (row) => <Mono faint>{row.namespace}</Mono>,
};
const where: Column<SingleZoneRow> = { key: "where", head: "WHERE", shown: "always", room: "tablet", cell: (row) => <Mono>{zoneName(row)}</Mono> };
const machines: Column<SingleZoneRow> = { key: "machines", head: "MACHINES", shown: "always", align: "end", cell: (row) => <Machines row={row} /> };
const pods: Column<SingleZoneRow> = { key: "pods", head: "PODS", shown: "always", align: "end", room: "tablet", cell: (row) => <Pods row={row} /> };
const weight: Column<SingleZoneRow> = { key: "weight", head: "WEIGHT", shown: "always", align: "end", room: "tablet", cell: (row) => formatNumber(row.weight) };

/** The columns of groups, and of hosts, that are in one zone only. */
export const singleZoneColumns: Readonly<Record<SingleZoneKind, readonly Column<SingleZoneRow>[]>> = {
  group: [
    cluster,
    namespace,
    {
      key: "name",
      head: "GROUP",
      shown: "always",
      cell: (row) => <NameLink cluster={row.cluster} href={groupHref(row)} name={row.name} under={placedUnder(row)} />,
    },
    where,
    machines,
    weight,
    { key: "hosts", head: "HOSTS THAT DEPEND ON IT", shown: "always", room: "tablet", fills: true, cell: (row) => <Hosts row={row} /> },
  ],
  host: [
    cluster,
    namespace,
    {
      key: "host",
      head: "HOST",
      shown: "always",
      cell: (row) => <NameLink cluster={row.cluster} href={hostHref(row)} name={row.host} under={placedUnder(row)} long />,
    },
    where,
    machines,
    pods,
    weight,
    { key: "groups", head: "GROUPS", shown: "always", room: "desk", fills: true, cell: (row) => <Groups row={row} /> },
  ],
};

/** What a reader would notice of such a group or host. */
export function singleZoneSignature({
  zone,
  machines: count,
  serving,
  doubted,
  pods: of,
  podsReady,
  weight: carried,
  hosts,
  moreHosts,
}: SingleZoneRow): string {
  return [zone, count, serving, doubted, of, podsReady, carried, hosts.length + moreHosts].join(" ");
}

/** What a phone says beneath a name: the columns for it are left out there. */
function placedUnder(row: SingleZoneRow): string {
  return `${row.namespace} · ${zoneName(row)}`;
}

function hostHref({ cluster: of, kind, namespace: within, name, host }: SingleZoneRow): string {
  return pagePaths.host(of, kind ?? "Service", within, name, host);
}

function Machines({ row: { machines: count, serving, doubted } }: { readonly row: SingleZoneRow }) {
  return (
    <span data-serving={serving} data-doubted={doubted} data-machines={count} className="whitespace-nowrap">
      <b className={clsx("font-medium", serving + doubted < count && "text-bad")}>{formatNumber(serving)}</b>
      {doubted > 0 && <span className="text-blind"> +{formatNumber(doubted)}?</span>}
      <span className="text-ink-3">/{formatNumber(count)}</span>
    </span>
  );
}

/** At a moment of the past nobody recorded Pods: that is no question of rights. */
function Pods({ row: { pods: count, podsReady } }: { readonly row: SingleZoneRow }) {
  const isPast = usePast() !== null;
  if (count === null) return <span className="text-s text-blind">{isPast ? "not known" : "not visible"}</span>;
  if (count === 0) return <span className="text-ink-3">0</span>;
  return (
    <span className={clsx("whitespace-nowrap", podsReady < count ? "text-warn" : "text-ink-2")}>
      {formatNumber(podsReady)}/{formatNumber(count)}
    </span>
  );
}

function Hosts({ row: { cluster: of, hosts, moreHosts } }: { readonly row: SingleZoneRow }) {
  if (hosts.length === 0) return <span className="text-ink-3">no host takes its machines</span>;
  return (
    <span className="text-ink-2">
      {hosts.map(({ kind, namespace: within, name, host }, at) => (
        <span key={`${kind} ${within}/${name} ${host}`}>
          {at > 0 && ", "}
          <Link href={pagePaths.host(of, kind, within, name, host)} prefetch={false} className="font-mono text-s">
            {host}
          </Link>
        </span>
      ))}
      {moreHosts > 0 && ` and ${formatNumber(moreHosts)} more`}
    </span>
  );
}

function Groups({ row: { groups, moreGroups } }: { readonly row: SingleZoneRow }) {
  if (groups.length === 0) return <span className="text-ink-3">machines without a group</span>;
  return <span className="font-mono text-s text-ink-2">{listAndMore(groups, moreGroups, { commas: true })}</span>;
}
