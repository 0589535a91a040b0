import type { Kysely } from "kysely";
import type { TimelineAnswer, TimelineSpan } from "@/lib/contract/answers/history";
import type { TimelineQuery } from "@/lib/contract/url/history-query";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import { noCounts, stateOfCode } from "@/lib/domain/verdict/state-code";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HistorySchema } from "@/lib/server/history/schema";
import { STORED_PARTS } from "@/lib/server/history/stored";
import type { Sight } from "./activity";
import type { Coverage } from "./coverage";
import type { Ending } from "./endings";
import { findingsInSight } from "./findings-in-sight";
import { happenedRow, transitions, WITHIN_THE_RECORD } from "./happened";
import { type Incarnation, incarnationsOf } from "./incarnations";
import { machineIncidentMarkers } from "./incident-markers";
import { lastVersions } from "./last-row";
import { lossRow } from "./losses";
import { markersIn } from "./markers";
import { fallsOf, watchedInDay } from "./row-bands";
import { joined, type Span } from "./spans";
import { sinceOfVersions } from "./state-since";
import { cut, type LaneVersion, lanesOf, timeInState } from "./swimlanes";
import { wholeEntry } from "./whole-entry";

const VERSIONS_AT_MOST = 5_000;
const CHANGES_AT_MOST = 500;
/** What goes on at the window's beginning is told since when: so many versions before it are looked through. */
const EARLIER_VERSIONS = 50;

export interface TimelineParts {
  readonly query: TimelineQuery;
  readonly span: Span;
  readonly scope: Scope;
  readonly coverage: Coverage;
  /** What the server itself sees. */
  readonly recorder: Scope | null;
  /** The live fleet: its istiod decides how localities are read. */
  readonly fleet: Pick<FleetReader, "clusters" | "worldOf">;
}

/** Everything about one name. A name that was never recorded in sight has no incarnation. */
export async function timelineOf(database: Kysely<HistorySchema>, { query, span, scope, coverage, recorder, fleet }: TimelineParts): Promise<TimelineAnswer> {
  const picked = { clusters: [query.cluster], namespaces: [query.ns] };
  const gaps = coverage.gaps(span, scope, picked);
  const recorded = coverage.recorded();
  const nothing = { ...span, ...NOTHING, gaps, recorded };
  if (!isInScope(scope, query.cluster, "workloadentries", query.ns)) return nothing;
  const all = await incarnationsOf(database, query, span.to);
  const shown = all.find(({ uid }) => uid === query.uid) ?? (query.uid === "" ? all[0] : undefined);
  if (shown === undefined) return { ...nothing, incarnations: all.map(withoutNumbers) };
  const [versions, happened, markers, incidents, falls, last, found] = await Promise.all([
    versionsOf(database, shown.subject, span),
    changesOf(
      database,
      all.map(({ subject }) => subject),
      span,
    ),
    markersIn(database, { ...picked, group: shown.group }, span, scope),
    machineIncidentMarkers(database, { cluster: query.cluster, uid: shown.uid }, span),
    fallsOf(database, [shown.subject], span.to),
    lastOf(database, shown, span.to, fleet),
    foundOf(database, query, span, { scope, recorder }),
  ]);
  const renewals = happened.filter(({ type, uid }) => type === "renewed" && uid === shown.uid).map(({ at }) => at);
  const begun = Math.min(span.from, versions[0]?.from ?? span.from);
  const lanes = lanesOf(versions, span, begun < span.from ? coverage.gaps({ from: begun, to: span.to }, scope, picked) : gaps, renewals);
  const flapsObservedMs = watchedInDay(coverage, { cluster: query.cluster, namespace: query.ns }, shown.from, span.to, shown.endedAt ?? span.to);
  const seen = { from: span.from, to: Math.min(span.to, recorded.asOf) };
  return {
    ...nothing,
    incarnations: all.map(withoutNumbers),
    last,
    existence: all.flatMap((one) => cut(existenceOf(one), joined(gaps.filter(({ blindTo }) => blindTo.length === 0)), span)).reverse(),
    ...lanes,
    changes: [...happened.flatMap((row) => happenedRow(row) ?? []), ...found].sort((a, b) => b.at - a.at),
    markers: [...markers.filter(({ kind }) => kind !== "losses"), ...incidents],
    timeInState: timeInState(lanes.state, seen),
    flaps24h: flapsObservedMs === 0 ? null : (falls.get(shown.subject) ?? 0),
    flapsObservedMs,
    confirmedAt: versions.reduce<number | null>((latest, { confirmedAt }) => (confirmedAt === null ? latest : Math.max(latest ?? 0, confirmedAt)), null),
  };
}

const NOTHING = {
  incarnations: [],
  last: null,
  existence: [],
  connection: [],
  health: [],
  state: [],
  changes: [],
  markers: [],
  timeInState: noCounts(),
  flaps24h: null,
  flapsObservedMs: 0,
  confirmedAt: null,
};

function withoutNumbers({ subject: _, group: __, ...incarnation }: Incarnation): TimelineAnswer["incarnations"][number] {
  return incarnation;
}

async function versionsOf(database: Kysely<HistorySchema>, subject: number, { from, to }: Span): Promise<LaneVersion[]> {
  const newest = database
    .selectFrom("version")
    .innerJoin("subject", "subject.id", "version.subject_id")
    .innerJoin("shape", "shape.id", "version.shape_id")
    .select(["cluster", "namespace", "name", "uid", ...STORED_PARTS, "state", "vouched", "connection", "confirmed_at", "valid_from", "valid_to", "not_before"])
    .select(["subject_id", "state_at", "state_not_before"])
    .where("subject_id", "=", subject)
    .orderBy("valid_from", "desc")
    .orderBy("version.id", "desc");
  const [within, earlier] = await Promise.all([
    newest
      .where("valid_from", "<=", to)
      .where(({ or, eb }) => or([eb("valid_to", "is", null), eb("valid_to", ">=", from)]))
      .limit(VERSIONS_AT_MOST)
      .execute(),
    newest.where("valid_from", "<", from).where("valid_to", "<", from).limit(EARLIER_VERSIONS).execute(),
  ]);
  const rows = [...earlier.reverse(), ...within.reverse()];
  const [first] = rows;
  const sinceOf = await sinceOfVersions(database, first === undefined ? [] : [first], first?.valid_from ?? from);
  return rows.map((row) => ({
    from: row.valid_from,
    since: sinceOf(row),
    // What ended after the window went on in it.
    to: row.valid_to !== null && row.valid_to > to ? null : row.valid_to,
    fromAtLeast: row.not_before !== null,
    entry: wholeEntry(row),
    state: stateOfCode(row.state) ?? "unreadable",
    vouched: row.vouched === 1,
    connection: row.connection,
    confirmedAt: row.confirmed_at,
  }));
}

function changesOf(database: Kysely<HistorySchema>, subjects: readonly number[], { from, to }: Span) {
  return transitions(database)
    .where("transition.subject_id", "in", [...subjects])
    .where("at", ">=", from)
    .where("at", "<=", to)
    .orderBy("at", "desc")
    .orderBy("transition.id", "desc")
    .limit(CHANGES_AT_MOST)
    .execute();
}

/** What rules found about entries of the name. */
async function foundOf(database: Kysely<HistorySchema>, { cluster, ns, name }: TimelineQuery, { from, to }: Span, { scope, recorder }: Sight) {
  const rows = await transitions(database)
    .where(findingsInSight(scope, recorder, { clusters: [cluster], namespaces: [ns] }))
    .where(WITHIN_THE_RECORD)
    .where("subject.name", "=", name)
    .where("at", ">=", from)
    .where("at", "<=", to)
    .orderBy("at", "desc")
    .limit(CHANGES_AT_MOST)
    .execute();
  return rows.flatMap((row) => happenedRow(row) ?? []).filter(({ about }) => about?.kind === "WorkloadEntry");
}

function existenceOf({ uid, from, fromAtLeast, endedAt, cause, planned }: Incarnation): TimelineSpan {
  const state = endedAt === null || planned ? "unchecked" : "vanished";
  return { from, to: endedAt, fromAtLeast, value: uid, state, detail: cause, marks: [] };
}

/** The entry as it last was, where it is no more. */
async function lastOf(
  database: Kysely<HistorySchema>,
  { subject, endedAt }: Incarnation,
  until: number,
  live: TimelineParts["fleet"],
): Promise<TimelineAnswer["last"]> {
  if (endedAt === null) return null;
  const [last, ending] = await Promise.all([
    lastVersions(database, [subject], until, live),
    transitions(database)
      .select("transition.subject_id")
      .where("transition.subject_id", "=", subject)
      .where("type", "=", "ended")
      .orderBy("at", "desc")
      .orderBy("transition.id", "desc")
      .executeTakeFirst(),
  ]);
  const known: Ending | undefined = ending;
  return known === undefined ? null : lossRow(known, last.get(subject), undefined);
}
