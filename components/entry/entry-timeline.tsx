"use client";

import { useZone } from "@/components/table/use-zone";
import { windowNameOf } from "@/components/timeline/band-reading";
import { SwimlaneTable } from "@/components/timeline/swimlane-table";
import { Swimlanes } from "@/components/timeline/swimlanes";
import { useTimeUrl } from "@/components/timeline/use-time-url";
import { WindowPicker } from "@/components/timeline/window-picker";
import { ChipButton } from "@/components/ui/chip";
import { Section } from "@/components/ui/section";
import { useNow } from "@/lib/client/clock";
import { type Remembered, useTimeline } from "@/lib/client/history";
import { usePast } from "@/lib/client/past";
import type { TimelineAnswer } from "@/lib/contract/history";
import { formatWindow, spanOf } from "@/lib/contract/history-window";
import { windowTitle } from "@/lib/format/band-words";
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

/** The swimlanes of an entry over a window of time, with the window in the address. Its height is the same before the answer is here. */
export function EntryTimeline(entry: EntryName) {
  const { asked, asTable, choose, showTable } = useTimeUrl();
  const timeline = useEntryTimeline(entry);
  const zone = useZone();
  const past = usePast();
  const now = useNow();
  const span = timeline.value ?? spanOf(asked ?? { kind: "last", name: "1h" }, now);
  const name = asked?.kind === "between" ? null : (asked?.name ?? windowNameOf(span));
  const title = windowTitle(name, span.from, span.to, now, zone);
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
    >
      <div className={`mt-2 min-h-[232px] ${timeline.isPrevious ? "opacity-60" : ""}`} aria-busy={timeline.isPrevious || timeline.value === null}>
        <Inner timeline={timeline} asTable={asTable} title={title} onSelect={(cut) => choose({ kind: "between", ...cut })} />
      </div>
    </Section>
  );
}

interface InnerProps {
  readonly timeline: Remembered<TimelineAnswer>;
  readonly asTable: boolean;
  readonly title: string;
  readonly onSelect: (span: { readonly from: number; readonly to: number }) => void;
}

function Inner({ timeline: { value, problem }, asTable, title, onSelect }: InnerProps) {
  if (value === null) return <p className={problem === null ? "sr-only" : "text-s text-blind"}>{problem ?? "Reading what is remembered"}</p>;
  return (
    <>
      {problem !== null && <p className="text-s text-blind">{problem}</p>}
      {asTable ? (
        <SwimlaneTable answer={value} caption={`What happened to this machine: ${title}`} />
      ) : (
        <Swimlanes answer={value} title={title} onSelect={onSelect} />
      )}
      <TimelineFooter answer={value} />
    </>
  );
}
