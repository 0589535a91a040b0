"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect, useState } from "react";
import { IncidentChartNumber } from "@/components/state/incident-number";
import { Sentence } from "@/components/state/statement";
import { cellKind, toneText } from "@/components/state/tone";
import { type CellRun, cellIndexesOfRun, ribbonRuns, scaleRuns } from "@/components/strip/cell-runs";
import { ClusterName } from "@/components/table/cluster-name";
import { Age } from "@/components/table/times";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import type { PageFleet } from "@/components/trouble/counted-fleet";
import { GroupTroubleAge, GroupTroubleBadge, GroupTroubleReasonText, machinesInTroubleText } from "@/components/trouble/trouble-status";
import type { FleetIncidentsState } from "@/components/trouble/use-fleet-incidents";
import type { LossesByGroup } from "@/components/trouble/use-fleet-losses";
import { useNow } from "@/lib/client/clock";
import { useCellFreshness } from "@/lib/client/not-verified";
import { usePast } from "@/lib/client/past";
import type { GroupWithoutIncident } from "@/lib/contract/views/fleet";
import type { GroupRow } from "@/lib/contract/views/groups";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { incidentLook } from "@/lib/domain/incidents/chart-number";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import { incidentRowState, incidentRowText } from "@/lib/format/incident-row";
import { joinParts } from "@/lib/format/text/lists";
import { momentOf } from "@/lib/format/text/tense";
import { wallPart } from "@/lib/format/wall-words";

/** If there are too many cards for the screen, the next ones follow after this time. Milliseconds. */
const PART_MS = 15_000;

/** A card of a wall display: an incident with its number in the chart, or a group in trouble that no open incident contains. */
export type WallCard = { readonly id: string; readonly tier: number } & (
  | { readonly incident: IncidentRow; readonly number: number | null; readonly group: GroupRow | null }
  | { readonly incident: null; readonly group: GroupWithoutIncident }
);

/** Sort order after the tiers of incidents: recovering incidents without a machine in trouble, then groups. */
const [TIER_BACK, TIER_GROUP] = [5, 6];

/**
 * Returns the cards of a wall display: open and recovering incidents, then groups in trouble that none of them contains. While incidents are unknown,
 * all groups in trouble. Incidents during maintenance have no card.
 */
export function wallCards(
  { head: { withoutIncident }, rows }: Pick<PageFleet, "head" | "rows">,
  incidents: FleetIncidentsState,
  numbers: ReadonlyMap<string, number> | null,
): readonly WallCard[] {
  const active = typeof incidents === "string" ? [] : incidents.active;
  const groups = withoutIncident.rows.filter(({ quietIncident }) => quietIncident?.state !== "planned");
  return [
    ...active.map((incident): WallCard => {
      const { id, tier } = incident;
      return { id, tier: tier ?? TIER_BACK, incident, number: numbers?.get(id) ?? null, group: onlyGroup(incident, rows) };
    }),
    ...groups.map((group): WallCard => ({ id: group.id, tier: TIER_GROUP, incident: null, group })),
  ];
}

function onlyGroup({ title }: IncidentRow, groups: readonly GroupRow[]): GroupRow | null {
  const [only, ...others] = title.groups;
  if (only === undefined || others.length + title.moreGroups > 0) return null;
  return groups.find(({ cluster, namespace, name }) => cluster === title.cluster && `${namespace}/${name}` === only) ?? null;
}

interface WallCardsProps {
  readonly cards: readonly WallCard[];
  /** Ids of cards whose incident has ended. They stay until the order changes, so that cards do not move. */
  readonly gone: ReadonlySet<string>;
  readonly losses: LossesByGroup;
}

/** Incidents and groups in trouble, two cards per row. A wall display does not scroll, so that a long list takes turns. */
export function WallCards({ cards, gone, losses }: WallCardsProps) {
  const { shown, text } = wallPart(cards, usePartTurn());
  return (
    <div className="relative min-h-0 flex-1">
      <ul
        key={text}
        aria-label="Trouble"
        className="grid h-full grid-cols-1 gap-x-8 motion-safe:animate-[appear_.3s_ease-out] desk:grid-cols-2 desk:grid-rows-2"
      >
        {shown.map((card) =>
          card.incident === null ? (
            <GroupCard key={card.id} row={card.group} losses={losses} isGone={gone.has(card.id)} />
          ) : (
            <IncidentCard key={card.id} row={card.incident} number={card.number} group={card.group} isGone={gone.has(card.id)} />
          ),
        )}
      </ul>
      {text !== "" && <p className="absolute right-0 bottom-0 bg-paper pl-2 text-[0.73rem] text-ink-3 tabular-nums">{text}</p>}
    </div>
  );
}

function usePartTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), PART_MS);
    return () => clearInterval(timer);
  }, []);
  return turn;
}

interface CardProps {
  readonly mark: ReactNode;
  readonly subject: ReactNode;
  readonly size: ReactNode;
  readonly age: ReactNode;
  readonly reason: ReactNode;
  readonly strip: ReactNode;
  readonly isGone: boolean;
  readonly data: Readonly<Record<`data-${string}`, string>>;
}

function Card({ mark, subject, size, age, reason, strip, isGone, data }: CardProps) {
  return (
    <li className={clsx("flex min-h-0 flex-col overflow-hidden border-t border-line-2 pt-[0.5rem]", isGone && "opacity-50")} {...data}>
      <div className="flex items-center gap-[0.6em] text-[1.03rem] whitespace-nowrap">
        {mark}
        <b className="max-w-[66%] shrink-0 truncate font-medium">{subject}</b>
        <span className="min-w-0 truncate">{size}</span>
        <span className="ml-auto shrink-0 pl-2 text-ink-2 tabular-nums">{age}</span>
      </div>
      <p className="mt-[0.13rem] mb-[0.43rem] line-clamp-2 shrink-0 text-[0.83rem] text-ink-2">{reason}</p>
      {strip}
    </li>
  );
}

/** The heading of a card, with the cluster if the viewer has several. */
function Subject({ cluster, children }: { readonly cluster: string; readonly children: ReactNode }) {
  return (
    <>
      {children} <ClusterName cluster={cluster} className="text-[0.83rem] font-normal text-ink-3" />
    </>
  );
}

interface IncidentCardProps {
  readonly row: IncidentRow;
  readonly number: number | null;
  readonly group: GroupRow | null;
  readonly isGone: boolean;
}

function IncidentCard({ row, number, group, isGone }: IncidentCardProps) {
  const { title, foundAtStart, id } = row;
  const { subject, size, why, tone } = incidentRowText(title, row.worst);
  const more = joinParts([why, row.isPartial ? "also outside your view" : ""], " · ");
  const tense = useTense(title.cluster);
  const state = incidentRowState(title, { tense, now: momentOf(tense, useNow()), zone: useZone(), isPast: usePast() !== null });
  return (
    <Card
      isGone={isGone}
      data={{ "data-incident": id }}
      mark={<IncidentChartNumber number={number} look={incidentLook(title)} />}
      subject={
        <Subject cluster={title.cluster}>
          <Sentence of={title}>{subject}</Sentence>
        </Subject>
      }
      size={<span className={toneText[tone]}>{size}</span>}
      age={<Age at={title.since} atLeast={foundAtStart || title.notBefore !== null} />}
      reason={
        <>
          <span className={toneText[state.tone]}>{state.word}</span>
          {more !== "" && ` · ${more}`}
        </>
      }
      strip={<WallStrip cluster={title.cluster} runs={group === null ? machinesInTroubleRuns(row) : ribbonRuns({ ...group, counts: group.rollUp.counts })} />}
    />
  );
}

function GroupCard({ row, losses, isGone }: { readonly row: GroupWithoutIncident; readonly losses: LossesByGroup; readonly isGone: boolean }) {
  const { cluster, namespace, name, quietIncident } = row;
  const isQuiet = quietIncident?.state === "long-running";
  return (
    <Card
      isGone={isGone}
      data={{ "data-group": `${namespace}/${name}` }}
      mark={isQuiet && <IncidentChartNumber number={null} look="long-running" />}
      subject={<Subject cluster={cluster}>{`${namespace} / ${name || "no group"}`}</Subject>}
      size={
        <>
          {machinesInTroubleText(row)} <GroupTroubleBadge row={row} lost={losses.countOf(row)} />
        </>
      }
      age={<GroupTroubleAge row={row} losses={losses} />}
      reason={
        <>
          {isQuiet && "Long-running · "}
          <GroupTroubleReasonText row={row} losses={losses} />
        </>
      }
      strip={<WallStrip cluster={cluster} runs={ribbonRuns({ ...row, counts: row.rollUp.counts })} />}
    />
  );
}

/** Cells for the machines in trouble of an incident with several groups. The incident has no counts of the other machines. */
function machinesInTroubleRuns({ title: { lost, failed, unverified } }: IncidentRow): readonly CellRun[] {
  const kinds = [
    ["vanished", lost, "lost"],
    ["unhealthy", failed, null],
    ["unverified", unverified, null],
  ] as const;
  return kinds.flatMap(([state, count, away], index) =>
    count === 0 ? [] : [{ state, states: [state], vouched: true, from: kinds.slice(0, index).reduce((sum, [, before]) => sum + before, 0), count, away }],
  );
}

/** Two lines of cells at 16:9. A larger group is scaled down in proportion. */
const MOST_CELLS = 70;

function WallStrip({ cluster, runs }: { readonly cluster: string; readonly runs: readonly CellRun[] }) {
  const freshness = useCellFreshness(cluster);
  return (
    <div aria-hidden="true" className="flex min-h-0 flex-wrap gap-[0.1rem] overflow-hidden">
      {scaleRuns(runs, MOST_CELLS).flatMap((run) => {
        const kind = cellKind(shownVerdict(run, freshness));
        return cellIndexesOfRun(run).map((place) => <i key={place} className={clsx("cell", kind)} />);
      })}
    </div>
  );
}
