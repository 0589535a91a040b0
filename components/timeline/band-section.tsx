"use client";

import { useRef } from "react";
import { useAvailableWidth } from "@/components/strip/use-available-width";
import { useZone } from "@/components/table/use-zone";
import { ChipButton } from "@/components/ui/chip";
import { Section } from "@/components/ui/section";
import { useNow } from "@/lib/client/clock";
import { type Place, type Remembered, useBand } from "@/lib/client/history";
import { usePast } from "@/lib/client/past";
import type { BandAnswer } from "@/lib/contract/history";
import { formatWindow, spanOf } from "@/lib/contract/history-window";
import { windowTitle } from "@/lib/format/band-words";
import { BandFooter } from "./band-footer";
import { windowNameOf } from "./band-reading";
import { BandTable } from "./band-table";
import { TimeBand, WIDTH_GUESS_PX } from "./time-band";
import { useTimeUrl } from "./use-time-url";
import { WindowPicker } from "./window-picker";

interface BandSectionProps {
  readonly place: Place;
  readonly className?: string;
}

/** What did not serve over a window of time, with the window in the address. Its height is the same before the answer is here. */
export function BandSection({ place, className }: BandSectionProps) {
  const { asked, asTable, choose, showTable } = useTimeUrl();
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useAvailableWidth(box, WIDTH_GUESS_PX);
  const band = useBand(place, asked === null ? null : formatWindow(asked), Math.ceil(widthPx / 256) * 256);
  const zone = useZone();
  const past = usePast();
  const now = useNow();
  const answer = band.value;
  const span = answer ?? spanOf(asked ?? { kind: "last", name: "24h" }, past ?? now);
  const name = asked?.kind === "between" ? null : (asked?.name ?? windowNameOf(span));
  const title = windowTitle(name, span.from, span.to, past ?? now, zone);
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
      <div ref={box} className={`mt-3 min-h-[164px] ${band.isPrevious ? "opacity-60" : ""}`} aria-busy={band.isPrevious || answer === null}>
        <Inner band={band} asTable={asTable} title={title} past={past !== null} onSelect={(cut) => choose({ kind: "between", ...cut })} />
      </div>
    </Section>
  );
}

interface InnerProps {
  readonly band: Remembered<BandAnswer>;
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
