"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { HistoryChartSection } from "@/components/timeline/history-chart-section";
import { SwimlaneTable } from "@/components/timeline/swimlane-table";
import { Swimlanes, SwimlanesSkeleton } from "@/components/timeline/swimlanes";
import { useChartUrl } from "@/components/timeline/use-chart-url";
import { useTimeline } from "@/lib/client/history";
import { useObjectIncidents } from "@/lib/client/object-incidents";
import type { Remembered } from "@/lib/client/remembered";
import type { TimelineAnswer } from "@/lib/contract/answers/history";
import { formatWindow } from "@/lib/contract/url/history-window";
import { formatObjectIncidentsQuery } from "@/lib/contract/views/incidents";
import { SwimlanesCaption } from "./timeline-footer";

/** Identifies an entry. Without `uid`, the newest entry with this name. */
export interface EntryReference {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Swimlanes have few segments, so that one resolution serves every width. Pixels. */
const WIDTH_PX = 1200;

const Change = createContext<number | null>(null);

interface TimelineChangeProps {
  /** The time of the change that the page is about: failure, creation or loss. Milliseconds; null = none. */
  readonly at: number | null;
  readonly children: ReactNode;
}

/**
 * Makes the last hour the default window of the timeline if it contains the change. Uses the value at page load, so that the window does not change
 * while the viewer reads.
 */
export function TimelineChange({ at, children }: TimelineChangeProps) {
  const [first] = useState(at);
  return <Change value={first}>{children}</Change>;
}

/** Requests an entry's timeline for the window in the URL. All parts of a page share one request. */
export function useEntryTimeline({ cluster, namespace, name, uid }: EntryReference): Remembered<TimelineAnswer> {
  const { asked } = useChartUrl();
  const change = useContext(Change);
  return useTimeline({ cluster, ns: namespace, name, uid }, asked === null ? null : formatWindow(asked), WIDTH_PX, change);
}

interface EntryTimelineProps extends EntryReference {
  /** The creation of the entry in milliseconds; null = unknown. May be before the history began. */
  readonly createdAt?: number | null;
  /** Grey text next to the title. */
  readonly note?: ReactNode;
}

/** The section with the swimlanes of an entry. */
export function EntryTimeline({ createdAt = null, note, ...entry }: EntryTimelineProps) {
  const url = useChartUrl();
  const remembered = useEntryTimeline(entry);
  const incidents = useObjectIncidents(formatObjectIncidentsQuery({ of: "WorkloadEntry", ...entry }));
  return (
    <HistoryChartSection
      url={url}
      remembered={remembered}
      fallback="1h"
      note={note}
      boxClass={`mt-2 min-h-[344px] desk:min-h-[256px] ${remembered.isPrevious ? "opacity-60" : ""}`}
      skeleton={<SwimlanesSkeleton />}
      show={(recorded, title, onSelect) => {
        const answer = withCreation(recorded, entry.uid, createdAt);
        return (
          <>
            {url.asTable ? (
              <SwimlaneTable answer={answer} caption={`What happened to this machine: ${title}`} />
            ) : (
              <Swimlanes answer={answer} incidents={incidents} title={title} onSelect={onSelect} />
            )}
            <SwimlanesCaption answer={answer} />
          </>
        );
      }}
    />
  );
}

/** Starts the lane of existence at the entry's creation, even if the history began later. */
function withCreation(answer: TimelineAnswer, uid: string, createdAt: number | null): TimelineAnswer {
  if (createdAt === null) return answer;
  const existence = answer.existence.map((span) =>
    span.value === uid && span.fromAtLeast && createdAt <= span.from ? { ...span, from: createdAt, fromAtLeast: false } : span,
  );
  return { ...answer, existence };
}
