"use client";

import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { groupHref } from "@/components/table/group-href";
import { NameLink } from "@/components/table/name-link";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import type { UnselectedHead, UnselectedRow } from "@/lib/contract/views/services";
import { plural } from "@/lib/format/text/numbers";
import { nearestWords, unselectedAside, unselectedCount } from "@/lib/format/unselected-words";

/** Machines and groups that no selector takes, each with its nearest miss. */
export function UnselectedSection({ view }: { readonly view: WindowedView<UnselectedHead, UnselectedRow> }) {
  const { head } = view;
  if (head === null || (head.total === 0 && head.told + head.untold === 0)) return null;
  return (
    <Section name="unselected-entries" title="In no host" aside={head.total === 0 ? undefined : unselectedAside(head)}>
      {head.total > 0 && (
        <DataTable
          caption="Machines and groups that no selector takes"
          columns={COLUMNS}
          rows={view.rows}
          offset={view.offset}
          total={head.total}
          page={`${view.query} ${view.limit}`}
          signatureOf={signatureOf}
          onWindow={view.onWindow}
          headless
        />
      )}
      {head.total === 0 && head.told > 0 && <p className="mt-2.5 text-ink-2">Each of {plural(head.told, "registered machine")} is selected by a host.</p>}
      {head.untold > 0 && (
        <p className="mt-2.5 text-blind">
          Who selects {plural(head.untold, "machine")} cannot be told: Services or ServiceEntries of their namespaces are not visible to you.
        </p>
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<UnselectedRow>[] = [
  clusterColumn(),
  {
    key: "name",
    head: "NAME",
    shown: "always",
    cell: (row) => <NameLink cluster={row.cluster} href={hrefOf(row)} name={nameOf(row)} under={<Nearest row={row} />} long />,
  },
  {
    key: "where",
    head: "GROUP",
    shown: "always",
    room: "tablet",
    cell: (row) => (
      <span className="whitespace-nowrap text-ink-2">
        {row.namespace} / {row.group || "no group"}, {unselectedCount(row)}
      </span>
    ),
  },
  { key: "nearest", head: "NEAREST", shown: "always", room: "tablet", fills: true, cell: (row) => <Nearest row={row} /> },
];

/** One machine stands by its own name, several by that of their group. */
function nameOf({ machines, name, group }: UnselectedRow): string {
  return machines === 1 ? name : group || "(no group)";
}

function hrefOf({ cluster, namespace, group, machines, name, uid }: UnselectedRow): string {
  return machines === 1 ? pagePaths.entry(cluster, namespace, name, uid) : groupHref({ cluster, namespace, name: group });
}

function Nearest({ row }: { readonly row: UnselectedRow }) {
  const { nearest } = row;
  const { before, after } = nearestWords(row);
  return (
    <span className="text-ink-2" title={after === "" ? before : `${before} ${nearest?.selector.name}: ${after}`}>
      {before}
      {nearest !== null && (
        <>
          {" "}
          <Link
            href={pagePaths.host(row.cluster, nearest.selector.kind, nearest.selector.namespace, nearest.selector.name)}
            prefetch={false}
            className="font-mono text-s text-ink"
          >
            {nearest.selector.name}
          </Link>
          : {after}
        </>
      )}
    </span>
  );
}

function signatureOf({ machines, of, nearest }: UnselectedRow): string {
  return [machines, of, nearest?.selector.name, nearest?.why].join(" ");
}
