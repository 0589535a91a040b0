"use client";

import { lazy, Suspense, useMemo, useState } from "react";
import { useZone } from "@/components/table/use-zone";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { useFreshness } from "@/lib/client/status";
import type { FleetStripHead, FleetStripRow } from "@/lib/contract/views/fleet";
import { formatNumber, oneOrMany, plural } from "@/lib/format/text/numbers";
import { formatMinute } from "@/lib/format/time-ticks";
import { GroupRibbon } from "./group-ribbon";
import { CellPatterns } from "./ribbon-cells";
import { barPercentPerMachine, type DeletedGroup, machinesInRows, type NonEmptyRows, splitRowsByKey, withDeletedGroups } from "./strip-rows";

/** Loaded when the user opens the table. */
const FleetStripTable = lazy(() => import("./fleet-strip-table").then((loaded) => ({ default: loaded.FleetStripTable })));

interface FleetStripProps {
  readonly head: FleetStripHead;
  readonly rows: readonly FleetStripRow[];
  /** Groups deleted within a day. Those with lost machines are already in `rows`. */
  readonly deletions?: readonly DeletedGroup[];
  /** Requests ribbons of more namespaces. Absent = all are shown. */
  readonly onMore?: () => void;
}

/** The fleet as one cell per machine and one ribbon per group, or as a table. Cells have the colours of the page's counts. */
export function FleetStrip({ head, rows: groups, deletions = NO_DELETIONS, onMore }: FleetStripProps) {
  const [asTable, setAsTable] = useState(false);
  const several = useSeveralClusters();
  const rows = useMemo(() => withDeletedGroups(groups, deletions), [groups, deletions]);
  return (
    <Section
      name="fleet-strip"
      title="Fleet"
      aside={
        <span className="flex flex-wrap items-baseline gap-x-1.5">
          {!asTable && <span>{head.isLarge ? "a cell is a machine in trouble · a bar is the others, to scale ·" : "a cell is a machine ·"}</span>}
          <Button look="quiet" onClick={() => setAsTable(!asTable)} className="-mx-2 -my-1 h-6 text-s max-desk:h-9">
            {asTable ? "as cells" : "as table"}
          </Button>
        </span>
      }
    >
      {asTable ? (
        <Suspense>
          <FleetStripTable rows={rows} clusters={several} />
        </Suspense>
      ) : (
        <RibbonsByNamespace isLarge={head.isLarge} rows={rows} several={several} {...(onMore !== undefined && { onMore })} />
      )}
    </Section>
  );
}

const NO_DELETIONS: readonly DeletedGroup[] = [];

interface RibbonsProps {
  readonly isLarge: boolean;
  readonly rows: readonly FleetStripRow[];
  /** True if the viewer has several clusters. */
  readonly several: boolean;
  readonly onMore?: () => void;
}

function RibbonsByNamespace({ isLarge, rows, several, onMore }: RibbonsProps) {
  const [said, say] = useState("");
  const percent = isLarge ? barPercentPerMachine(rows) : null;
  return (
    <>
      <CellPatterns />
      {splitRowsByKey(rows, ({ cluster }) => cluster).map((own) => (
        <div key={own[0].cluster} className={several ? "border-b border-line-2 pb-1.5" : undefined}>
          {several && <ClusterHeading rows={own} />}
          {splitRowsByKey(own, ({ namespace }) => namespace).map((ribbons) => (
            <div
              key={ribbons[0].namespace}
              className={`grid grid-cols-1 gap-x-[18px] desk:grid-cols-[106px_minmax(0,1fr)] ${several ? "pt-1 pb-[5px]" : "border-b border-line py-[5px]"}`}
            >
              <NamespaceName rows={ribbons} {...(onMore !== undefined && { onMore })} />
              <div className="@container flex min-w-0 flex-wrap gap-x-3.5 gap-y-1.5">
                {ribbons.map((row) => (
                  <GroupRibbon key={row.id} row={row} percentPerMachine={percent} say={say} />
                ))}
              </div>
            </div>
          ))}
        </div>
      ))}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

function ClusterHeading({ rows }: { readonly rows: NonEmptyRows }) {
  const { cluster } = rows[0];
  const zone = useZone();
  const { kind, asOf } = useFreshness(cluster);
  const isStale = kind !== "live" && kind !== "past";
  const since = useOfNow((now) => (isStale && asOf !== null ? ` since ${formatMinute(asOf, now, zone)}` : ""));
  return (
    <h3 className={`border-b border-line pt-3 pb-[5px] text-m font-semibold ${isStale ? "text-blind" : ""}`}>
      {cluster}
      <span className={`ml-2 font-normal ${isStale ? "" : "text-ink-3"}`}>
        {plural(machinesInRows(rows), "machine")}
        {isStale && ` · not live${since}`}
      </span>
    </h3>
  );
}

function NamespaceName({ rows, onMore }: { readonly rows: NonEmptyRows; readonly onMore?: () => void }) {
  const [{ namespace }] = rows;
  const machines = machinesInRows(rows);
  return (
    <p className="min-w-0 font-mono text-s leading-4 wrap-anywhere max-desk:mb-1 max-desk:flex max-desk:flex-wrap max-desk:gap-x-2">
      {namespace === "" ? <MoreNamespaces rows={rows} {...(onMore !== undefined && { onMore })} /> : namespace}
      <span className="block text-xs text-ink-3">
        {formatNumber(machines)} {oneOrMany(machines, "machine")}
      </span>
    </p>
  );
}

function MoreNamespaces({ rows, onMore }: { readonly rows: NonEmptyRows; readonly onMore?: () => void }) {
  const text = `${formatNumber(Math.max(...rows.map(({ shared }) => shared?.namespaces ?? 0)))} more`;
  if (onMore === undefined) return text;
  return (
    <button type="button" onClick={onMore} title="Show more namespaces" className="text-left">
      ▸ {text}
    </button>
  );
}
