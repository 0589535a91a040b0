"use client";

import { StateIcon } from "@/components/state/state-icon";
import { stateIconClass } from "@/components/state/tone";
import { ClusterName } from "@/components/table/cluster-name";
import { eventAttributes } from "@/components/table/event-attributes";
import { groupHref } from "@/components/table/group-href";
import { useZone } from "@/components/table/use-zone";
import { useNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { useFreshness } from "@/lib/client/status";
import type { ActivityAnswer, ActivityRow, HistoryGap } from "@/lib/contract/answers/history";
import { hrefAtMoment } from "@/lib/contract/url/history-window";
import { encodeSegment, findingObjectPath, pagePaths } from "@/lib/contract/url/paths";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import { happenedPhrase, happenedState, happenedWho } from "@/lib/format/happened-words";
import { gapPhrase } from "@/lib/format/state-chart-text";
import { listFirst, oneLine } from "@/lib/format/text/lists";
import { formatMoment } from "@/lib/format/time-ticks";
import { linesOf } from "./activity-rows";
import { isRoutine } from "./routine";

interface ActivityLinesProps {
  readonly answer: ActivityAnswer;
  /** Where the page before ended, in milliseconds; null = this is the first. */
  readonly before: number | null;
  /** True where routine reconnections are left out. */
  readonly plain: boolean;
}

/** One page of the log as rows of its table. */
export function ActivityLines({ answer, before, plain }: ActivityLinesProps) {
  const last = answer.next === null ? null : (answer.rows.at(-1)?.at ?? null);
  const rows = plain ? answer.rows.filter((row) => !isRoutine(row)) : answer.rows;
  return linesOf(rows, answer.gaps, { before, last }).map((line) =>
    line.kind === "row" ? <HappenedLine key={line.row.id} row={line.row} /> : <GapLine key={`${line.gap.from} ${line.at} ${line.gap.reason}`} gap={line.gap} />,
  );
}

function HappenedLine({ row }: { readonly row: ActivityRow }) {
  const zone = useZone();
  const now = useNow();
  const when =
    row.notBefore === null || row.type === "appeared"
      ? formatMoment(row.at, now, zone)
      : `between ${formatMoment(row.notBefore, now, zone)} and ${formatMoment(row.at, now, zone)}`;
  return (
    <tr {...eventAttributes(row)}>
      <td data-column="time" className="font-mono text-s max-desk:whitespace-normal">
        <Link href={hrefAtMoment(hrefOf(row), row.at)} title="the page as it was then" className="text-ink-2">
          {when}
        </Link>
      </td>
      <td data-column="who">
        <Mark row={row} />
        <Who row={row} />
        <span className="hidden text-s whitespace-normal text-ink-2 max-desk:block">
          {happenedPhrase(row)} <ClusterOf row={row} /> <IncidentOf row={row} />
        </span>
      </td>
      <td className="wide max-desk:hidden" title={oneLine(row.detail)}>
        {happenedPhrase(row)}
        {row.count > 1 && <span className="text-ink-3"> · {listFirst(row.names, row.count)}</span>}
      </td>
      <td className="font-mono text-s text-ink-3 max-desk:hidden">
        <ClusterOf row={row} /> {[row.namespace, row.kind === "entry" ? row.group : ""].filter((part) => part !== "").join(" / ")} <IncidentOf row={row} />
      </td>
    </tr>
  );
}

/** The incident that the failure of a machine belongs to. */
function IncidentOf({ row: { incident } }: { readonly row: ActivityRow }) {
  if (incident === undefined) return null;
  return (
    <Link href={pagePaths.incident(incident)} prefetch={false} data-incident={incident} className="font-sans text-accent">
      incident <span className="font-mono">{incident}</span>
    </Link>
  );
}

/** The recorder itself has no cluster. */
function ClusterOf({ row: { cluster } }: { readonly row: ActivityRow }) {
  return cluster === "" ? null : <ClusterName cluster={cluster} className="font-mono text-ink-3" />;
}

/** The icon of what it came to; an empty place where it came to nothing good or bad. */
function Mark({ row }: { readonly row: ActivityRow }) {
  const freshness = useFreshness(row.cluster);
  const state = happenedState(row);
  if (state === null) return <i className="mr-1.5 inline-block size-[13px]" aria-hidden="true" />;
  return (
    <span className="mr-1.5 inline-block align-[-2px]">
      <StateIcon state={state} className={stateIconClass(shownVerdict({ state, vouched: true }, freshness))} />
    </span>
  );
}

function Who({ row }: { readonly row: ActivityRow }) {
  if (row.kind === "recorder") return <span className="font-mono text-s">Stolos</span>;
  if (row.kind === "finding") return <FoundIn row={row} />;
  if (row.kind !== "entry" && row.kind !== "group") return <span className="font-mono text-s">{row.count > 1 ? happenedWho(row) : row.name}</span>;
  return (
    <Link href={hrefOf(row)} className="inline-block max-w-72 truncate align-middle font-mono text-s leading-6 max-desk:max-w-[56vw]" title={row.name}>
      {row.count > 1 ? happenedWho(row) : row.name}
      {row.count > 1 && row.kind === "entry" && ` of ${row.group || "no group"}`}
    </Link>
  );
}

/** What a finding is about: the page of the object, or (of several) the findings of the rule. */
function FoundIn({ row }: { readonly row: ActivityRow }) {
  const href = row.about === undefined ? null : findingObjectPath(row.cluster, row.about);
  if (row.count === 1 && href === null) return <span className="font-mono text-s">{row.name}</span>;
  return (
    <Link
      href={row.count === 1 && href !== null ? href : hrefOf(row)}
      prefetch={false}
      className="inline-block max-w-72 truncate align-middle font-mono text-s max-desk:max-w-[56vw]"
      title={row.name}
    >
      {row.count > 1 ? happenedWho(row) : row.name}
    </Link>
  );
}

/** The page of whatever it happened to: a machine's, or its group's where it happened to several. */
function hrefOf(row: ActivityRow): string {
  if (row.kind === "group" && row.count > 1) return pagePaths.groups(`ns=${encodeSegment(row.namespace)}`);
  if (row.kind === "entry" && row.count === 1) return pagePaths.entry(row.cluster, row.namespace, row.name, row.uid);
  if (row.kind === "entry" || row.kind === "group") return groupHref({ cluster: row.cluster, namespace: row.namespace, name: row.group });
  return row.kind === "finding" ? pagePaths.findings(`q=${encodeSegment(`rule:${row.from}`)}`) : pagePaths.fleet();
}

/** A while of which nothing is known: a line of its own, so that silence is not read as peace. */
function GapLine({ gap }: { readonly gap: HistoryGap }) {
  const zone = useZone();
  const now = useNow();
  return (
    <tr data-gap={gap.reason} data-from={gap.from} data-to={gap.to}>
      <td colSpan={4} className="hatched whitespace-normal text-blind">
        <span className="bg-paper px-1.5 py-0.5">{gapPhrase(gap, now, zone)}</span>
      </td>
    </tr>
  );
}
