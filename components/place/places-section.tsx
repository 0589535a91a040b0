"use client";

import { type ReactNode, useMemo } from "react";
import { MapFindingsProvider } from "@/components/state/finding-mark";
import { DataTable } from "@/components/table/data-table";
import { ZoneIncidents } from "@/components/table/incident-links";
import type { ListUrl } from "@/components/table/use-list-url";
import { Section } from "@/components/ui/section";
import type { LocalitiesHead, LocalityFacet, LocalityRow } from "@/lib/contract/views/localities";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { placeColumns, placeSignature } from "./place-columns";
import { PlaceLegend } from "./place-legend";
import type { Show } from "./place-windows";
import { RegionCells } from "./region-cells";
import { WorldMap } from "./world-map";

interface PlacesSectionProps {
  readonly head: LocalitiesHead;
  readonly rows: readonly LocalityRow[];
  readonly show: Show;
  readonly url: ListUrl<LocalityFacet>;
  readonly land: ReactNode;
}

const ASIDES = {
  regions: <PlaceLegend />,
  world: "area: machines and pods of a city · red: the part of its machines that takes no traffic",
  table: undefined,
} as const satisfies Record<Show, ReactNode>;

/** The map in the way that the address asks for. */
export function PlacesSection({ head, rows, show, url, land }: PlacesSectionProps) {
  const { clusters, namespaces } = url.query;
  const picked = useMemo(() => ({ clusters, namespaces }), [clusters, namespaces]);
  const columns = useMemo(() => placeColumns(picked), [picked]);
  return (
    <Section name="regions" title={show === "world" ? "The world" : "Regions"} aside={ASIDES[show]} className="mt-4">
      <MapFindingsProvider map="localities">
        <ZoneIncidents>
          {show === "regions" && <RegionCells rows={rows} picked={picked} />}
          {show === "world" && <WorldMap rows={rows} picked={picked} land={land} />}
          {show === "table" && (
            <DataTable
              caption="Regions, zones and subzones with who is there"
              columns={columns}
              rows={rows}
              total={rows.length}
              page={url.query.terms.length === 0 ? "all" : "filtered"}
              signatureOf={placeSignature}
              keys
            />
          )}
        </ZoneIncidents>
      </MapFindingsProvider>
      {rows.length < head.matched && (
        <p className="mt-3 text-s text-ink-2">
          {formatNumber(rows.length)} of {plural(head.matched, "place")} shown: a filter shows the others.
        </p>
      )}
    </Section>
  );
}
