"use client";

import { StateIcon } from "@/components/state/state-icon";
import { toneText } from "@/components/state/tone";
import { ClusterName } from "@/components/table/cluster-name";
import { eventAttributes } from "@/components/table/event-attributes";
import { useZone } from "@/components/table/use-zone";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { useActivity } from "@/lib/client/history";
import { Link } from "@/lib/client/page-link";
import type { Place } from "@/lib/client/remembered";
import type { ActivityRow } from "@/lib/contract/answers/history";
import { pagePaths } from "@/lib/contract/url/paths";
import type { TransitionType } from "@/lib/domain/history/transition";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import { happenedPhrase, happenedState } from "@/lib/format/happened-words";
import { formatNumber } from "@/lib/format/text/numbers";
import { formatMoment } from "@/lib/format/time-ticks";

/** What a reader of the whole fleet asks about; routine renewals, relabellings and that a name is not new are in the log. */
const TYPES: readonly TransitionType[] = [
  ...(["appeared", "ended", "health", "group-created", "group-edited", "group-deleted"] as const),
  ...(["service-created", "service-changed", "service-deleted", "object-created", "object-changed", "object-deleted"] as const),
  ...(["replica-came", "replica-went", "replica-restarted", "recorder-stopped"] as const),
];

const MOST = 4;

interface LatelyProps {
  readonly place: Place;
  /** The query of the page, so that the log shows the same clusters and namespaces. */
  readonly query: string;
}

/** What changed lately, folded: the newest few, and the way to all of it. */
export function Lately({ place, query }: LatelyProps) {
  const { value, problem } = useActivity({ ...place, type: TYPES, limit: 40 }, "24h");
  // What was found at the start of the record is no news.
  const rows = (value?.rows ?? []).slice(0, MOST);
  return (
    <Section name="recent-changes" title="Lately" aside={<Link href={pagePaths.activity(query)}>all</Link>}>
      {/* As high as it will be: what is below does not move when it comes. */}
      <div className="min-h-[200px]">
        {value === null && (
          <p data-reading={problem === null ? "history" : undefined} className={`mt-2.5 ${problem === null ? "text-ink-3" : "text-blind"}`}>
            {problem ?? "Reading what is remembered"}
          </p>
        )}
        {value !== null && rows.length === 0 && (
          <p className="mt-2.5 text-ink-3">{value.recorded.since === null ? "Nothing is recorded yet." : "Nothing changed since the record began."}</p>
        )}
        <ul>
          {rows.map((row) => (
            <LatelyRow key={row.id} row={row} />
          ))}
        </ul>
      </div>
    </Section>
  );
}

function LatelyRow({ row }: { readonly row: ActivityRow }) {
  const zone = useZone();
  const when = useOfNow((now) => formatMoment(row.at, now, zone));
  const state = happenedState(row);
  const words = happenedPhrase(row);
  const who =
    row.count === 1 ? row.name : `${row.group || row.namespace || row.kind} · ${formatNumber(row.count)} ${row.kind === "entry" ? "machines" : "times"}`;
  return (
    <li {...eventAttributes(row)} className="flex min-h-[50px] gap-2.5 border-b border-line py-1.5 text-s">
      <span className="shrink-0 font-mono text-ink-3 tabular-nums">{when}</span>
      <span className="w-[13px] shrink-0 pt-0.5">
        {state !== null && state !== "healthy" && (
          <StateIcon state={state} className={toneText[shownVerdict({ state, vouched: true }, { kind: "live", asOf: 0 }).tone]} />
        )}
      </span>
      <span className="min-w-0" title={`${who} ${words}`}>
        <span className="block truncate">
          <SubjectLink row={row}>{who}</SubjectLink> <ClusterName cluster={row.cluster} />
        </span>
        <span className="block truncate text-ink-2">{words}</span>
      </span>
    </li>
  );
}

/** The page of whom it happened to, where there is one. */
function SubjectLink({ row, children }: { readonly row: ActivityRow; readonly children: string }) {
  const isEntry = row.kind === "entry" && row.count === 1;
  if (!isEntry && (row.group === "" || (row.kind !== "entry" && row.kind !== "group"))) return <span className="font-mono">{children}</span>;
  const href = isEntry ? pagePaths.entry(row.cluster, row.namespace, row.name, row.uid) : pagePaths.group(row.cluster, row.namespace, row.group);
  return (
    <Link href={href} prefetch={false} className="font-mono">
      {children}
    </Link>
  );
}
