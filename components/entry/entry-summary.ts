import type { LossRow } from "@/lib/contract/answers/history";
import { hrefAtMoment } from "@/lib/contract/url/history-window";
import { pagePaths } from "@/lib/contract/url/paths";
import { entryTraffic, type ServicesSelectingMachine } from "@/lib/domain/statements/entry";
import { formatDateTime } from "@/lib/format/clock";
import { entryHeadline, sincePhrase } from "@/lib/format/entry-sentence";
import { lossPhrase } from "@/lib/format/loss-words";
import { nextSentence } from "@/lib/format/next-sentence";
import { stateWord } from "@/lib/format/state-words";
import { type SummaryMoment, UNCONFIRMED } from "@/lib/format/summary-moment";
import { SECOND_MS } from "@/lib/format/text/duration";
import { joinParts, oneLine } from "@/lib/format/text/lists";
import type { EntryWithDetail } from "./use-last-seen";

/** An entry and the services that select it; null = unknown. */
interface SummarizedEntry extends EntryWithDetail {
  readonly services: ServicesSelectingMachine | null;
}

/**
 * Returns a summary to paste into a chat, with five lines: machine and state, traffic and reason, location, the next step of Istio, the time with a
 * link. Times in UTC.
 */
export function entrySummary({ row, detail, services }: SummarizedEntry, { at: now, tense, isConfirmed }: SummaryMoment, origin: string): string {
  const { cluster, namespace, name } = row;
  const { lead, aside, reason, rest } = entryHeadline(entryTraffic(row, services, detail.addressReach), { tense, now, zone: "utc" }, detail.unrecorded);
  const state = `${stateWord(row.state, row.vouched, row.connectionWhy)} ${sincePhrase(row.since, row.sinceAtLeast, now, "utc")}`.trim();
  return summaryLines([
    `${cluster} ${namespace}/${name}: ${state}`,
    joinParts([`${lead}${aside}${reason} ${rest}`.trim(), row.message === "" ? "" : `Message: ${row.message}`], " "),
    placeLine(row),
    `${tense.past ? "Next then" : "Next"}: Istio ${nextSentence(detail.next, row.connection, now).sentence}`,
    momentLine(row, now, isConfirmed, origin),
  ]);
}

interface SummarizedLoss {
  readonly loss: LossRow;
  /** The headline of its page. */
  readonly headline: { readonly lead: string; readonly reason: string; readonly rest: string };
}

/**
 * Returns a summary of a lost machine to paste into a chat, with four lines: machine and cause, headline with the last message, location, the time
 * with a link. Times in UTC.
 */
export function lostEntrySummary({ loss, headline }: SummarizedLoss, { at: now, isConfirmed }: SummaryMoment, origin: string): string {
  const { row } = loss;
  const { lead, reason, rest } = headline;
  return summaryLines([
    `${row.cluster} ${row.namespace}/${row.name}: ${lossPhrase(loss, now, "utc")}`,
    joinParts([`${lead}${reason} ${rest}`, row.message === "" ? "" : `Last message: ${row.message}`], " "),
    placeLine(row),
    momentLine(row, now, isConfirmed, origin),
  ]);
}

function placeLine({ address, network, locality, controller, group }: EntryWithDetail["row"]): string {
  return joinParts([address, network, locality, named("replica", controller), named("group", group)], " · ");
}

function momentLine({ cluster, namespace, name, uid }: EntryWithDetail["row"], now: number, isConfirmed: boolean, origin: string): string {
  const link = `${origin}${hrefAtMoment(pagePaths.entry(cluster, namespace, name, uid), Math.floor(now / SECOND_MS) * SECOND_MS)}`;
  return joinParts([`As of ${formatDateTime(now, "utc")}`, isConfirmed ? "" : UNCONFIRMED, link], " · ");
}

function summaryLines(lines: readonly string[]): string {
  return lines
    .filter((line) => line !== "")
    .map(oneLine)
    .join("\n");
}

function named(word: string, value: string): string {
  return value === "" ? "" : `${word} ${value}`;
}
