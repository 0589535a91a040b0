"use client";

import { lazy, memo, Suspense } from "react";
import { usePast } from "@/lib/client/past";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import { BandFooter } from "./band-footer";
import { TimeBand } from "./time-band";
import { IncidentsOfChart, TimeSection } from "./time-section";
import type { PageBand } from "./use-page-band";

/** The browser loads it when the user opens the table. */
const BandTable = lazy(() => import("./band-table").then((loaded) => ({ default: loaded.BandTable })));

interface BandSectionProps {
  readonly band: PageBand;
  readonly className?: string;
  /** Shows expected sizes. Those of several groups have a sum that is not the total of the page. */
  readonly hasSizes?: boolean;
  /** One more figure under the band. */
  readonly moreOf?: (answer: StateChartAnswer) => string;
}

/** What did not serve over a window of time. It is drawn again only when its own data change: counts of the page change twenty times a second. */
export const BandSection = memo(function BandSection({ band, className = "", hasSizes = true, moreOf }: BandSectionProps) {
  const past = usePast() !== null;
  return (
    <TimeSection
      url={band.url}
      remembered={band}
      fallback="24h"
      className={className}
      boxClass="mt-3 min-h-[188px] max-desk:min-h-[208px]"
      boxRef={band.box}
      show={(told, title, onSelect) => {
        const answer = hasSizes ? told : { ...told, expected: [] };
        return (
          <>
            {band.url.asTable ? (
              <Suspense>
                <BandTable answer={answer} caption={`What did not serve: ${title}`} />
              </Suspense>
            ) : (
              <TimeBand answer={answer} past={past} onSelect={onSelect} />
            )}
            <BandFooter answer={answer} more={moreOf?.(answer) ?? ""} />
            <IncidentsOfChart markers={answer.markers} to={answer.to} />
          </>
        );
      }}
    />
  );
});
