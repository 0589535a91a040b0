"use client";

import { useEffect, useRef } from "react";
import { useZone } from "@/components/table/use-zone";
import { Button } from "@/components/ui/button";
import { useServerNow } from "@/lib/client/clock";
import { replayEarlyTap } from "@/lib/client/early-input";
import { usePast, useTravel } from "@/lib/client/past";
import { SHELL_VIEW, usePastView } from "@/lib/client/past-view";
import { clustersWithoutCurrentData } from "@/lib/domain/statements/clusters-in-total";
import { NOT_YET, pastDoubts } from "@/lib/format/past-words";
import { notKnownSentence } from "@/lib/format/reached-clusters";
import { PastBannerLayout } from "./past-time-line";
import { useAdjacentChange } from "./use-adjacent-change";

const MINUTE_MS = 60_000;

/** Banner on a page of the past: the time shown, what was not observed then, buttons to other times, and a link back to live. */
export function PastBanner() {
  const at = usePast();
  return at === null ? null : <Banner at={at} />;
}

function Banner({ at }: { readonly at: number }) {
  const zone = useZone();
  const now = useServerNow();
  const travel = useTravel();
  const change = useAdjacentChange(at);
  const { state, problem } = usePastView(SHELL_VIEW, at);
  const isLast = at + MINUTE_MS > now;
  const notKnown = clustersWithoutCurrentData(state?.clusters ?? [], at).map((one) => notKnownSentence(one, { now: at, zone }));
  const doubts = problem === null ? [...notKnown, ...pastDoubts(at, now, state)] : [problem];
  const section = useRef<HTMLElement>(null);
  useEffect(() => replayEarlyTap(section.current), []);
  const steps = (
    <>
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
    </>
  );
  return (
    <PastBannerLayout ref={section} at={at} steps={steps}>
      <p role="status" className="text-s text-ink-2 empty:hidden">
        {change.said}
      </p>
      {doubts.map((doubt) => (
        <p key={doubt} className="mt-1 text-blind">
          {doubt}
        </p>
      ))}
    </PastBannerLayout>
  );
}
