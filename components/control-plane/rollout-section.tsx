"use client";

import { useRef } from "react";
import { useAvailableWidth } from "@/components/strip/use-available-width";
import { useZone } from "@/components/table/use-zone";
import { ASSUMED_CHART_WIDTH_PX } from "@/components/timeline/plot-coordinates";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import type { Remembered } from "@/lib/client/remembered";
import { useFreshness } from "@/lib/client/status";
import type { RolloutsAnswer, WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";
import type { Zone } from "@/lib/format/clock";
import { baselineTitle, rolloutTitle } from "@/lib/format/control-plane/rollout-words";
import { RolloutChoice } from "./rollout-choice";
import { RolloutFooter } from "./rollout-footer";
import { RolloutPlot } from "./rollout-plot";
import { RolloutTable } from "./rollout-table";
import type { RolloutUrl } from "./use-rollout-url";

interface RolloutSectionProps {
  readonly remembered: Remembered<RolloutsAnswer>;
  readonly url: RolloutUrl;
  /** Are istiod's Pods in sight in any cluster? */
  readonly isVisible: boolean;
}

/** A rollout, or what happened since a baseline, as a picture or a table. */
export function RolloutSection({ remembered: { value, problem, isPrevious }, url, isVisible }: RolloutSectionProps) {
  const zone = useZone();
  const title = useOfNow((now) => titleOf(value, now, zone));
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useAvailableWidth(box, ASSUMED_CHART_WIDTH_PX);
  const live = useFreshness().kind === "live";
  const isPast = usePast() !== null;
  const board = value?.board ?? null;
  return (
    <Section name="rollout" title={title} aside={<RolloutChoice answer={value} url={url} />} className="mt-5">
      <div ref={box} className={`mt-3 ${board === null ? "" : "min-h-[190px]"}`} aria-busy={isPrevious || value === null}>
        {value === null && (
          <p data-reading={problem === null ? "history" : undefined} className={problem === null ? "text-ink-3" : "text-s text-blind"}>
            {problem ?? "Reading what is remembered"}
          </p>
        )}
        {value !== null && problem !== null && <p className="text-s text-blind">{problem}</p>}
        {value?.problem != null && <p className="text-blind">{value.problem}</p>}
        {value !== null && board === null && value.problem === null && <NoRollout answer={value} isVisible={isVisible} />}
        {value !== null && board !== null && (
          <>
            {url.asTable ? (
              <RolloutTable board={board} caption={title} />
            ) : (
              <RolloutPlot board={board} gaps={gapsOf(value)} widthPx={widthPx} green={live && !isPast && !board.isOver} />
            )}
            <RolloutFooter board={board} answer={value} title={title} />
          </>
        )}
      </div>
    </Section>
  );
}

/** Without istiod's Pods, of the account or of the viewer, nobody knows whether a replica ended. */
function NoRollout({ answer: { seen, recorded }, isVisible }: { readonly answer: RolloutsAnswer; readonly isVisible: boolean }) {
  if (seen.length === 0 || !isVisible)
    return (
      <p data-rollout="not-visible" className="text-blind">
        Whether istiod is rolled out cannot be told: its Pods are not visible to you. A baseline compares the machines in your sight all the same.
      </p>
    );
  return (
    <p data-rollout={recorded.since === null ? "not-recorded" : "none"} className="text-ink-3">
      {recorded.since === null ? "Nothing is recorded yet." : "No replica of istiod ended since the record began."}
    </p>
  );
}

function titleOf(answer: RolloutsAnswer | null, now: number, zone: Zone): string {
  const board: WireReconnectionOutcome | null = answer?.board ?? null;
  if (board === null) return "Rollouts";
  if (board.kind === "baseline") return baselineTitle(board.from, now, zone);
  return rolloutTitle({ kind: answer?.rollouts.find(({ id }) => id === board.id)?.kind ?? "rolled", rolledAt: board.rolledAt ?? board.from }, now, zone);
}

/** Whiles in which nobody saw the machines, or the replicas. */
function gapsOf({ gaps }: RolloutsAnswer): RolloutsAnswer["gaps"] {
  return gaps.filter(
    ({ blindTo }) => blindTo.length === 0 || blindTo.some((source) => source.startsWith("workloadentries") || source.startsWith("istiod-pods")),
  );
}
