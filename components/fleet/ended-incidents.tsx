"use client";

import { IncidentChartNumber } from "@/components/state/incident-number";
import { Sentence } from "@/components/state/statement";
import { ClusterName } from "@/components/table/cluster-name";
import { useZone } from "@/components/table/use-zone";
import type { FleetIncidentsState } from "@/components/trouble/use-fleet-incidents";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { useRollouts } from "@/lib/client/rollouts";
import { NO_ROLLOUT, type RolloutSummary } from "@/lib/contract/answers/rollouts";
import { type HistoryWindow, windowSpan } from "@/lib/contract/url/history-window";
import { endedIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { MAX_ROLLOUT_PAUSE_MS } from "@/lib/domain/control-plane/rollouts";
import { incidentLook } from "@/lib/domain/incidents/chart-number";
import { endedCounts, rolloutRowText } from "@/lib/format/control-plane/rollout-words";
import { endedTitle, incidentRowState, incidentRowText, incidentSpan } from "@/lib/format/incident-row";
import { incidentTitleText } from "@/lib/format/incident-title";
import { minuteOf } from "@/lib/format/text/duration";
import { formatNumber } from "@/lib/format/text/numbers";

/** The most ended incidents and the most rollouts in the section. */
const MOST = 5;
const MOST_ROLLOUTS = 3;

interface EndedIncidentsProps {
  readonly incidents: FleetIncidentsState;
  /** The number of each incident and rollout in the page's chart, by incident key or rollout id; null = not loaded yet. */
  readonly numbers: ReadonlyMap<string, number> | null;
  readonly window: HistoryWindow;
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
}

/** The section with incidents and istiod rollouts that ended in the window of the page's chart. */
export function EndedIncidents({ incidents, numbers, window, query }: EndedIncidentsProps) {
  if (typeof incidents === "string") return null;
  return <EndedSection incidents={incidents} numbers={numbers} window={window} query={query} />;
}

type EndedSectionProps = Omit<EndedIncidentsProps, "incidents"> & { readonly incidents: Exclude<FleetIncidentsState, string> };

/** The section's rows: incidents and rollouts, the one that ended last first. */
function EndedSection({ incidents: { ended, endedMore }, numbers, window, query }: EndedSectionProps) {
  const rollouts = useFinishedRollouts(query, window);
  const shown = ended.slice(0, MOST);
  const rows = [
    ...shown.map((row) => ({ at: row.title.endedAt ?? 0, line: <Ended key={row.id} row={row} number={numbers?.get(row.id) ?? null} /> })),
    ...rollouts.map((rollout) => ({
      at: rollout.to,
      line: <EndedRollout key={rollout.id} rollout={rollout} number={numbers?.get(rollout.id) ?? null} query={query} />,
    })),
  ].sort((a, b) => b.at - a.at);
  const total = ended.length + endedMore;
  const more = total - shown.length;
  return (
    <Section name="ended-incidents" title={endedTitle(window)} aside={endedCounts(total, rollouts.length)} isTight>
      {shown.length === 0 && <p className="flex h-row items-center text-ink-2">No incident ended.</p>}
      <ul>{rows.map(({ line }) => line)}</ul>
      <p className="mt-2 text-s text-ink-3">
        {more > 0 && (
          <Link href={pagePaths.incidents(endedIncidentsQuery(query, window))} prefetch={false} className="mr-3 text-ink-2 underline">
            {formatNumber(more)} more
          </Link>
        )}
        {rows.length > 0 && numbers !== null && "The numbers are positions in this chart. A key never changes."}
      </p>
    </Section>
  );
}

function Ended({ row: { id, title }, number }: { readonly row: IncidentRow; readonly number: number | null }) {
  const zone = useZone();
  const { subject, size, why } = incidentRowText(title);
  const span = useOfNow((now) => incidentSpan(title, { now, zone }));
  const { word } = incidentRowState(title, { tense: { past: false }, now: 0, zone, isPast: false });
  return (
    <li data-incident={id} data-state="over" className="grid grid-cols-[18px_minmax(0,1fr)_max-content] gap-x-2.5 border-b border-line py-1.5 text-ink-2">
      <span className="row-span-2 pt-0.5">
        <IncidentChartNumber number={number} look={incidentLook(title)} />
      </span>
      <span className="truncate">
        <Link href={pagePaths.incident(id)} prefetch={false} title={incidentTitleText(title)} className="font-medium text-ink">
          <Sentence of={title}>{subject}</Sentence>
        </Link>{" "}
        {size} <ClusterName cluster={title.cluster} />
      </span>
      <span className="font-mono text-s tabular-nums">{span}</span>
      <span className="col-span-2 truncate text-s" title={why}>
        {word} · <span className="font-mono">{id}</span>
        {why !== "" && ` · ${why}`}
      </span>
    </li>
  );
}

/** The newest finished rollouts in the window. A rollout is finished when no replica has started or ended for some minutes. */
function useFinishedRollouts(query: string, window: HistoryWindow): readonly RolloutSummary[] {
  const { clusters, namespaces } = parseMachinesQuery(query);
  const { value } = useRollouts({ cluster: clusters, ns: namespaces }, NO_ROLLOUT);
  const minute = useOfNow(minuteOf);
  const { from, to } = windowSpan(window, minute);
  const isFinished = (rollout: RolloutSummary) => rollout.to >= from && rollout.to <= to && rollout.to + MAX_ROLLOUT_PAUSE_MS <= minute;
  return (value?.rollouts ?? []).filter((one) => one.kind === "rolled" && isFinished(one)).slice(0, MOST_ROLLOUTS);
}

interface EndedRolloutProps {
  readonly rollout: RolloutSummary;
  readonly number: number | null;
  readonly query: string;
}

function EndedRollout({ rollout, number, query }: EndedRolloutProps) {
  const zone = useZone();
  const { id, cluster, rolledAt, to } = rollout;
  const span = useOfNow((now) => incidentSpan({ since: rolledAt, endedAt: to }, { now, zone }));
  const { size, revisions } = rolloutRowText(rollout);
  return (
    <li data-rollout={id} className="grid grid-cols-[18px_minmax(0,1fr)_max-content] gap-x-2.5 border-b border-line py-1.5 text-ink-2">
      <span className="row-span-2 pt-0.5">{number !== null && <IncidentChartNumber number={number} look="over" />}</span>
      <span className="truncate">
        <Link href={pagePaths.controlPlane(rolloutQuery(query, id))} prefetch={false} className="font-medium text-ink">
          istiod rollout
        </Link>{" "}
        {size} <ClusterName cluster={cluster} />
      </span>
      <span className="font-mono text-s tabular-nums">{span}</span>
      <span className="col-span-2 truncate text-s" title={revisions}>
        Rollout{revisions !== "" && ` · ${revisions}`}
      </span>
    </li>
  );
}

function rolloutQuery(query: string, id: string): string {
  const params = new URLSearchParams(query);
  params.set("rollout", id);
  return params.toString();
}
