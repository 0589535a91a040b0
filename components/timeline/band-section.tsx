"use client";

import { usePast } from "@/lib/client/past";
import { BandFooter } from "./band-footer";
import { BandTable } from "./band-table";
import { TimeBand } from "./time-band";
import { TimeSection } from "./time-section";
import type { PageBand } from "./use-page-band";

interface BandSectionProps {
  readonly band: PageBand;
  readonly className?: string;
}

/** What did not serve over a window of time. */
export function BandSection({ band, className = "" }: BandSectionProps) {
  const past = usePast() !== null;
  return (
    <TimeSection
      url={band.url}
      remembered={band}
      fallback="24h"
      className={className}
      boxClass="mt-3 min-h-[164px] max-desk:min-h-[208px]"
      boxRef={band.box}
      show={(answer, title, onSelect) => (
        <>
          {band.url.asTable ? (
            <BandTable answer={answer} caption={`What did not serve: ${title}`} />
          ) : (
            <TimeBand answer={answer} past={past} onSelect={onSelect} />
          )}
          <BandFooter answer={answer} />
        </>
      )}
    />
  );
}
