"use client";

import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { NotVerifiedWarning } from "@/components/state/not-verified-warning";
import { StateIcon } from "@/components/state/state-icon";
import { statementAttributes } from "@/components/state/statement";
import { ClusterName } from "@/components/table/cluster-name";
import { groupHref } from "@/components/table/group-href";
import { Section } from "@/components/ui/section";
import { useNotVerified } from "@/lib/client/not-verified";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { pagePaths } from "@/lib/contract/url/paths";
import type { GroupWithoutIncident } from "@/lib/contract/views/fleet";
import { noGroupInTrouble } from "@/lib/domain/statements/fleet";
import { wordOfState } from "@/lib/domain/verdict/verdict";
import { groupsWithoutIncidentTitle, noGroupInTroubleText, unsettledGroupsText } from "@/lib/format/fleet-sentence";
import { lastSeenGroups } from "@/lib/format/reached-clusters";
import { WORDS } from "@/lib/format/state-words";
import { formatNumber } from "@/lib/format/text/numbers";
import type { PageFleet } from "./counted-fleet";
import { NonShrinkingList } from "./steady-rows";
import { TroubleRow } from "./trouble-row";
import { GroupTroubleAge, GroupTroubleBadge, GroupTroubleReasonText, machinesInTroubleText } from "./trouble-status";
import { groupsInTroublePath } from "./troubled-groups";
import type { LossesByGroup } from "./use-fleet-losses";

interface GroupsWithoutIncidentProps {
  readonly fleet: PageFleet;
  readonly losses: LossesByGroup;
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
}

/** The section of groups in trouble that no open incident contains, long-running ones last. While incidents are unknown, all groups in trouble. */
export function GroupsWithoutIncident({ fleet: { head, counted }, losses, query }: GroupsWithoutIncidentProps) {
  const { withoutIncident, incidents, groups, groupsInTrouble, longRunning } = head;
  // On a page of the past, only incidents of its groups are known.
  const hasIncidents = (incidents !== null && incidents.worst !== null) || withoutIncident.total < groupsInTrouble + longRunning.count;
  const list = `${query} ${usePast() ?? ""}`;
  const settled = useDelayedNewRows(list, withoutIncident.rows);
  const unsettled = withoutIncident.rows.length - settled.length;
  const { total } = withoutIncident;
  const isStale = ({ cluster }: GroupWithoutIncident) => counted.notReached.some((one) => one.cluster === cluster);
  const stale = settled.filter(isStale);
  const rows = [...settled.filter((row) => !isStale(row)), ...stale];
  const more = total - withoutIncident.rows.length;
  const hasNew = rows.some(({ quietIncident }) => quietIncident?.state !== "long-running");
  return (
    <Section
      name="trouble"
      title={groupsWithoutIncidentTitle(hasIncidents)}
      isTight
      aside={
        <>
          {more > 0 ? <Link href={groupsInTroublePath(query, hasNew ? "new" : "old")}>all {formatNumber(total)}</Link> : formatNumber(total)}
          {rows.length > 0 && unsettled > 0 && ` · ${formatNumber(unsettled)} new`}
        </>
      }
    >
      <NonShrinkingList list={list} rows={rows.length}>
        {total === 0 || rows.length === 0 ? (
          <NoGroup counted={counted} groups={groups} unsettled={unsettled} hasIncidents={hasIncidents} isIstiodGone={head.istiodGone !== null} />
        ) : (
          <ul aria-label="Groups in trouble">
            {rows.map((row) => (
              <GroupLine key={row.id} row={row} losses={losses} />
            ))}
          </ul>
        )}
        {stale.length > 0 && (
          <p data-stale-rows={stale.length} className="py-1.5 text-s text-blind">
            {lastSeenGroups(stale.length, [...new Set(stale.map(({ cluster }) => cluster))])}
          </p>
        )}
      </NonShrinkingList>
    </Section>
  );
}

interface NoGroupProps extends Pick<PageFleet, "counted"> {
  readonly groups: number;
  /** The number of groups that are not listed yet because their trouble began seconds ago. */
  readonly unsettled: number;
  readonly hasIncidents: boolean;
  /** True if no istiod replica runs. Then no machine is verified. */
  readonly isIstiodGone: boolean;
}

function NoGroup({ counted: { reached, tense }, groups, unsettled, hasIncidents, isIstiodGone }: NoGroupProps) {
  const isVerified = useNotVerified() === null;
  const look = tense.past || isIstiodGone ? "text-ink-3" : "text-good";
  if (unsettled > 0) return <p className="flex min-h-row items-center border-b border-line text-ink">{unsettledGroupsText(unsettled)}</p>;
  return (
    <p
      className={clsx("flex min-h-row items-center gap-2 border-b border-line", isVerified ? "text-ink-2" : "text-blind")}
      {...statementAttributes(noGroupInTrouble(groups), tense)}
    >
      <StateIcon state={isVerified ? "healthy" : "unverified"} className={isVerified ? look : ""} />
      <span>
        {noGroupInTroubleText(tense, hasIncidents, reached)}
        <NotVerifiedWarning />
      </span>
    </p>
  );
}

function GroupLine({ row, losses }: { readonly row: GroupWithoutIncident; readonly losses: LossesByGroup }) {
  const { cluster, namespace, name, quietIncident } = row;
  const size = machinesInTroubleText(row);
  const isQuiet = quietIncident?.state === "long-running";
  return (
    <TroubleRow
      data={{ "data-group": `${namespace}/${name}` }}
      isQuiet={isQuiet}
      state={isQuiet ? <QuietState row={row} /> : <GroupTroubleBadge row={row} lost={losses.countOf(row)} />}
      subject={
        <>
          <Link href={groupHref(row)} prefetch={false} data-row-link="" className="font-mono text-s text-ink">
            {namespace} / {name || "no group"}
          </Link>{" "}
          <ClusterName cluster={cluster} className="font-mono text-xs text-ink-3" />
        </>
      }
      {...(size !== null && { size })}
      why={
        // A long reason is cut before the incident key, not after it.
        <span className="desk:flex">
          <span className="min-w-0 desk:truncate">
            <GroupTroubleReasonText row={row} losses={losses} />
          </span>
          {quietIncident !== null && <IncidentOf incident={quietIncident} />}
        </span>
      }
      age={<GroupTroubleAge row={row} losses={losses} />}
    />
  );
}

/** Long-running trouble has no colour. */
function QuietState({ row: { state } }: { readonly row: GroupWithoutIncident }) {
  const shown = state ?? "vanished";
  return (
    <span data-state-word={shown} className="inline-flex items-center gap-1.5 align-middle">
      <StateIcon state={shown} />
      {WORDS[wordOfState(shown)]}
    </span>
  );
}

function IncidentOf({ incident: { key, state } }: { readonly incident: NonNullable<GroupWithoutIncident["quietIncident"]> }) {
  return (
    <span className="whitespace-pre text-ink-3 desk:shrink-0">
      {state === "long-running" ? " · " : ` · ${state} · `}
      <Link href={pagePaths.incident(key)} prefetch={false} title={`Incident ${key}, ${state}`} className="font-mono text-s">
        {key}
      </Link>
    </span>
  );
}

/** Two failed machines become an incident within five seconds, plus some time to send its row. Milliseconds. */
const SETTLE_MS = 8_000;

interface Arrivals {
  readonly list: string;
  /** The time at which each row first appeared; null = with the first rows, or long ago. Milliseconds since page load. */
  readonly cameAt: ReadonlyMap<string, number | null>;
}

/**
 * Returns rows that are at least eight seconds old, and all rows of the first load. A group that just failed usually becomes part of an incident, and
 * its row would only flicker. `list`: the identity of the list.
 */
function useDelayedNewRows<Row extends { readonly id: string }>(list: string, rows: readonly Row[]): readonly Row[] {
  const [arrivals, setArrivals] = useState<Arrivals | null>(null);
  const known = arrivals?.list === list ? arrivals.cameAt : null;
  useEffect(() => {
    const now = performance.now();
    const cameAt = new Map(rows.map(({ id }) => [id, known === null ? null : known.has(id) ? (known.get(id) ?? null) : now]));
    const isSame = known !== null && known.size === cameAt.size && rows.every(({ id }) => known.get(id) === cameAt.get(id));
    if (!isSame) setArrivals({ list, cameAt });
    const waiting = [...cameAt.values()].filter((at) => at !== null);
    if (waiting.length === 0) return;
    const settle = () => {
      const then = performance.now();
      setArrivals({ list, cameAt: new Map([...cameAt].map(([id, at]) => [id, at !== null && then - at < SETTLE_MS ? at : null])) });
    };
    const timer = setTimeout(settle, Math.max(0, Math.min(...waiting) + SETTLE_MS - now));
    return () => clearTimeout(timer);
  }, [list, rows, known]);
  return known === null ? rows : rows.filter(({ id }) => known.get(id) === null);
}
