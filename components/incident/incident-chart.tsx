"use client";

import { lazy, Suspense } from "react";
import { useZone } from "@/components/table/use-zone";
import { BandLegend } from "@/components/timeline/band-footer";
import { TimeBand } from "@/components/timeline/time-band";
import { TableSwitch, TimeSection } from "@/components/timeline/time-section";
import { usePageBand } from "@/components/timeline/use-page-band";
import { usePast } from "@/lib/client/past";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { recordPhrase } from "@/lib/format/band-words";
import { incidentChartText, incidentChartTitle } from "@/lib/format/incident-page";
import { joinParts } from "@/lib/format/text/lists";

/** The browser loads it when the user opens the table. */
const BandTable = lazy(() => import("@/components/timeline/band-table").then((loaded) => ({ default: loaded.BandTable })));

/** The chart around an incident: its machines by state, with the changes before and the beginning, peak and end as marks. */
export function IncidentChart({ row }: { readonly row: IncidentRow }) {
  const isPast = usePast() !== null;
  const zone = useZone();
  const band = usePageBand({ incident: row.id }, row.state === "over");
  return (
    <TimeSection
      about={{ title: incidentChartTitle(), window: "incident" }}
      url={band.url}
      remembered={band}
      fallback="1h"
      className="mt-6"
      boxClass="mt-3 min-h-[193px] max-desk:min-h-[214px]"
      boxRef={band.box}
      show={(answer, title, onSelect) => (
        <>
          {band.url.asTable ? (
            <Suspense>
              <BandTable answer={answer} caption={`${incidentChartTitle()}: ${title}`} />
            </Suspense>
          ) : (
            <TimeBand answer={answer} past={isPast} incidents={[row]} onSelect={onSelect} />
          )}
          <div className="mt-1.5 flex min-h-5 flex-wrap justify-between gap-x-6 gap-y-1 text-s text-ink-3">
            <BandLegend answer={answer} />
            <p className="desk:text-right">
              {joinParts(
                [
                  answer.recorded.since === null || answer.recorded.since > answer.from || answer.recorded.status !== "recording"
                    ? recordPhrase(answer.recorded, answer.to, zone)
                    : "",
                  incidentChartText(row.title.machines),
                ],
                " · ",
              )}
              {" · "}
              <TableSwitch url={band.url} />
            </p>
          </div>
        </>
      )}
    />
  );
}
