"use client";

import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import type { FleetStripHead, FleetStripRow } from "@/lib/contract/views/fleet";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { CANVAS_FROM, cellSizeFor } from "./grid";
import { Legend } from "./legend";
import { type NamespaceRibbons, namespaceRibbons } from "./namespace-ribbons";
import { usePaints } from "./paints";
import { Ribbon } from "./ribbon";
import { useAvailableWidth } from "./use-available-width";

/** The browser loads it when the user opens the table. */
const StripTable = lazy(() => import("./strip-table").then((loaded) => ({ default: loaded.StripTable })));

interface FleetStripProps {
  readonly head: FleetStripHead;
  readonly rows: readonly FleetStripRow[];
  /** Asked for when there are more ribbons than rows. */
  readonly onMore?: () => void;
}

/** Each machine a cell, each group a ribbon, worst first: the fleet at one glance, with a table of the same for whoever cannot or will not look. */
export function FleetStrip({ head, rows, onMore }: FleetStripProps) {
  const [asTable, setAsTable] = useState(false);
  const several = useSeveralClusters();
  return (
    <Section
      name="fleet-strip"
      title="The fleet"
      aside={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {!asTable && <Legend />}
          <Button look="quiet" onClick={() => setAsTable(!asTable)} className="-mx-2 -my-1 h-6 text-xs max-desk:h-9">
            {asTable ? "as cells" : "as table"}
          </Button>
        </span>
      }
    >
      {asTable ? (
        <Suspense>
          <StripTable rows={rows} clusters={several} />
        </Suspense>
      ) : (
        <Ribbons rows={rows} machines={head.machines} clusters={several} cut={rows.length < head.total} />
      )}
      {rows.length < head.total && (
        <p className="mt-3 flex items-center gap-3 text-s text-ink-2">
          {formatNumber(rows.length)} of {plural(head.total, "ribbon")} shown.
          {onMore !== undefined && <Button onClick={onMore}>Show more</Button>}
        </p>
      )}
    </Section>
  );
}

interface RibbonsProps {
  readonly rows: readonly FleetStripRow[];
  readonly machines: number;
  readonly clusters: boolean;
  /** More ribbons follow, so that the last namespace may not be whole. */
  readonly cut: boolean;
}

const DESK_PX = 1050;

function Ribbons({ rows, machines, clusters, cut }: RibbonsProps) {
  const size = cellSizeFor(machines);
  const painted = machines >= CANVAS_FROM;
  const paints = usePaints();
  const ruler = useRef<HTMLDivElement>(null);
  const availablePx = useAvailableWidth(ruler, DESK_PX);
  const [said, say] = useState("");
  return (
    <div className="grid grid-cols-1 gap-x-[18px] desk:grid-cols-[132px_minmax(0,1fr)]">
      <div ref={ruler} className="h-0 desk:col-start-2" />
      {namespaceRibbons(rows).map((group, place, all) => (
        <div key={group.id} className="col-span-full grid grid-cols-subgrid border-b border-line py-2.5">
          <NamespaceName group={group} clusters={clusters} atLeast={cut && place === all.length - 1} />
          <div className="flex min-w-0 flex-wrap gap-x-3.5 gap-y-2">
            {group.rows.map((row) => (
              <Ribbon key={row.id} row={row} size={size} painted={painted} paints={paints} availablePx={availablePx} say={say} />
            ))}
          </div>
        </div>
      ))}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

interface NamespaceNameProps {
  readonly group: NamespaceRibbons;
  readonly clusters: boolean;
  readonly atLeast: boolean;
}

function NamespaceName({ group, clusters, atLeast }: NamespaceNameProps) {
  return (
    <p className="min-w-0 font-mono text-s wrap-anywhere max-desk:mb-1.5 max-desk:flex max-desk:flex-wrap max-desk:gap-x-2">
      {group.namespace}
      {clusters && <span className="block text-xs text-ink-3">{group.cluster}</span>}
      <span className="block text-xs text-ink-3">
        {atLeast && "≥ "}
        {plural(group.machines, "machine")}
      </span>
    </p>
  );
}
