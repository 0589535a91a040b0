import { FindingMark } from "@/components/state/finding-mark";
import { toneText } from "@/components/state/tone";
import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { NameLink } from "@/components/table/name-link";
import type { NetworkRow } from "@/lib/contract/views/networks";
import { UNREACHABLE_REASONS } from "@/lib/domain/networks/unreachable-reasons";
import { GAP_WORDS } from "@/lib/format/networks/gap-words";
import { networkName } from "@/lib/format/networks/network-name";
import { wayMachines, wayWords } from "@/lib/format/networks/way-words";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { NetworkCells } from "./network-cells";
import { networkHref } from "./network-href";

/** The columns of networks: the graph in words. */
export const networkColumns: readonly Column<NetworkRow>[] = [
  {
    key: "network",
    head: "NETWORK",
    shown: "always",
    cell: (row) => <NameLink cluster={row.cluster} href={networkHref(row)} name={networkName(row.network)} under={<Reached row={row} />} long />,
  },
  {
    key: "found",
    head: "FINDINGS",
    shown: "usual",
    room: "tablet",
    cell: (row) => <FindingMark kind="Network" name={row.network} clusters={[row.cluster]} />,
  },
  clusterColumn(),
  {
    key: "machines",
    head: "MACHINES",
    shown: "always",
    align: "end",
    cell: (row) => (
      <span data-count={row.machines} className="tabular-nums">
        {formatNumber(row.machines)}
      </span>
    ),
  },
  { key: "cells", head: "BY STATE", shown: "usual", room: "tablet", yields: 1, cell: (row) => <NetworkCells row={row} most={24} /> },
  { key: "pods", head: "PODS", shown: "usual", align: "end", room: "phone", cell: (row) => <Pods pods={row.pods} /> },
  { key: "reached", head: "REACHED", shown: "usual", room: "tablet", cell: (row) => <Reached row={row} /> },
  { key: "by", head: "BY", shown: "usual", room: "desk", yields: 2, cell: (row) => <By row={row} /> },
  { key: "gaps", head: "KEPT BACK", shown: "usual", room: "desk", yields: 3, cell: (row) => <Gaps row={row} /> },
];

/** What a reader would notice of a network. */
export function networkSignature({ machines, counts, pods, way, gateways, gaps }: NetworkRow): string {
  return JSON.stringify([machines, counts, pods, way.kind, gateways, gaps]);
}

function Pods({ pods }: { readonly pods: number | null }) {
  if (pods === null) return <span className="text-blind">not known</span>;
  return <span className="tabular-nums text-ink-2">{formatNumber(pods)}</span>;
}

function Reached({ row }: { readonly row: NetworkRow }) {
  const of = wayMachines(row);
  const { word, means, tone } = wayWords(row.way, of);
  return (
    <span
      title={means}
      data-way={row.way.kind}
      data-because={row.way.because}
      data-unaddressed={of.unaddressed}
      className={tone === null ? "text-ink-2" : toneText[tone]}
    >
      {word}
    </span>
  );
}

function By({ row: { gateways, moreGateways } }: { readonly row: NetworkRow }) {
  if (gateways.length === 0) return <span className="text-ink-3">—</span>;
  return (
    <span className="font-mono text-s whitespace-nowrap text-ink-2">
      {gateways.join(" ")}
      {moreGateways > 0 && <span className="text-ink-3"> +{moreGateways}</span>}
    </span>
  );
}

function Gaps({ row: { gaps } }: { readonly row: NetworkRow }) {
  const found = UNREACHABLE_REASONS.filter((gap) => (gaps[gap] ?? 0) > 0);
  if (found.length === 0) return <span className="text-ink-3">—</span>;
  return found.map((gap) => (
    <span
      key={gap}
      data-gap={gap}
      data-count={gaps[gap] ?? 0}
      title={`${plural(gaps[gap] ?? 0, "machine")}: ${GAP_WORDS[gap].means}`}
      className={`mr-2 whitespace-nowrap ${toneText[GAP_WORDS[gap].tone]}`}
    >
      {formatNumber(gaps[gap] ?? 0)} {GAP_WORDS[gap].word}
    </span>
  ));
}
