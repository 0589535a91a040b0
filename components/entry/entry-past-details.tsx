"use client";

import { CollapsedSummary } from "@/components/state/collapsed-summary";
import { NO_ROWS } from "@/components/table/first-window";
import { Moment } from "@/components/table/times";
import { useZone } from "@/components/table/use-zone";
import { Detail } from "@/components/ui/details";
import { TableHeads } from "@/components/ui/table-heads";
import { useNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { useView } from "@/lib/client/use-view";
import type { TimelineAnswer } from "@/lib/contract/answers/history";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { parseMachineTerms } from "@/lib/contract/url/parse-terms";
import { pagePaths } from "@/lib/contract/url/paths";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import { formatObjectFindingsQuery } from "@/lib/contract/views/findings";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { causeWords } from "@/lib/format/cause-words";
import { formerEntriesLine, sameAddressLine } from "@/lib/format/entry-details";
import { isEndPlanned } from "@/lib/format/loss-words";
import { rowWord } from "@/lib/format/state-words";
import { flapCountText, stateChanges } from "@/lib/format/swimlane-text";
import { formatDayAndClock } from "@/lib/format/time-ticks";
import { type EntryReference, useEntryTimeline } from "./entry-timeline";

/** The changes of state in the window of the timeline, newest first, and the number of flaps in 24 h. */
export function FlapsDetail(entry: EntryReference) {
  const { value, problem } = useEntryTimeline(entry);
  const zone = useZone();
  const changes = value === null ? [] : stateChanges(value.state);
  return (
    <Detail name="flaps" id="flaps" title="Flaps" line={value === null ? (problem ?? "reading history") : flapCountText(value.flaps24h, value.flapsObservedMs)}>
      {value !== null && changes.length === 0 && <p className="pt-1 text-ink-2">No change of state in the window of the timeline.</p>}
      {value !== null && changes.length > 0 && (
        <ol className="grid gap-1 pt-1">
          {changes.map(({ at, from, to, detail }) => (
            <li key={at} data-change={to} className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3">
              <span className="font-mono text-s text-ink-2">{formatDayAndClock(at, value.to, zone)}</span>
              <span className="wrap-anywhere">
                {rowWord(from)} → {rowWord(to)}
                {detail !== "" && <span className="text-ink-3"> · {detail}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Detail>
  );
}

/** Earlier entries with this name. istiod derives the name from the address, so that a new machine with the same address has the same name. */
export function FormerEntriesDetail({ shownUid, ...entry }: EntryReference & { readonly shownUid: string }) {
  const { value, problem } = useEntryTimeline(entry);
  const zone = useZone();
  const now = useNow();
  const all = value?.incarnations ?? [];
  const line =
    value === null ? (
      (problem ?? "reading history")
    ) : (
      <CollapsedSummary line={formerEntriesLine(Math.max(0, all.length - 1), all.at(-1)?.from ?? null, value.recorded.since, now, zone)} />
    );
  return (
    <Detail name="incarnations" id="incarnations" title="Former holders of this name" line={line}>
      <p className="max-w-[62em] pt-1 text-ink-2">The name is made of group, address and network. Another machine with this address gets the same name.</p>
      <div className="desk:overflow-x-auto">
        <table className="table max-desk:[&_td]:whitespace-normal max-desk:[&_td]:wrap-anywhere max-desk:[&_td]:py-1.5">
          <caption className="sr-only">Entries that have had this name</caption>
          <TableHeads of={["UID", "FROM", "UNTIL", "ENDED BY"]} />
          <tbody>
            {all.map((incarnation) => (
              <IncarnationRow key={incarnation.uid} entry={entry} incarnation={incarnation} shownUid={shownUid} />
            ))}
          </tbody>
        </table>
      </div>
    </Detail>
  );
}

interface IncarnationRowProps {
  readonly entry: EntryReference;
  readonly incarnation: TimelineAnswer["incarnations"][number];
  readonly shownUid: string;
}

function IncarnationRow({ entry, incarnation, shownUid }: IncarnationRowProps) {
  const { uid, from, fromAtLeast, endedAt, notBefore, cause } = incarnation;
  return (
    <tr aria-current={uid === shownUid ? "true" : undefined}>
      <td className="font-mono text-s">
        {uid === shownUid ? <b className="font-medium">{uid}</b> : <Link href={pagePaths.entry(entry.cluster, entry.namespace, entry.name, uid)}>{uid}</Link>}
        {uid === shownUid && <span className="font-sans text-ink-3"> this one</span>}
      </td>
      <td>
        {fromAtLeast && "before "}
        <Moment at={from} />
      </td>
      <td>{endedAt === null ? <span className="text-ink-3">exists</span> : <TimeOrRange at={endedAt} notBefore={notBefore} />}</td>
      <td className="wide text-ink-2">{endedAt === null ? "" : `${causeWords(cause)}${isEndPlanned(cause) ? ", planned" : ""}`}</td>
    </tr>
  );
}

/** A time, or the range that contains it if it was not observed exactly. */
export function TimeOrRange({ at, notBefore }: { readonly at: number; readonly notBefore: number | null }) {
  if (notBefore === null) return <Moment at={at} />;
  return (
    <>
      between <Moment at={notBefore} /> and <Moment at={at} />
    </>
  );
}

interface SameAddressDetailProps {
  readonly row: EntryRow;
  /** The findings about the entry that the server rendered. */
  readonly initial: ViewStateOf<"findings-of"> | null;
}

/** Other entries with the same address in the same network, from the finding about them. */
export function SameAddressDetail({ row, initial }: SameAddressDetailProps) {
  const { cluster, namespace, name, address, network } = row;
  const { state } = useView("findings-of", formatObjectFindingsQuery({ of: "WorkloadEntry", cluster, namespace, name }), NO_ROWS, initial);
  const finding = state?.rows.find((one) => one.rule === "duplicate-address");
  const others = finding === undefined ? 0 : Math.max(1, Number(finding.evidence.entries) - 1);
  const line = sameAddressLine({ address, network, others, isKnown: state?.head.settled === true });
  const search = formatListQuery({ clusters: [cluster], namespaces: [], terms: parseMachineTerms(JSON.stringify(address)), sort: "" });
  return (
    <Detail name="same-address" id="same-address" title="Same address" line={<CollapsedSummary line={line} />}>
      <p className="pt-1 text-ink-2">
        Callers reach one machine by two names if two entries have one address in one network.
        {address !== "" && (
          <>
            {" "}
            <Link href={pagePaths.entries(search)} prefetch={false} className="text-accent underline underline-offset-2">
              Entries with {address}
            </Link>
          </>
        )}
      </p>
    </Detail>
  );
}
