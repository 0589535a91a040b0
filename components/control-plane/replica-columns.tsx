import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { Mono } from "@/components/table/mono";
import { NameLink } from "@/components/table/name-link";
import { Age } from "@/components/table/times";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ReplicaRow } from "@/lib/contract/views/control-plane";
import { formatNumber } from "@/lib/format/text/numbers";
import { ReplicaBadge } from "./replica-badge";
import { ShareBar } from "./share-bar";
import { Unverified } from "./unverified";

/** The columns of replicas. `longest`: the machines that the longest bar stands for. */
export function replicaColumns(longest: number): readonly Column<ReplicaRow>[] {
  return [
    clusterColumn(),
    {
      key: "name",
      head: "REPLICA",
      shown: "always",
      cell: (row) => <NameLink cluster={row.cluster} href={machinesOf(row)} name={row.name} under={<ReplicaBadge row={row} />} long />,
    },
    { key: "revision", head: "REVISION", shown: "usual", yields: 2, room: "desk", cell: (row) => <Mono>{row.revision}</Mono> },
    { key: "status", head: "STATUS", shown: "usual", room: "tablet", cell: (row) => <ReplicaBadge row={row} /> },
    { key: "zone", head: "ZONE", shown: "usual", yields: 3, room: "desk", cell: (row) => <Mono faint>{row.zone}</Mono> },
    { key: "held", head: "HOLDS", shown: "always", align: "end", cell: (row) => <Count count={row.held} strong /> },
    { key: "share", head: "SHARE", shown: "always", room: "tablet", cell: (row) => <ShareBar row={row} longest={longest} /> },
    { key: "oldest", head: "OLDEST", shown: "usual", align: "end", yields: 1, room: "desk", cell: (row) => <Since at={row.oldest} /> },
    { key: "median", head: "MIDDLE", shown: "usual", align: "end", yields: 0, room: "wall", cell: (row) => <Since at={row.median} /> },
    { key: "began", head: "NEW", shown: "usual", align: "end", yields: 1, room: "desk", cell: (row) => <Count count={row.began} /> },
    { key: "overdue", head: "OVERDUE", shown: "usual", align: "end", room: "tablet", cell: (row) => <Count count={row.overdue} tone="text-warn" /> },
    { key: "unverified", head: "UNVERIFIED", shown: "always", align: "end", cell: (row) => <Unverified row={row} /> },
  ];
}

/** What a reader would notice of a replica. */
export function replicaSignature({ standing, held, overdue, unverified, reconnecting, disconnected }: ReplicaRow): string {
  return [standing, held, overdue, unverified, reconnecting, disconnected].join(" ");
}

/** The list of the machines that name a replica. */
function machinesOf({ cluster, name }: Pick<ReplicaRow, "cluster" | "name">): string {
  return pagePaths.entries(
    formatListQuery({ clusters: [cluster], namespaces: [], terms: [{ kind: "facet", facet: "replica", value: name, negated: false }], sort: "" }),
  );
}

function Count({ count, strong = false, tone = "" }: { readonly count: number; readonly strong?: boolean; readonly tone?: string }) {
  return (
    <span data-held={strong ? count : undefined} className={count === 0 ? "text-ink-3" : `${tone} ${strong ? "font-medium" : "text-ink-2"}`}>
      {formatNumber(count)}
    </span>
  );
}

function Since({ at }: { readonly at: number | null }) {
  return (
    <span className="text-ink-2">
      <Age at={at} />
    </span>
  );
}
