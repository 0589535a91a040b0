import { SeverityIcon } from "@/components/state/severity-icon";
import { ClusterName, clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { Mono } from "@/components/table/mono";
import type { FindingRow } from "@/lib/contract/views/findings";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { foundWords } from "./finding-item";
import { ObjectLink } from "./finding-objects";
import { FoundSince } from "./found-since";

/** The columns of findings as one list. */
export const findingColumns: readonly Column<FindingRow>[] = [
  clusterColumn({ sorts: true }),
  { key: "severity", head: "SEVERITY", shown: "always", sorts: true, cell: (row) => <SeverityIcon severity={row.severity} /> },
  { key: "rule", head: "RULE", shown: "usual", sorts: true, room: "tablet", cell: (row) => <Mono title={titleOf(row)}>{row.code}</Mono> },
  { key: "namespace", head: "NAMESPACE", shown: "usual", sorts: true, room: "desk", yields: 1, cell: (row) => <Mono faint>{row.namespace}</Mono> },
  { key: "name", head: "ABOUT", shown: "always", sorts: true, cell: (row) => <About row={row} /> },
  { key: "since", head: "SINCE", shown: "usual", sorts: true, room: "tablet", cell: (row) => <FoundSince row={row} /> },
  { key: "found", head: "FOUND", shown: "usual", room: "tablet", fills: true, cell: (row) => <span className="text-ink-2">{foundWords(row)}</span> },
];

/** What a reader would notice of a finding. */
export function findingSignature(row: FindingRow): string {
  return JSON.stringify([row.severity, row.objects, row.evidence, row.since, row.mute]);
}

function titleOf({ rule }: FindingRow): string {
  return RULE_WORDS[rule]?.title ?? rule;
}

function About({ row }: { readonly row: FindingRow }) {
  const [object] = row.objects;
  if (object === undefined) return <Mono>{row.cluster}</Mono>;
  return (
    <>
      <ObjectLink cluster={row.cluster} object={object} />
      <ClusterName cluster={row.cluster} className="hidden font-mono text-xs text-ink-3 max-desk:block" />
    </>
  );
}
