"use client";

import { lazy, Suspense } from "react";
import { useZone } from "@/components/table/use-zone";
import { HistoryChartSection, TableSwitch } from "@/components/timeline/history-chart-section";
import { StateChart } from "@/components/timeline/state-chart";
import { StateChartLegend } from "@/components/timeline/state-chart-caption";
import { usePageStateChart } from "@/components/timeline/use-page-state-chart";
import { usePast } from "@/lib/client/past";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { incidentChartText, incidentChartTitle } from "@/lib/format/incident-page";
import { recordedSincePhrase } from "@/lib/format/state-chart-text";
import { joinParts } from "@/lib/format/text/lists";

/** The browser loads it when the user opens the table. */
const StateChartTable = lazy(() => import("@/components/timeline/state-chart-table").then((loaded) => ({ default: loaded.StateChartTable })));

/** The chart around an incident: its machines by state, with the changes before and the beginning, peak and end as marks. */
export function IncidentChart({ row }: { readonly row: IncidentRow }) {
  const isPast = usePast() !== null;
  const zone = useZone();
  const band = usePageStateChart({ incident: row.id }, row.state === "over");
  return (
    <HistoryChartSection
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
              <StateChartTable answer={answer} caption={`${incidentChartTitle()}: ${title}`} />
            </Suspense>
          ) : (
            <StateChart answer={answer} past={isPast} incidents={[row]} onSelect={onSelect} />
          )}
          <div className="mt-1.5 flex min-h-5 flex-wrap justify-between gap-x-6 gap-y-1 text-s text-ink-3">
            <StateChartLegend answer={answer} />
            <p className="desk:text-right">
              {joinParts(
                [
                  answer.recorded.since === null || answer.recorded.since > answer.from || answer.recorded.status !== "recording"
                    ? recordedSincePhrase(answer.recorded, answer.to, zone)
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
