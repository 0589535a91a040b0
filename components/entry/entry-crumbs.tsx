"use client";

import type { ReactNode } from "react";
import { CopyLink } from "@/components/table/copy-link";
import { Crumbs } from "@/components/table/crumbs";
import { useSummaryMoment } from "@/components/table/use-summary-moment";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/lib/client/page-link";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import type { ServicesSelectingMachine } from "@/lib/domain/statements/entry";
import { DrainMachine } from "./drain-machine";
import { entrySummary } from "./entry-summary";
import { useTrailPlace } from "./trail";
import type { SeenEntry } from "./use-last-seen";

interface EntryCrumbsProps extends SeenEntry {
  readonly services: ServicesSelectingMachine | null;
  /** The commands that the viewer is offered; none on a server that only reads. */
  readonly offered: readonly ObjectCommandName[];
  /** The way to delete it; nothing on a server that only reads. */
  readonly deletion: ReactNode;
}

/** Where the entry stands, the way to its neighbours in the list it was opened from, and what can be copied. */
export function EntryCrumbs({ row, detail, services, offered, deletion }: EntryCrumbsProps) {
  const moment = useSummaryMoment(row.cluster);
  const trail = useTrailPlace(pagePaths.entry(row.cluster, row.namespace, row.name, row.uid));
  const group = row.group === "" ? null : { href: pagePaths.group(row.cluster, row.namespace, row.group), name: row.group };
  return (
    <Crumbs
      cluster={row.cluster}
      steps={[{ href: pagePaths.entries(`ns=${encodeSegment(row.namespace)}`), name: row.namespace }, ...(group === null ? [] : [group])]}
      name={row.name}
      actions={
        <>
          {trail !== null && (
            <span className="flex items-center gap-1 font-sans">
              <Neighbour href={trail.before} label="Previous in the list (p)" sign="‹" />
              <Link href={trail.list} data-trail={trail.place} className="px-1 tabular-nums">
                {trail.place} of {trail.matched}
              </Link>
              <Neighbour href={trail.after} label="Next in the list (n)" sign="›" />
            </span>
          )}
          <DrainMachine row={row} detail={detail} offered={offered} />
          {deletion}
          <CopyButton text={() => entrySummary({ row, detail, services }, moment())} label="Copy summary" wordy />
          <CopyLink />
          <a href="#yaml" className={buttonClass()}>
            YAML
          </a>
        </>
      }
    />
  );
}

function Neighbour({ href, label, sign }: { readonly href: string | null; readonly label: string; readonly sign: string }) {
  if (href === null) return null;
  return (
    <Link href={href} aria-label={label} title={label} className={buttonClass("quiet", "px-1.5")}>
      {sign}
    </Link>
  );
}
