"use client";

import { toneText } from "@/components/state/tone";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { Section } from "@/components/ui/section";
import type { NetworksHead, WireMultiClusterService } from "@/lib/contract/views/networks";
import { RESOLVES_WORDS } from "@/lib/format/networks/across-words";
import { plural } from "@/lib/format/text/numbers";

/** Where the machines of hosts live, and what the other clusters say of their names; nothing where one cluster is in sight. */
export function AcrossSection({ head: { across, moreAcross } }: { readonly head: NetworksHead }) {
  if (across.length === 0) return null;
  const rows = across.map((one) => ({ ...one, id: one.host }));
  return (
    <Section name="across-clusters" title="Across clusters" aside={moreAcross === 0 ? undefined : `and ${plural(moreAcross, "more host")}`}>
      <DataTable
        caption="Where the machines of hosts live, and where these are defined"
        columns={COLUMNS}
        rows={rows}
        total={rows.length}
        signatureOf={(row) => JSON.stringify(row.resolves)}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<WireMultiClusterService & { readonly id: string }>[] = [
  { key: "host", head: "HOST", shown: "always", cell: (row) => <span className="font-mono text-s break-all">{row.host}</span> },
  {
    key: "lives",
    head: "MACHINES LIVE IN",
    shown: "usual",
    room: "tablet",
    cell: ({ lives }) => (
      <span className="text-ink-2">
        {lives
          .map(({ cluster, machines, groups }) => `${cluster}: ${plural(machines, "machine")}${groups.length === 0 ? "" : ` of ${groups.join(", ")}`}`)
          .join("; ")}
      </span>
    ),
  },
  { key: "resolves", head: "RESOLVES IN", shown: "always", cell: (row) => <Resolves row={row} /> },
];

function Resolves({ row: { resolves } }: { readonly row: WireMultiClusterService }) {
  return resolves.map(({ cluster, as }, at) => {
    const { word, means, tone } = RESOLVES_WORDS[as];
    return (
      <span key={cluster} title={means} className="whitespace-nowrap text-ink-2">
        {at > 0 && " · "}
        {cluster} <span className={tone === null ? undefined : toneText[tone]}>{word}</span>
      </span>
    );
  });
}
