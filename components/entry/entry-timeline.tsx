"use client";

import type { ReactNode } from "react";
import { SwimlaneTable } from "@/components/timeline/swimlane-table";
import { Swimlanes, SwimlanesSkeleton } from "@/components/timeline/swimlanes";
import { TimeSection } from "@/components/timeline/time-section";
import { useTimeUrl } from "@/components/timeline/use-time-url";
import { useTimeline } from "@/lib/client/history";
import { useObjectIncidents } from "@/lib/client/object-incidents";
import type { Remembered } from "@/lib/client/remembered";
import type { TimelineAnswer } from "@/lib/contract/answers/history";
import { formatWindow } from "@/lib/contract/url/history-window";
import { formatObjectIncidentsQuery } from "@/lib/contract/views/incidents";
import { TimelineFooter } from "./timeline-footer";

/** Which entry: without a uid, the newest incarnation of the name. */
export interface EntryName {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Lanes have few stretches: one question serves every width. */
const WIDTH_PX = 1200;

/** What is remembered of an entry over the window of the address; all parts of a page share one question. */
export function useEntryTimeline({ cluster, namespace, name, uid }: EntryName): Remembered<TimelineAnswer> {
  const { asked } = useTimeUrl();
  return useTimeline({ cluster, ns: namespace, name, uid }, asked === null ? null : formatWindow(asked), WIDTH_PX);
}

interface EntryTimelineProps extends EntryName {
  /** The creation of the entry in milliseconds; null = not known. It may be before the history begins. */
  readonly createdAt?: number | null;
  /** Grey text beside the title. */
  readonly note?: ReactNode;
}

/** The swimlanes of an entry over a window of time. */
export function EntryTimeline({ createdAt = null, note, ...entry }: EntryTimelineProps) {
  const url = useTimeUrl();
  const remembered = useEntryTimeline(entry);
  const incidents = useObjectIncidents(formatObjectIncidentsQuery({ of: "WorkloadEntry", ...entry }));
  return (
    <TimeSection
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
            <TimelineFooter answer={answer} />
          </>
        );
      }}
    />
  );
}

/** The object has the moment of its creation, also if the history began later. */
function withCreation(answer: TimelineAnswer, uid: string, createdAt: number | null): TimelineAnswer {
  if (createdAt === null) return answer;
  const existence = answer.existence.map((span) =>
    span.value === uid && span.fromAtLeast && createdAt <= span.from ? { ...span, from: createdAt, fromAtLeast: false } : span,
  );
  return { ...answer, existence };
}
