"use client";

import { useState } from "react";
import { statementAttributes } from "@/components/state/statement";
import { PageHead } from "@/components/table/page-head";
import { useZone } from "@/components/table/use-zone";
import { useChartUrl } from "@/components/timeline/use-chart-url";
import { Button } from "@/components/ui/button";
import { Headline, Of } from "@/components/ui/headline";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/lib/client/clock";
import { useActivity } from "@/lib/client/history";
import { Link } from "@/lib/client/page-link";
import type { ActivityAnswer } from "@/lib/contract/answers/history";
import { formatWindow, type HistoryWindow, windowSpan } from "@/lib/contract/url/history-window";
import { pagePaths } from "@/lib/contract/url/paths";
import { changesRecorded } from "@/lib/domain/statements/activity";
import { activitySentence } from "@/lib/format/activity-sentence";
import { typeWord } from "@/lib/format/happened-words";
import { ActivityFilters } from "./activity-filters";
import { ActivityLog } from "./activity-log";
import { ActivityPage } from "./activity-page";
import { Controls } from "./controls";
import { MomentPicker } from "./moment-picker";
import { OlderRow } from "./older-row";
import { RecorderLine } from "./recorder-line";
import { TOLD_TYPES } from "./routine";
import { useActivityUrl } from "./use-activity-url";
import { WindowRow } from "./window-row";

const PAGE_ROWS = 100;

/** The log that stands still while its older pages are read: its window, and where each page begins. */
interface Held {
  readonly window: string;
  readonly cursors: readonly string[];
}

/** Everything that was recorded, newest first, and the way to any moment of the past. */
export function ActivityView() {
  const url = useActivityUrl();
  const { asked, choose } = useChartUrl();
  const [held, setHeld] = useState<{ readonly question: string; readonly log: Held } | null>(null);
  const window = asked === null ? null : formatWindow(asked);
  const question = JSON.stringify([url.filter, url.all, window]);
  const log = held?.question === question ? held.log : null;
  // Every machine connects anew every half hour: without a choice, that is not told.
  const isPlain = url.filter.type.length === 0 && !url.all;
  const filter = { ...url.filter, type: isPlain ? TOLD_TYPES : url.filter.type, limit: PAGE_ROWS };
  const first = useActivity(filter, log?.window ?? window);
  const now = useNow();
  const answer = first.value;
  const older = (next: string, page: ActivityAnswer) =>
    setHeld({ question, log: { window: log?.window ?? `${page.from}-${page.to}`, cursors: [...(log?.cursors ?? []), next] } });
  return (
    <>
      <PageHead files={{ what: "activity" }} hasViews>
        <Title answer={answer} />
      </PageHead>
      <RecorderLine recorded={answer?.recorded ?? null} problem={first.problem} />
      <p className="mt-1 text-s">
        <Link prefetch={false} href={pagePaths.audit()}>
          Audit: commands given through Stolos
        </Link>
      </p>
      <Controls summary={controlsWords(url.filter, asked)}>
        <MomentPicker />
        <WindowRow asked={asked} span={answer ?? windowSpan(asked ?? { kind: "last", name: "1h" }, now)} onChoose={choose} />
        <div className="pb-2">
          <ActivityFilters url={url} types={answer?.types ?? []} />
        </div>
      </Controls>
      {log !== null && (
        <Button className="mt-2" onClick={() => setHeld(null)}>
          Newest first again
        </Button>
      )}
      {answer === null && first.problem === null && <Skeleton rows={12} label="Reading the log" />}
      {answer !== null && (
        <ActivityLog answer={answer} before={null} plain={isPlain} behind={first.isPrevious} filtered={isFiltered(url.filter)} onClear={url.clear}>
          {log?.cursors.map((cursor, index) => (
            <ActivityPage
              key={cursor}
              filter={{ ...filter, before: cursor }}
              plain={isPlain}
              window={log.window}
              isLast={index === log.cursors.length - 1}
              onOlder={older}
            />
          ))}
          {log === null && answer.next !== null && <OlderRow onOlder={() => older(answer.next ?? "", answer)} />}
        </ActivityLog>
      )}
    </>
  );
}

/** What the log is narrowed to, for a phone that has the controls folded away; "" where it is all of it. */
function controlsWords({ type, q, group }: ReturnType<typeof useActivityUrl>["filter"], asked: HistoryWindow | null): string {
  const words = [asked?.kind === "last" ? asked.name : asked === null ? "" : "a window", q, group ?? "", ...type.map(typeWord)];
  return words.filter((word) => word !== "").join(", ");
}

function Title({ answer }: { readonly answer: ActivityAnswer | null }) {
  const zone = useZone();
  const now = useNow();
  if (answer === null) return <Headline>Activity</Headline>;
  const statement = changesRecorded(answer);
  const { strong, rest } = activitySentence(statement, answer.recorded.since, now, zone);
  return (
    <Headline data={statementAttributes(statement)}>
      <b>{strong}</b> <Of>{rest}</Of>
    </Headline>
  );
}

function isFiltered(filter: ReturnType<typeof useActivityUrl>["filter"]): boolean {
  const { type, q, group, ns = [], cluster = [] } = filter;
  return type.length + q.length + ns.length + cluster.length > 0 || group !== undefined;
}
