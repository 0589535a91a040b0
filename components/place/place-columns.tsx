import { clsx } from "clsx";
import { FindingMark } from "@/components/state/finding-mark";
import { StateBadge } from "@/components/state/state-badge";
import { ribbonRuns } from "@/components/strip/cell-runs";
import type { Column } from "@/components/table/column";
import { ZoneIncidentLinks } from "@/components/table/incident-links";
import { useNotVerified } from "@/lib/client/not-verified";
import { Link } from "@/lib/client/page-link";
import type { ListQuery } from "@/lib/contract/url/list-query";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { oddWords, placeName, placeNote } from "@/lib/format/places/place-words";
import { countWord } from "@/lib/format/state-words";
import { formatNumber, formatPercent } from "@/lib/format/text/numbers";
import { machinesHref } from "./place-links";

const INDENT = { region: "", zone: "pl-4", subzone: "pl-8", nowhere: "", unseen: "" } as const satisfies Record<LocalityRow["level"], string>;

/** The columns of places: the picture's twin in numbers. */
export function placeColumns(picked: Pick<ListQuery<string>, "clusters" | "namespaces">): readonly Column<LocalityRow>[] {
  return [
    { key: "place", head: "PLACE", shown: "always", cell: (row) => <PlaceName row={row} picked={picked} /> },
    { key: "machines", head: "MACHINES", shown: "always", align: "end", cell: (row) => <Serving row={row} /> },
    { key: "pods", head: "PODS", shown: "always", align: "end", cell: (row) => <Pods row={row} /> },
    { key: "weight", head: "WEIGHT", shown: "always", align: "end", room: "tablet", cell: (row) => <Count count={row.weight} /> },
    { key: "share", head: "SHARE", shown: "always", room: "phone", cell: (row) => <Share row={row} /> },
    { key: "groups", head: "GROUPS", shown: "always", align: "end", room: "tablet", cell: (row) => <Count count={row.groups} /> },
    { key: "hosts", head: "HOSTS", shown: "always", align: "end", room: "tablet", cell: (row) => <Count count={row.hosts} /> },
    { key: "states", head: "STATES, WORST FIRST", shown: "always", room: "desk", fills: true, cell: (row) => <States row={row} /> },
  ];
}

/** What a reader would notice of a place. */
export function placeSignature({ counts, unvouched, pods, podsReady, weight, groups, hosts, odd }: LocalityRow): string {
  return [counts.join(), unvouched, pods, podsReady, weight, groups, hosts, odd].join(" ");
}

function PlaceName({ row, picked }: { readonly row: LocalityRow; readonly picked: Parameters<typeof placeColumns>[0] }) {
  const href = row.machines === 0 ? null : machinesHref(row, picked);
  const note = [placeNote(row), row.odd > 0 && row.within === 0 ? oddWords(row.odd) : ""].filter((words) => words !== "").join("; ");
  return (
    <span data-place={row.id} data-level={row.level} className={clsx("inline-block font-mono text-s", INDENT[row.level])}>
      {href === null ? (
        placeName(row)
      ) : (
        <Link href={href} prefetch={false} data-row-link="">
          {placeName(row)}
        </Link>
      )}
      {row.level === "zone" && (
        <span className="ml-2">
          <ZoneIncidentLinks row={row} clusters={picked.clusters} />
          <FindingMark kind="Locality" name={`${row.region}/${row.zone}`} clusters={picked.clusters} />
        </span>
      )}
      {note !== "" && <span className="block font-sans text-xs whitespace-normal text-ink-3">{note}</span>}
    </span>
  );
}

function Serving({ row: { machines, serving, doubted } }: { readonly row: LocalityRow }) {
  const isVerified = useNotVerified() === null;
  if (machines === 0) return <Count count={0} />;
  return (
    <span data-serving={serving} data-doubted={doubted} data-machines={machines} className="whitespace-nowrap">
      <b className={clsx("font-medium", isVerified ? serving + doubted < machines && "text-bad" : "text-blind")}>{formatNumber(serving)}</b>
      {doubted > 0 && <span className="text-blind"> +{formatNumber(doubted)}?</span>}
      <span className="text-ink-3">/{formatNumber(machines)}</span>
    </span>
  );
}

function Pods({ row: { pods, podsReady } }: { readonly row: LocalityRow }) {
  if (pods === 0) return <Count count={0} />;
  return (
    <span className={clsx("whitespace-nowrap", podsReady < pods ? "text-warn" : "text-ink-2")}>
      {formatNumber(podsReady)}/{formatNumber(pods)}
    </span>
  );
}

function Count({ count }: { readonly count: number }) {
  return <span className={count === 0 ? "text-ink-3" : "text-ink-2"}>{formatNumber(count)}</span>;
}

/** The share of all the weight, as text and as a bar. */
function Share({ row: { share } }: { readonly row: LocalityRow }) {
  if (share === null) return <span className="text-ink-3">—</span>;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" width="72" height="6" className="block max-desk:hidden" aria-hidden="true">
        <rect width="100" height="6" className="fill-sunken" />
        <rect width={Math.round(share * 1_000) / 10} height="6" className="fill-idle-cell" />
      </svg>
      {formatPercent(share)}
    </span>
  );
}

function States({ row }: { readonly row: LocalityRow }) {
  return (
    <span className="flex gap-4">
      {ribbonRuns(row).map(({ state, vouched, count }) => (
        <StateBadge key={`${state}${vouched}`} state={state} vouched={vouched}>
          {`${formatNumber(count)} ${countWord(state, vouched)}`}
        </StateBadge>
      ))}
    </span>
  );
}
