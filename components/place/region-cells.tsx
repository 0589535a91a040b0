"use client";

import { FindingMark } from "@/components/state/finding-mark";
import { ZoneIncidentLinks } from "@/components/table/incident-links";
import type { ListQuery } from "@/lib/contract/url/list-query";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { areaName, placeName, placeNote, regionLine } from "@/lib/format/places/place-words";
import { plural } from "@/lib/format/text/numbers";
import { membersOfCell } from "./cell-share";
import { PlaceBlock } from "./place-block";
import { type RegionPart, regionParts } from "./region-parts";

interface RegionCellsProps {
  readonly rows: readonly LocalityRow[];
  readonly picked: Pick<ListQuery<string>, "clusters" | "namespaces">;
}

/** Every region with its zones, each machine and Pod in them a cell; what says no locality stands last. */
export function RegionCells({ rows, picked }: RegionCellsProps) {
  const parts = regionParts(rows);
  const each = membersOfCell(parts.reduce((sum, { row }) => sum + row.machines + row.pods, 0));
  return (
    <div className="grid grid-cols-1 gap-x-[18px] desk:grid-cols-[132px_minmax(0,1fr)]">
      {each > 1 && (
        <p className="col-span-full pt-2 text-xs text-ink-3">
          A cell stands for up to {plural(each, "machine or pod", "machines or pods")}; counts are beneath.
        </p>
      )}
      {parts.map((part) => (
        <div key={part.row.id} className="col-span-full grid grid-cols-subgrid border-b border-line py-2.5">
          <RegionName part={part} />
          <div className="flex min-w-0 flex-wrap gap-x-5 gap-y-3">
            {part.zones.map(({ zone, drawn }) => (
              <ZoneBlocks key={zone.id} zone={zone} drawn={drawn} picked={picked} each={each} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function RegionName({ part: { row } }: { readonly part: RegionPart }) {
  const note = placeNote(row);
  return (
    <h3
      data-level={row.level}
      data-region={row.region}
      data-machines={row.machines}
      data-pods={row.pods}
      className="min-w-0 font-mono text-s font-normal wrap-anywhere max-desk:mb-1.5"
    >
      {areaName(row)}
      <span className="block text-xs text-ink-3">{note === "" ? regionLine(row) : note}</span>
    </h3>
  );
}

interface ZoneBlocksProps {
  readonly zone: LocalityRow;
  readonly drawn: readonly LocalityRow[];
  readonly picked: RegionCellsProps["picked"];
  readonly each: number;
}

/** A zone; where somebody says a subzone, one block for each of these under its name. */
function ZoneBlocks({ zone, drawn, picked, each }: ZoneBlocksProps) {
  const [first] = drawn;
  if (drawn.length === 1 && first === zone) return <PlaceBlock row={zone} picked={picked} each={each} />;
  return (
    <div className="min-w-0 border-l border-line-2 pl-2.5">
      <p className="flex items-center gap-2 font-mono text-xs text-ink-2">
        {placeName(zone)} <FindingMark kind="Locality" name={`${zone.region}/${zone.zone}`} clusters={picked.clusters} />
        <ZoneIncidentLinks row={zone} clusters={picked.clusters} />
      </p>
      <div className="mt-1 flex flex-wrap gap-x-4 gap-y-2">
        {drawn.map((row) => (
          <PlaceBlock key={row.id} row={row} picked={picked} each={each} />
        ))}
      </div>
    </div>
  );
}
