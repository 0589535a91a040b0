"use client";

import type { ReactNode, Ref } from "react";
import { useZone } from "@/components/table/use-zone";
import { ChipButton } from "@/components/ui/chip";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import type { Remembered } from "@/lib/client/remembered";
import type { ChartMarker, HistoryCoverage } from "@/lib/contract/answers/history";
import { type WindowName, windowSpan } from "@/lib/contract/url/history-window";
import { pagePaths } from "@/lib/contract/url/paths";
import { windowTitle } from "@/lib/format/band-words";
import { minuteOf } from "@/lib/format/text/duration";
import { joinParts } from "@/lib/format/text/lists";
import { formatNumber } from "@/lib/format/text/numbers";
import { formatMoment } from "@/lib/format/time-ticks";
import { type Span, shownWindow, windowNameOf } from "./band-reading";
import type { TimeUrl } from "./use-time-url";
import { WindowPicker } from "./window-picker";

/** What is remembered over a while, and how far the record reaches. */
type RecordedSpan = Span & { readonly recorded: HistoryCoverage };

/** The title of a chart about one event, and the name of the window around it, which the page shows by itself. */
interface ChartAbout {
  readonly title: string;
  readonly window: string;
}

interface TimeSectionProps<A extends RecordedSpan> {
  readonly about?: ChartAbout;
  readonly url: TimeUrl;
  readonly remembered: Remembered<A>;
  /** What is shown where the address says nothing, until the answer says it. */
  readonly fallback: WindowName;
  readonly className?: string;
  /** Keeps its height the same before the answer is here. */
  readonly boxClass: string;
  readonly boxRef?: Ref<HTMLDivElement>;
  /** What the answer looks like; `title` names the window, `onSelect` takes one that was cut out. */
  readonly show: (answer: A, title: string, onSelect: (span: Span) => void) => ReactNode;
}

/** What is remembered over a window of time, with the window in the address, as a picture or a table. */
export function TimeSection<A extends RecordedSpan>({ about, url, remembered, fallback, className, boxClass, boxRef, show }: TimeSectionProps<A>) {
  const { asked, asTable, choose, showTable } = url;
  const { value, problem, isPrevious } = remembered;
  const zone = useZone();
  const past = usePast();
  const now = useOfNow(minuteOf);
  const span = value ?? windowSpan(asked ?? { kind: "last", name: fallback }, past ?? now);
  const recordedSince = value?.recorded.since ?? null;
  const name = asked?.kind === "between" ? null : (asked?.name ?? windowNameOf(span));
  const title = windowTitle({ name, ...span, recordedSince }, past ?? now, zone);
  const titleNow = past === null || name === null ? title : `${title} before then`;
  return (
    <Section
      name="timeline"
      title={joinParts([about?.title ?? "", about !== undefined && asked === null ? "" : titleNow], ": ")}
      aside={
        <span className="flex flex-wrap items-center gap-1.5">
          <WindowPicker
            window={shownWindow(asked, name)}
            from={span.from}
            to={span.to}
            onChoose={choose}
            {...(about !== undefined && { ownName: about.window, isOwn: asked === null })}
          />
          <ChipButton on={asTable} aria-pressed={asTable} onClick={() => showTable(!asTable)}>
            as table
          </ChipButton>
        </span>
      }
      {...(className === undefined ? {} : { className })}
    >
      <div ref={boxRef} className={boxClass} aria-busy={isPrevious || value === null}>
        {value === null && (
          <p data-reading={problem === null ? "history" : undefined} className={problem === null ? "sr-only" : "text-s text-blind"}>
            {problem ?? "Reading what is remembered"}
          </p>
        )}
        {value !== null && problem !== null && <p className="text-s text-blind">{problem}</p>}
        {value !== null && show(value, title, (cut) => choose({ kind: "between", ...cut }))}
      </div>
    </Section>
  );
}

/** The most incidents that are named: more do not fit into one line. */
const MOST = 5;

interface IncidentsOfChartProps {
  readonly markers: readonly ChartMarker[];
  /** The end of the window, in milliseconds. */
  readonly to: number;
}

/** Links to the incidents that a chart marks, the newest first. Keeps the room of a line on a desk, so that nothing below moves if one opens. */
export function IncidentsOfChart({ markers, to }: IncidentsOfChartProps) {
  const zone = useZone();
  const incidents = markers.flatMap(({ at, incident }) => (incident === undefined ? [] : [{ at, incident }])).sort((a, b) => b.at - a.at);
  return (
    <p className="flex flex-wrap gap-x-4 text-s text-ink-3 desk:mt-1 desk:min-h-5">
      {incidents.slice(0, MOST).map(({ at, incident }) => (
        <Link key={incident} href={pagePaths.incident(incident)} prefetch={false} data-incident={incident} className={LINK}>
          {formatMoment(at, to, zone)} incident <span className="ml-1 font-mono">{incident}</span>
        </Link>
      ))}
      {incidents.length > MOST && (
        <Link href={pagePaths.incidents()} prefetch={false} className={LINK}>
          {formatNumber(incidents.length - MOST)} more
        </Link>
      )}
    </p>
  );
}

const LINK = "inline-flex items-center text-accent max-desk:min-h-11";
