"use client";

import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import { FindingMark } from "@/components/state/finding-mark";
import { cellIndexesOfRun, ribbonRuns, scaleRuns } from "@/components/strip/cell-runs";
import { ZoneIncidentLinks } from "@/components/table/incident-links";
import { useCellFreshness } from "@/lib/client/not-verified";
import { Link } from "@/lib/client/page-link";
import type { ListQuery } from "@/lib/contract/url/list-query";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { cellCount, oddWords, placeName, whoIsThere } from "@/lib/format/places/place-words";
import { countWord } from "@/lib/format/state-words";
import { formatNumber } from "@/lib/format/text/numbers";
import { machinesHref } from "./place-links";
import { placeRuns } from "./place-runs";
import { PlaceStates } from "./place-states";

export interface PlaceBlockProps {
  readonly row: LocalityRow;
  /** The clusters and namespaces that the page is about. */
  readonly picked: Pick<ListQuery<string>, "clusters" | "namespaces">;
  /** How many machines and Pods a cell stands for. */
  readonly each: number;
}

/** A zone, or a place of its own: its name, a cell for each machine and Pod as far as they fit, and counts of those in trouble. */
export function PlaceBlock(props: PlaceBlockProps) {
  return <FreshPlaceBlock {...props} freshness={useCellFreshness()} />;
}

type Fresh = PlaceBlockProps & { readonly freshness: ReturnType<typeof useCellFreshness> };

const FreshPlaceBlock = memo(function FreshPlaceBlock({ row, picked, each, freshness }: Fresh) {
  const isCut = each > 1;
  const href = row.machines === 0 ? null : machinesHref(row, picked);
  const name = <span className={clsx("truncate", row.zone === "" && "text-ink-2")}>{placeName(row)}</span>;
  return (
    <div className="w-max max-w-[min(100%,310px)] min-w-36">
      <p className="flex items-baseline justify-between gap-3 font-mono text-xs leading-normal">
        {href === null ? name : <PlaceLink href={href}>{name}</PlaceLink>}
        <span className="whitespace-nowrap text-ink-3" title={whoIsThere(row)}>
          {cellCount(row)}
        </span>
      </p>
      <div role="img" aria-label={cellsWords(row, freshness.kind !== "live")} className="mt-1 flex flex-wrap gap-[2px]">
        {scaleRuns(placeRuns(row, freshness), Math.ceil((row.machines + row.pods) / each)).flatMap((run) => {
          const cell = clsx("cell", run.kind, run.shape === "round" && "cell-round");
          return cellIndexesOfRun(run).map((place) => <i key={place} className={cell} />);
        })}
      </div>
      <PlaceStates row={row} picked={picked} all={isCut} />
      <ZoneIncidentLinks row={row} clusters={picked.clusters} />
      {row.level === "zone" && <FindingMark kind="Locality" name={`${row.region}/${row.zone}`} clusters={picked.clusters} />}
      {row.odd > 0 && row.within === 0 && <p className="mt-1 text-xs text-warn">{oddWords(row.odd)}</p>}
    </div>
  );
});

function PlaceLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className="flex min-w-0 text-ink">
      {children}
    </Link>
  );
}

/** The cells in words: "eu-a, 3 machines and 1 pod: 1 Unhealthy, 2 Healthy, 1 of 1 pod ready". */
function cellsWords(row: LocalityRow, past: boolean): string {
  const states = ribbonRuns(row).map(({ state, vouched, count }) => `${formatNumber(count)} ${countWord(state, vouched)}`);
  const pods = row.pods === 0 ? [] : [`${formatNumber(row.podsReady)} of ${formatNumber(row.pods)} pods ready`];
  return `${placeName(row)}, ${whoIsThere(row)}: ${[...states, ...pods].join(", ")}${past ? " (when last seen)" : ""}`;
}
