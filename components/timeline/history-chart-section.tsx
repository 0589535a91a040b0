"use client";

import type { ReactNode, Ref } from "react";
import { useZone } from "@/components/table/use-zone";
import { ChipButton } from "@/components/ui/chip";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import type { Remembered } from "@/lib/client/remembered";
import type { HistoryCoverage } from "@/lib/contract/answers/history";
import { type WindowName, windowSpan } from "@/lib/contract/url/history-window";
import { windowTitle } from "@/lib/format/state-chart-text";
import { minuteOf } from "@/lib/format/text/duration";
import { presetWindowName, type TimeSpan, windowPickerValue } from "./state-chart-values";
import type { ChartUrl } from "./use-chart-url";
import { WindowPicker } from "./window-picker";

/** An answer of the history: its time range, and how much of it is recorded. */
type RecordedSpan = TimeSpan & { readonly recorded: HistoryCoverage };

/**
 * Title of a chart of machines, whose caption has the switch to the table. `window`: the name of the default window, which lies around the page's
 * event.
 */
interface ChartAbout {
  readonly title: string;
  readonly window?: string;
}

interface HistoryChartSectionProps<A extends RecordedSpan> {
  readonly about?: ChartAbout;
  readonly url: ChartUrl;
  readonly remembered: Remembered<A>;
  /** The window to show if the URL has none, until the answer has loaded. */
  readonly fallback: WindowName;
  readonly className?: string;
  /** True if the section has little space above, like other sections of the Fleet page. */
  readonly isTight?: boolean;
  /** Grey text before the window picker. */
  readonly note?: ReactNode;
  /** Classes that reserve the height while the answer loads. */
  readonly boxClass: string;
  readonly boxRef?: Ref<HTMLDivElement>;
  /** Placeholder while the answer loads. */
  readonly skeleton?: ReactNode;
  /** Renders the answer. `title` names the window; call `onSelect` with a selected time range. */
  readonly show: (answer: A, title: string, onSelect: (span: TimeSpan) => void) => ReactNode;
}

/** A section with a chart of the history: window picker, loading and error states, and the chart or its table. The window is in the URL. */
export function HistoryChartSection<A extends RecordedSpan>({
  about,
  url,
  remembered,
  fallback,
  className,
  isTight = false,
  note,
  boxClass,
  boxRef,
  skeleton = <ChartSkeleton />,
  show,
}: HistoryChartSectionProps<A>) {
  const { asked, asTable, choose, showTable } = url;
  const { value, problem, isPrevious } = remembered;
  const zone = useZone();
  const past = usePast();
  const now = useOfNow(minuteOf);
  const span = value ?? windowSpan(asked ?? { kind: "last", name: fallback }, past ?? now);
  const recordedSince = value?.recorded.since ?? null;
  const name = asked?.kind === "between" ? null : (asked?.name ?? presetWindowName(span));
  const title = windowTitle({ name, ...span, recordedSince }, past ?? now, zone);
  const titleNow = past === null || name === null ? title : `${title} before then`;
  return (
    <Section
      name="timeline"
      title={about?.title ?? titleNow}
      aside={
        <span className="flex flex-wrap items-center gap-1.5 desk:-my-1.5">
          {note !== undefined && <span className="mr-3">{note}</span>}
          <WindowPicker
            window={windowPickerValue(asked, name)}
            from={span.from}
            to={span.to}
            onChoose={choose}
            {...(about?.window !== undefined && { ownName: about.window, isOwn: asked === null })}
          />
          {about === undefined && (
            <ChipButton on={asTable} aria-pressed={asTable} onClick={() => showTable(!asTable)}>
              as table
            </ChipButton>
          )}
        </span>
      }
      isTight={isTight}
      {...(className === undefined ? {} : { className })}
    >
      <div ref={boxRef} className={boxClass} aria-busy={isPrevious || value === null}>
        {value === null && (
          <p data-reading={problem === null ? "history" : undefined} className={problem === null ? "sr-only" : "text-s text-blind"}>
            {problem ?? "Reading history"}
          </p>
        )}
        {value === null && problem === null && skeleton}
        {value !== null && problem !== null && <p className="text-s text-blind">{problem}</p>}
        {value !== null && show(value, title, (cut) => choose({ kind: "between", ...cut }))}
      </div>
    </Section>
  );
}

/** Button that switches between a chart and its table. */
export function TableSwitch({ url: { asTable, showTable } }: { readonly url: ChartUrl }) {
  return (
    <button
      type="button"
      aria-pressed={asTable}
      onClick={() => showTable(!asTable)}
      className={`underline decoration-line-2 underline-offset-2 hover:text-ink max-desk:inline-flex max-desk:min-h-11 max-desk:items-center ${asTable ? "text-accent" : "text-ink-2"}`}
    >
      as table
    </button>
  );
}

/** Placeholder of a chart: scale lines and baseline without values. */
export function ChartSkeleton() {
  return (
    <svg width="100%" height="167" aria-hidden="true" data-skeleton="" className="block">
      {[30, 86].map((y) => (
        <line key={y} x1="0" x2="100%" y1={y - 0.5} y2={y - 0.5} className="stroke-line" />
      ))}
      <line x1="0" x2="100%" y1="142.5" y2="142.5" className="stroke-line-2" />
    </svg>
  );
}
