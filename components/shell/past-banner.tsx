"use client";

import { useZone } from "@/components/table/use-zone";
import { Button } from "@/components/ui/button";
import { useServerNow } from "@/lib/client/clock";
import { usePast, useTravel } from "@/lib/client/past";
import { SHELL_VIEW, usePastView } from "@/lib/client/past-view";
import { formatMoment } from "@/lib/contract/url/history-window";
import { clustersWithoutCurrentData } from "@/lib/domain/statements/clusters-in-total";
import { formatDateTime } from "@/lib/format/clock";
import { NOT_YET, pastDoubts } from "@/lib/format/past-words";
import { notKnownSentence } from "@/lib/format/reached-clusters";
import { useNeighbourChange } from "./use-neighbour-change";

const MINUTE_MS = 60_000;

/** On a page of the past: which moment it shows, what nobody saw then, steps to other moments, and the way back to now. */
export function PastBanner() {
  const at = usePast();
  return at === null ? null : <Banner at={at} />;
}

function Banner({ at }: { readonly at: number }) {
  const zone = useZone();
  const now = useServerNow();
  const travel = useTravel();
  const change = useNeighbourChange(at);
  const { state, problem } = usePastView(SHELL_VIEW, at);
  const isLast = at + MINUTE_MS > now;
  const notKnown = clustersWithoutCurrentData(state?.clusters ?? [], at).map((one) => notKnownSentence(one, { now: at, zone }));
  const doubts = problem === null ? [...notKnown, ...pastDoubts(at, now, state)] : [problem];
  return (
    <section aria-label="The past" data-at={at} className="sticky top-bar z-10 mb-5 border-l-2 border-accent bg-accent-soft px-3 py-[7px]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="mr-auto">
          <b className="font-semibold text-accent">The past</b> As it was at{" "}
          <time dateTime={formatMoment(at)} className="font-medium tabular-nums">
            {formatDateTime(at, zone)}
          </time>
          .
        </p>
        <span className="flex flex-wrap items-center gap-1">
          <Button look="quiet" aria-disabled={change.busy} onClick={() => change.go("before")}>
            previous change
          </Button>
          <Button look="quiet" aria-label="One minute earlier" onClick={() => travel(at - MINUTE_MS)}>
            −1 min
          </Button>
          <Button
            look="quiet"
            aria-label="One minute later"
            aria-disabled={isLast}
            title={isLast ? NOT_YET : undefined}
            onClick={() => isLast || travel(at + MINUTE_MS)}
          >
            +1 min
          </Button>
          <Button look="quiet" aria-disabled={change.busy} onClick={() => change.go("after")}>
            next change
          </Button>
          <Button onClick={() => travel(null)}>Back to live</Button>
        </span>
      </div>
      <p role="status" className="text-s text-ink-2 empty:hidden">
        {change.said}
      </p>
      {doubts.map((doubt) => (
        <p key={doubt} className="mt-1 text-blind">
          {doubt}
        </p>
      ))}
    </section>
  );
}
