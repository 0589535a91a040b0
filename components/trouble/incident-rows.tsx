"use client";

import { clsx } from "clsx";
import { useMemo } from "react";
import { IncidentChartNumber } from "@/components/state/incident-number";
import { StateIcon } from "@/components/state/state-icon";
import { Sentence } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { ClusterName, clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { Mono } from "@/components/table/mono";
import { OrderPill } from "@/components/table/order-pill";
import { Age } from "@/components/table/times";
import { useRowOrder } from "@/components/table/use-row-order";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { pagePaths } from "@/lib/contract/url/paths";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { incidentLook } from "@/lib/domain/incidents/chart-number";
import { formatDateTime } from "@/lib/format/clock";
import { incidentRowState, incidentRowText, incidentStart, incidentsAside, noIncidentText } from "@/lib/format/incident-row";
import { incidentTitleText } from "@/lib/format/incident-title";
import { formatNumber } from "@/lib/format/text/numbers";
import type { ReachableFleet } from "./counted-fleet";
import { NonShrinkingList } from "./steady-rows";
import { type FleetIncidentRows, type FleetIncidentsState, MOST_INCIDENTS } from "./use-fleet-incidents";

interface IncidentRowsProps {
  readonly incidents: FleetIncidentsState;
  /** The number of each incident in the page's chart, by incident key; null = not loaded yet. */
  readonly numbers: ReadonlyMap<string, number> | null;
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
  /** True if no machine of the page is in trouble. */
  readonly isCalm: boolean;
  /** The reachable clusters, if not all are, and the tense for them. */
  readonly counted: Pick<ReachableFleet, "reached" | "notReached" | "tense">;
}

interface NumberedRow extends IncidentRow {
  readonly cluster: string;
  readonly number: number | null;
}

/** The section with the worst open and recovering incidents and a link to the others. It never shrinks, so that sections below stay in place. */
export function IncidentRows({ incidents, numbers, query, isCalm, counted: { reached, notReached, tense } }: IncidentRowsProps) {
  const known = typeof incidents === "string" ? null : incidents;
  const active = known?.active;
  const rows = useMemo(
    () => (active ?? []).map((row): NumberedRow => ({ ...row, cluster: row.title.cluster, number: numbers?.get(row.id) ?? null })),
    [active, numbers],
  );
  const order = useRowOrder(rows, { list: query, tierOf: ({ tier }) => tier });
  const shown = order.rows.slice(0, MOST_INCIDENTS);
  const more = order.rows.length - shown.length;
  return (
    <Section
      name="incidents"
      title="Incidents"
      isTight
      aside={
        <span className="inline-flex items-baseline gap-3">
          <OrderPill order={order} className="-my-1.5" />
          {known !== null && (
            <span>
              {/* It arrives after the page. On a phone it would add a line. */}
              {shown.some(({ number }) => number !== null) && <span className="max-desk:hidden">numbered by start · </span>}
              {incidentsAside(knownCounts(known, notReached), tense)}
            </span>
          )}
        </span>
      }
    >
      <NonShrinkingList list={query} rows={shown.length}>
        {incidents === "reading" && (
          <p data-reading="incidents" className="h-row pt-1.5 text-ink-3">
            Reading incidents
          </p>
        )}
        {incidents === "unknown" && <p className="h-row pt-1.5 text-blind">Incidents are not known: the history is not recorded.</p>}
        {known !== null && shown.length === 0 && (
          <p className="flex h-row items-center gap-2 border-b border-line text-ink-2">
            <StateIcon state="healthy" className={tense.past || !isCalm ? "text-ink-3" : "text-good"} />
            {noIncidentText(isCalm, tense, reached)}
          </p>
        )}
        {shown.length > 0 && (
          <DataTable
            caption="Incidents"
            columns={COLUMNS}
            rows={shown}
            total={shown.length}
            order={{ ...order, rows: shown }}
            signatureOf={signatureOf}
            headless
            keys
          />
        )}
      </NonShrinkingList>
      {more > 0 && (
        <p className="pt-1.5 text-s">
          <Link href={pagePaths.incidents(query)} prefetch={false} className="text-ink-2">
            {formatNumber(more)} more
          </Link>
        </p>
      )}
    </Section>
  );
}

/** Counts incidents by state. An incident in an unreachable cluster has an unknown state. */
function knownCounts({ head, active }: FleetIncidentRows, notReached: ReachableFleet["notReached"]) {
  const hidden = active.filter(({ title }) => notReached.some(({ cluster }) => cluster === title.cluster));
  const hiddenOpen = hidden.filter(({ state }) => state === "open").length;
  return { ...head, open: head.open - hiddenOpen, recovering: head.recovering - (hidden.length - hiddenOpen), notKnown: hidden.length };
}

function signatureOf({ state, title, worst }: NumberedRow): string {
  const { size, why } = incidentRowText(title, worst);
  return [state, size, why].join(" ");
}

const COLUMNS: readonly Column<NumberedRow>[] = [
  { key: "state", head: "STATE", shown: "always", room: "tablet", cell: (row) => <State row={row} /> },
  clusterColumn(),
  { key: "subject", head: "INCIDENT", shown: "always", wraps: true, cell: (row) => <Subject row={row} /> },
  { key: "size", head: "MACHINES", shown: "always", room: "tablet", cell: ({ title }) => <Size title={title} /> },
  { key: "why", head: "WHY", shown: "always", room: "tablet", fills: true, cell: (row) => <Why row={row} /> },
  { key: "key", head: "KEY", shown: "always", room: "desk", yields: 1, cell: ({ id }) => <Mono faint>{id}</Mono> },
  { key: "began", head: "BEGAN", shown: "always", room: "desk", yields: 2, align: "end", cell: (row) => <Start row={row} /> },
  { key: "age", head: "AGE", shown: "always", align: "end", cell: (row) => <IncidentAge row={row} /> },
];

interface RowProps {
  readonly row: NumberedRow;
}

function StateWord({ row: { title } }: RowProps) {
  const tense = useTense(title.cluster);
  const zone = useZone();
  const isPast = usePast() !== null;
  const state = useOfNow((now) => JSON.stringify(incidentRowState(title, { tense, now, zone, isPast })));
  const { word, tone }: ReturnType<typeof incidentRowState> = JSON.parse(state);
  return <span className={clsx("font-medium", toneText[tone])}>{word}</span>;
}

function State({ row }: RowProps) {
  return (
    <span data-incident={row.id} data-state={row.state} className="inline-flex items-center gap-2 align-middle min-[1100px]:min-w-[104px]">
      <IncidentChartNumber number={row.number} look={incidentLook(row.title)} />
      <StateWord row={row} />
    </span>
  );
}

/** On a phone, all other cells are below the subject. The height stays the same while their texts change. */
function Subject({ row }: RowProps) {
  const { id, title } = row;
  return (
    <span className="block max-desk:h-[54px] max-desk:overflow-hidden max-desk:leading-[18px] desk:contents">
      <span className="flex items-baseline gap-2 desk:contents">
        <span className="flex self-center desk:hidden">
          <IncidentChartNumber number={row.number} look={incidentLook(title)} />
        </span>
        <span className="min-w-0">
          <Link
            href={pagePaths.incident(id)}
            prefetch={false}
            data-row-link=""
            title={incidentTitleText(title)}
            className="font-medium text-ink max-desk:wrap-anywhere desk:inline-block desk:max-w-[24em] desk:truncate desk:align-middle desk:group-data-tight/table:max-w-[16em]"
          >
            <Sentence of={title}>{incidentRowText(title).subject}</Sentence>
          </Link>{" "}
          <span className="desk:hidden">
            <Size title={title} /> <ClusterName cluster={title.cluster} />
          </span>
        </span>
      </span>
      <span className="ml-[26px] line-clamp-2 text-s/[18px] wrap-anywhere text-ink-2 desk:hidden">
        <StateWord row={row} /> · <Mono faint>{id}</Mono> <Why row={row} isBelow />
      </span>
    </span>
  );
}

function Size({ title }: Pick<IncidentRow, "title">) {
  const { size, tone } = incidentRowText(title);
  return <span className={toneText[tone]}>{size}</span>;
}

function Why({ row: { title, worst, isPartial }, isBelow = false }: RowProps & { readonly isBelow?: boolean }) {
  const { why } = incidentRowText(title, worst);
  const partial = isPartial ? "also outside your view" : "";
  return (
    <span className="text-ink-2" title={why}>
      {isBelow && why !== "" && "· "}
      {why}
      {partial !== "" && <span className="text-ink-3">{`${why === "" ? "" : " · "}${partial}`}</span>}
    </span>
  );
}

function Start({ row: { title } }: RowProps) {
  const zone = useZone();
  const text = useOfNow((now) => incidentStart(title.since, { now, zone }));
  return (
    <time dateTime={new Date(title.since).toISOString()} title={formatDateTime(title.since, zone)} className="font-mono text-s text-ink-2">
      {text}
    </time>
  );
}

function IncidentAge({ row: { title, foundAtStart } }: RowProps) {
  return (
    <span className="inline-block min-w-10 text-ink-2">
      <Age at={title.since} atLeast={foundAtStart || title.notBefore !== null} atMost={title.notBefore} />
    </span>
  );
}
