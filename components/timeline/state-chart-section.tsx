"use client";

import { lazy, memo, Suspense, useEffect, useRef, useState } from "react";
import { usePast } from "@/lib/client/past";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import type { RollUp } from "@/lib/contract/views/groups";
import { ChartSkeleton, HistoryChartSection } from "./history-chart-section";
import type { CountedClusters } from "./state-chart-caption";
import { withLiveCounts } from "./state-chart-values";
import type { PageStateChart } from "./use-page-state-chart";

/** Lazy, because their values come from the history, which the browser requests after the page has loaded. */
const StateChart = lazy(() => import("./state-chart").then((loaded) => ({ default: loaded.StateChart })));
const StateChartCaption = lazy(() => import("./state-chart-caption").then((loaded) => ({ default: loaded.StateChartCaption })));
/** Loaded when the user opens the table. */
const StateChartTable = lazy(() => import("./state-chart-table").then((loaded) => ({ default: loaded.StateChartTable })));

interface StateChartSectionProps {
  readonly band: PageStateChart;
  /** The live counts of the page, which replace the last point of the chart. Absent on a page without live counts. */
  readonly now?: RollUp | undefined;
  readonly className?: string;
  readonly isTight?: boolean;
  /** True if the chart shows expected sizes. False for several groups: the sum of their sizes differs from the total of the page. */
  readonly hasSizes?: boolean;
  /** True if the page shows no counts by state elsewhere, so that the chart needs its own legend. */
  readonly hasLegend?: boolean;
  /** Returns an additional figure for the caption. */
  readonly moreOf?: (answer: StateChartAnswer) => string;
  readonly counted?: CountedClusters;
}

/** The section "Not serving" of a page: the state chart of a time window, or its table. */
export function StateChartSection({ now, ...band }: StateChartSectionProps) {
  return <MemoizedSection {...band} now={useOncePerSecond(now)} />;
}

/** Limits redraws: live counts of a large fleet change twenty times a second, and redrawing the chart is most of the page's work. */
function useOncePerSecond<T>(value: T): T {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const timer = setInterval(() => setShown(latest.current), 1_000);
    return () => clearInterval(timer);
  }, []);
  return shown;
}

const MemoizedSection = memo(function MemoizedSection({
  band,
  now,
  className = "",
  isTight = false,
  hasSizes = true,
  hasLegend = false,
  moreOf,
  counted,
}: StateChartSectionProps) {
  const past = usePast() !== null;
  const endsNow = !past && band.url.asked?.kind !== "between";
  return (
    <HistoryChartSection
      about={{ title: "Not serving" }}
      url={band.url}
      remembered={band}
      fallback="24h"
      className={className}
      isTight={isTight}
      boxClass="mt-3 min-h-[212px] max-desk:min-h-[248px]"
      boxRef={band.box}
      show={(told, title, onSelect) => {
        const sized = hasSizes ? told : { ...told, expected: [] };
        const answer = endsNow && now !== undefined ? withLiveCounts(sized, now) : sized;
        return (
          <Suspense fallback={<ChartSkeleton />}>
            {band.url.asTable ? (
              <StateChartTable answer={answer} caption={`Not serving: ${title}`} />
            ) : (
              <StateChart answer={answer} past={past} incidents={band.incidents} rollouts={band.rollouts} onSelect={onSelect} />
            )}
            <StateChartCaption
              answer={answer}
              incidents={band.incidents}
              url={band.url}
              hasLegend={hasLegend}
              more={moreOf?.(answer) ?? ""}
              counted={counted}
            />
          </Suspense>
        );
      }}
    />
  );
});
