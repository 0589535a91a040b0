import type { HistoryGap } from "@/lib/contract/answers/history";
import type { WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";
import { hrefAtMoment, formatMoment as spelled } from "@/lib/contract/url/history-window";
import { formatDateTime } from "@/lib/format/clock";
import { rolloutReport } from "@/lib/format/control-plane/rollout-report";
import { listOf } from "@/lib/format/text/lists";

interface ReportParts {
  readonly board: WireReconnectionOutcome;
  readonly gaps: readonly HistoryGap[];
  readonly title: string;
  /** The address of the page. */
  readonly link: string;
}

/** The report of a board, with a link that shows this very board at this very moment. */
export function reportOf({ board, gaps, title, link }: ReportParts): string {
  const clusters = [...new Set([...board.replicas.map(({ cluster }) => cluster), ...board.missing.map(({ cluster }) => cluster)])].sort();
  const about = clusters.length === 0 ? "all clusters in sight" : `cluster ${listOf(clusters)}`;
  const words = gaps.map(({ from, to, reason }) => `${formatDateTime(from, "utc")} to ${formatDateTime(to, "utc")}: ${reason}`);
  return rolloutReport({ ...board, title, about, gaps: words, link: linkTo(board, link) });
}

function linkTo({ kind, id, from, until }: WireReconnectionOutcome, link: string): string {
  const url = new URL(link);
  url.searchParams.delete("rollout");
  url.searchParams.delete("baseline");
  if (kind === "rollout") url.searchParams.set("rollout", id);
  else url.searchParams.set("baseline", spelled(from));
  return `${url.origin}${hrefAtMoment(`${url.pathname}${url.search}`, until)}`;
}
