"use client";

import { statementAttributes } from "@/components/state/statement";
import { tonePanel } from "@/components/state/tone";
import { Countdown } from "@/components/table/countdown";
import { useZone } from "@/components/table/use-zone";
import { Panel } from "@/components/ui/panel";
import { useNow } from "@/lib/client/clock";
import { useFreshness } from "@/lib/client/status";
import { istiodNextAction } from "@/lib/domain/statements/entry";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import { formatDateTime } from "@/lib/format/clock";
import { nextSentence } from "@/lib/format/next-sentence";
import type { SeenEntry } from "./use-last-seen";

/** What Istio does next with the entry, and when. It counts down on the server's clock. A reconnection is mostly routine: it alarms nobody. */
export function EntryNext({ row, detail }: SeenEntry) {
  const now = useNow();
  const zone = useZone();
  const freshness = useFreshness(row.cluster);
  const { sentence, countTo, countLabel, caveat } = nextSentence(detail.next, row.connection, now);
  const { tone } = shownVerdict(row, freshness);
  const figure = countTo === null ? undefined : <Countdown label={countLabel} to={countTo} now={now} moment={formatDateTime(countTo, zone)} />;
  return (
    <Panel
      tone={tonePanel[tone === "good" || row.state === "reconnecting" ? "idle" : tone]}
      title={freshness.kind === "past" ? "What Istio would do next" : "What Istio does next"}
      figure={figure}
      data={statementAttributes(istiodNextAction(detail.next))}
    >
      {sentence}
      {caveat !== "" && <span className="text-blind"> {caveat}</span>}
    </Panel>
  );
}
