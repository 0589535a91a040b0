"use client";

import { useZone } from "@/components/table/use-zone";
import { ChipButton } from "@/components/ui/chip";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { spanOf } from "@/lib/contract/history-window";
import { windowTitle } from "@/lib/format/band-words";
import { BandFooter } from "./band-footer";
import { windowNameOf } from "./band-reading";
import { BandTable } from "./band-table";
import { TimeBand } from "./time-band";
import type { PageBand } from "./use-page-band";
import { WindowPicker } from "./window-picker";

interface BandSectionProps {
  readonly band: PageBand;
  readonly className?: string;
}

/** What did not serve over a window of time, with the window in the address. Its height is the same before the answer is here. */
export function BandSection({ band, className }: BandSectionProps) {
  const { asked, asTable, choose, showTable } = band.url;
  const zone = useZone();
  const past = usePast();
  const answer = band.value;
  const lastHour = useOfNow((now) => now - (now % 3_600_000));
  const span = answer ?? spanOf(asked ?? { kind: "last", name: "24h" }, past ?? lastHour);
  const name = asked?.kind === "between" ? null : (asked?.name ?? windowNameOf(span));
  const title = windowTitle(name, span.from, span.to, past ?? lastHour, zone);
  return (
    <Section
      title={past === null || name === null ? title : `${title} before then`}
      aside={
        <span className="flex flex-wrap items-center gap-1.5">
          <WindowPicker window={name === null ? { kind: "between", ...span } : { kind: "last", name }} from={span.from} to={span.to} onChoose={choose} />
          <ChipButton on={asTable} aria-pressed={asTable} onClick={() => showTable(!asTable)}>
            as table
          </ChipButton>
        </span>
      }
      {...(className === undefined ? {} : { className })}
    >
      <div ref={band.box} className="mt-3 min-h-[164px] max-desk:min-h-[208px]" aria-busy={band.isPrevious || answer === null}>
        <Inner band={band} asTable={asTable} title={title} past={past !== null} onSelect={(cut) => choose({ kind: "between", ...cut })} />
      </div>
    </Section>
  );
}

interface InnerProps {
  readonly band: PageBand;
  readonly asTable: boolean;
  readonly title: string;
  readonly past: boolean;
  readonly onSelect: (span: { readonly from: number; readonly to: number }) => void;
}

function Inner({ band, asTable, title, past, onSelect }: InnerProps) {
  const { value, problem } = band;
  if (value === null) return <p className={problem === null ? "sr-only" : "text-s text-blind"}>{problem ?? "Reading what is remembered"}</p>;
  return (
    <>
      {problem !== null && <p className="text-s text-blind">{problem}</p>}
      {asTable ? <BandTable answer={value} caption={`What did not serve: ${title}`} /> : <TimeBand answer={value} past={past} onSelect={onSelect} />}
      <BandFooter answer={value} />
    </>
  );
}
