import { entryTraffic, type ServicesSelectingMachine } from "@/lib/domain/statements/entry";
import { formatDateTime } from "@/lib/format/clock";
import { entrySentence, sincePhrase } from "@/lib/format/entry-sentence";
import { nextSentence } from "@/lib/format/next-sentence";
import { stateWord } from "@/lib/format/state-words";
import { type SummaryMoment, UNCONFIRMED } from "@/lib/format/summary-moment";
import type { SeenEntry } from "./use-last-seen";

/** An entry and the services that select it; null = not known. */
interface SummarizedEntry extends SeenEntry {
  readonly services: ServicesSelectingMachine | null;
}

/** What one pastes into an incident channel: state, since when, where, what comes next. Times in UTC. */
export function entrySummary({ row, detail, services }: SummarizedEntry, { at: now, tense, isConfirmed }: SummaryMoment): string {
  const { lead, reason, rest } = entrySentence(entryTraffic(row, services, detail.addressReach), { tense, now, zone: "utc" });
  const place = [row.address, row.network, row.locality].filter((part) => part !== "").join(" · ");
  return [
    `${row.cluster} ${row.namespace}/${row.name}`,
    `${stateWord(row.state, row.vouched, row.connectionWhy)} ${sincePhrase(row.since, row.sinceAtLeast, now, "utc")}`.trim(),
    `${lead}${reason} ${rest}`.trim(),
    row.message === "" ? "" : `message: ${row.message}`,
    place === "" ? "" : `machine: ${place}`,
    row.controller === "" ? "" : `replica: ${row.controller}`,
    row.group === "" ? "" : `group: ${row.group}`,
    `${tense.past ? "next then" : "next"}: Istio ${nextSentence(detail.next, row.connection, now).sentence}`,
    `as of ${formatDateTime(now, "utc")}`,
    isConfirmed ? "" : UNCONFIRMED,
  ]
    .filter((line) => line !== "")
    .join("\n");
}
