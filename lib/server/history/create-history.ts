import { setTimeout as wait } from "node:timers/promises";
import type { AuditAnswer } from "@/lib/contract/answers/audit";
import type { EarlierIncidentsAnswer } from "@/lib/contract/answers/earlier-incidents";
import type { FindingChanges } from "@/lib/contract/answers/finding-changes";
import type { ActivityAnswer, LossesAnswer, RowStateChartsAnswer, StateChartAnswer, TimelineAnswer } from "@/lib/contract/answers/history";
import type { IncidentNotesAnswer } from "@/lib/contract/answers/incident-notes";
import type { RolloutsAnswer } from "@/lib/contract/answers/rollouts";
import type { ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import type {
  ActivityQuery,
  AuditQuery,
  EarlierIncidentsQuery,
  FindingChangesQuery,
  IncidentNotesQuery,
  LossesQuery,
  RolloutsQuery,
  RowStateChartsQuery,
  ServiceHistoryQuery,
  StateChartQuery,
  TimelineQuery,
} from "@/lib/contract/url/history-query";
import { defaultWindow, formatMoment, type HistoryWindow, windowSpan } from "@/lib/contract/url/history-window";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { Scope } from "@/lib/domain/source/scope";
import { incidentUnknownText, notesOffText } from "@/lib/format/incident-note-text";
import type { Clock } from "@/lib/server/clock";
import { CountedLines } from "@/lib/server/counted-lines";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { Refusal } from "@/lib/server/http/problem";
import { log, thrownFields } from "@/lib/server/log";
import { decideLosses, type LossDecision, refuseUnrecorded } from "./accept-losses";
import type { AuditJournal } from "./audit-journal";
import { countEnd } from "./count-end";
import { EasedAnswers } from "./eased-answers";
import { changeNote, type NoteChange } from "./edit-incident-notes";
import { scaledRule } from "./group-memories";
import type { History, PastFleet, Vanished } from "./history";
import type { HistoryStatus } from "./history-record";
import { beforeRecord, isTookTooLong, notAnswered, notThere, tookTooLong } from "./history-refusals";
import { AuditKeeper, type AuditLine } from "./keep-audit";
import { declaredSize, levelNow, sizeNow } from "./levels-now";
import { LostFleets } from "./lost-fleets";
import type { HistoryDatabase } from "./open-database";
import { openedStatus } from "./opened-status";
import { PastFleets } from "./past-fleets";
import { rememberThen } from "./past-memories";
import { activityPage } from "./queries/activity";
import { auditPage } from "./queries/audit";
import { bandOf } from "./queries/band";
import { clustersThen, lastWatchedAt, type RecordedCluster, recordedClusters, removedClusters } from "./queries/clusters-then";
import { type Coverage, type Picked, readCoverage } from "./queries/coverage";
import { findingChangesIn } from "./queries/finding-changes";
import { hostSharesIn } from "./queries/host-shares";
import { incidentBand, windowAround } from "./queries/incident-band";
import { incidentNotes, requireNoteAccess } from "./queries/incident-notes";
import {
  type EndedIncidentsQuery,
  earlierCase,
  earlierIncidents,
  endedIncidentsPage,
  type IncidentDetail,
  type IncidentsPage,
  incidentOfKey,
  incidentSight,
  incidentsOpenAt,
  wholeIncident,
} from "./queries/incidents";
import { type KeptToken, lastTokenIn, type TokenGroup } from "./queries/last-token";
import { leftTraits } from "./queries/left-traits";
import { loadFleet } from "./queries/load-fleet";
import { type LossParts, lossesIn } from "./queries/losses";
import { logBegins, recordedSince } from "./queries/record-began";
import { lastReplicaEvent } from "./queries/replica-events";
import { rolloutsAnswer } from "./queries/rollouts";
import { entryBands, groupBands } from "./queries/row-bands";
import type { Span } from "./queries/spans";
import { timelineOf } from "./queries/timeline";

export interface HistoryParts {
  /** Null where nothing is to be remembered. */
  readonly database: HistoryDatabase | null;
  readonly status: () => HistoryStatus;
  /** The live fleet. */
  readonly fleet: FleetReader;
  /** Calls the listener each time the database accepts records again. */
  readonly onRecording?: (listener: () => void) => void;
  /** Receives each audit line with its time in milliseconds. */
  readonly onAudit?: (line: AuditLine, at: number) => void;
  /** Stores audit lines that wait for the database. Null or absent = in memory. */
  readonly journal?: AuditJournal | null;
  readonly clock?: Pick<Clock, "setTimer">;
  /** Faster clocks shorten the durations by which sizes are learned. */
  readonly timeScale?: number;
  /** Brings the losses of the live fleet up to date. Absent = they always are. */
  readonly memories?: { settle(): Promise<void> };
  /** So many days things are kept, where that is told. */
  readonly days?: number;
}

/** The window of a query, and the change that decides it if the query has none. Milliseconds. */
interface AskedWindow {
  readonly window: HistoryWindow | null;
  readonly at: number | null;
  readonly change?: number | null;
}

/** What a window is resolved to, with who was looked at in it. */
interface Asked {
  readonly database: HistoryDatabase["read"];
  readonly span: Span;
  readonly coverage: Coverage;
  /** True where the window ends now: then the live fleet tells what is there at its end. */
  readonly endsNow: boolean;
}

/** The memory as the routes and the first paint ask it. */
export function createHistory(parts: HistoryParts): History {
  return new Memory(parts);
}

/** A new incident is stored within one second. It is looked for as often as this, with this pause in milliseconds. */
const STORE_TRIES = 10;
const STORE_WAIT_MS = 250;

class Memory implements History {
  readonly #past: PastFleets;
  readonly #lost: LostFleets;
  readonly #eased = new EasedAnswers<RolloutsAnswer>(() => performance.now());
  readonly #beingAnswered = new Set<Promise<unknown>>();
  readonly #audit: AuditKeeper;
  /** Reads that the database refused or did not answer, for the log. */
  readonly #unanswered: CountedLines<unknown> | null;
  #ended = false;

  constructor(private readonly parts: HistoryParts) {
    this.#unanswered = parts.clock === undefined ? null : new CountedLines(parts.clock, logUnanswered);
    const rule = scaledRule(parts.timeScale ?? 1);
    this.#past = new PastFleets((at) => this.#read(async (database) => rememberThen(await loadFleet(database, at, parts.fleet), database, at, rule)));
    this.#lost = new LostFleets(parts.fleet);
    this.#audit = new AuditKeeper(parts);
    parts.onRecording?.(() => void this.#audit.settle());
  }

  status(): HistoryStatus {
    return this.parts.status();
  }

  band(query: StateChartQuery, scope: Scope): Promise<StateChartAnswer> {
    if (query.incident !== undefined) return this.#incidentBand({ ...query, incident: query.incident }, scope);
    return this.#ask(query, async ({ database, span, coverage, endsNow }) => {
      // A page of the past has the sizes of then. It has read that fleet already.
      const { fleet } = query.at === null ? this.parts : await this.#past.at(span.to, span.to < coverage.recorded().asOf);
      return bandOf(database, {
        picked: picked(query),
        span,
        width: query.width,
        scope,
        coverage,
        sizeNow: (series) => sizeNow(fleet, series),
        levelNow: endsNow ? (series) => levelNow(this.parts.fleet, series) : null,
        readSize: declaredSize,
      });
    });
  }

  async #incidentBand({ incident: key, window, at, width }: StateChartQuery & { readonly incident: string }, scope: Scope): Promise<StateChartAnswer> {
    const found = await this.#storedIncident(key, scope);
    if (found === null || "movedTo" in found) throw new Refusal(404, "Not there", incidentUnknownText(), "incident");
    const end = Math.min(at ?? this.parts.fleet.now(), this.parts.fleet.now());
    const { incident } = found;
    const around: HistoryWindow = { kind: "between", ...windowAround(incident, end) };
    return this.#ask({ window: window ?? around, at }, ({ database, span, coverage }) => incidentBand(database, { incident, span, width, scope, coverage }));
  }

  /** A new incident is in memory for about a second before it is stored: its page may request the chart earlier. */
  async #storedIncident(key: string, scope: Scope) {
    const isUnstored = async () => this.parts.fleet.incidentMemory?.find(key)?.key === key && (await this.wholeIncident(key)) === null;
    for (let tries = 0; tries < STORE_TRIES && (await isUnstored()); tries++) await wait(STORE_WAIT_MS);
    return this.incident(key, scope);
  }

  rows(query: RowStateChartsQuery, scope: Scope): Promise<RowStateChartsAnswer> {
    return this.#ask(query, async ({ database, span, coverage }) => {
      const parts = { ids: query.id, span, buckets: query.buckets, scope, coverage };
      const rows = await (query.kind === "entries" ? entryBands(database, parts) : groupBands(database, parts));
      return { ...span, rows, recorded: coverage.recorded() };
    });
  }

  losses(query: LossesQuery, scope: Scope): Promise<LossesAnswer> {
    return this.#ask(query, async ({ database, span, coverage, endsNow }) => {
      // The answer states how long each loss counted: the live fleet reads that from the history a moment later.
      if (endsNow) await this.parts.memories?.settle();
      const { fleet } = endsNow ? this.parts : await this.#past.at(span.to, span.to < coverage.recorded().asOf);
      const left = leftTraits(fleet, picked(query), scope);
      const countedUntil: LossParts["countedUntil"] = (machine, endedAt) => countEnd(fleet, machine, endedAt);
      return lossesIn(database, { picked: picked(query), span, limit: query.limit, scope, coverage, fleet, left, countedUntil });
    });
  }

  timeline(query: TimelineQuery, scope: Scope): Promise<TimelineAnswer> {
    return this.#ask(query, ({ database, span, coverage }) =>
      timelineOf(database, { query, span, coverage, fleet: this.parts.fleet, ...this.#sightOf(scope) }),
    );
  }

  host(query: ServiceHistoryQuery, scope: Scope): Promise<ServiceHistoryAnswer> {
    return this.#ask(query, ({ database, span, coverage }) => hostSharesIn(database, { query, span, scope, coverage }));
  }

  findings(query: FindingChangesQuery, scope: Scope): Promise<FindingChanges> {
    return this.#ask(query, async ({ database, span, coverage }) => {
      return { ...(await findingChangesIn(database, { query, span, ...this.#sightOf(scope) })), recorded: coverage.recorded() };
    });
  }

  activity(query: ActivityQuery, scope: Scope): Promise<ActivityAnswer> {
    return this.#ask(query, async ({ database, span, coverage }) => {
      const gaps = coverage.gaps(span, scope, picked(query));
      const told = { ...span, from: await logBegins(database, span.from) };
      return { ...span, ...(await activityPage(database, query, told, this.#sightOf(scope))), gaps, recorded: coverage.recorded() };
    });
  }

  keepAudit(line: AuditLine): void {
    const at = this.parts.fleet.now();
    this.#audit.keep(line, at);
    this.parts.onAudit?.(line, at);
  }

  async decideLosses(decision: LossDecision): Promise<void> {
    refuseUnrecorded(this.status());
    const { database, fleet, memories = { settle: () => Promise.resolve() } } = this.parts;
    await this.#read(async () => {
      if (database !== null) await decideLosses({ write: database.write, fleet, memories }, decision);
    });
  }

  endedIncidents(query: EndedIncidentsQuery, scope: Scope): Promise<IncidentsPage> {
    return this.#read((database) => endedIncidentsPage(database, query, incidentSight(this.parts.fleet, scope)));
  }

  incident(key: string, scope: Scope): Promise<IncidentDetail | { readonly movedTo: string } | null> {
    return this.#read((database) => incidentOfKey(database, key, incidentSight(this.parts.fleet, scope)));
  }

  wholeIncident(key: string): Promise<Incident | null> {
    return this.#read((database) => wholeIncident(database, key));
  }

  incidentsOpenAt(at: number, endedSince = at): Promise<readonly Incident[]> {
    return this.#read(async (database) => {
      const [incidents, removed] = await Promise.all([incidentsOpenAt(database, at, endedSince), removedClusters(database, at)]);
      return incidents.filter(({ clusters }) => !clusters.some((cluster) => removed.has(cluster)));
    });
  }

  earlierIncidents({ key }: EarlierIncidentsQuery, scope: Scope): Promise<EarlierIncidentsAnswer> {
    return this.#read(async (database) => {
      const sight = incidentSight(this.parts.fleet, scope);
      const found = await incidentOfKey(database, key, sight);
      const since = await recordedSince(database);
      if (found === null || "movedTo" in found) return { cases: null, since };
      return { cases: (await earlierIncidents(database, found, sight)).map(earlierCase), since };
    });
  }

  incidentNotes({ key }: IncidentNotesQuery, scope: Scope): Promise<IncidentNotesAnswer> {
    return this.#read((database) => incidentNotes(database, key, scope));
  }

  async changeNote(change: NoteChange, scope: Scope): Promise<string> {
    refuseUnrecorded(this.status(), notesOffText());
    return this.#read(async (read, database) => {
      await requireNoteAccess(read, change, scope);
      return changeNote(database, change, this.parts.fleet.now());
    });
  }

  async lastToken(group: TokenGroup): Promise<KeptToken | null> {
    await this.#audit.settle();
    return this.#read((database) => lastTokenIn(database, group));
  }

  async audit(query: AuditQuery, scope: Scope): Promise<AuditAnswer> {
    await this.#audit.settle();
    const page = await this.#read((database) => auditPage(database, query, scope));
    return { ...page, days: this.parts.days ?? null, unkept: this.#audit.unkept };
  }

  async rollouts(query: RolloutsQuery, scope: Scope): Promise<RolloutsAnswer> {
    // What is heard of a replica in sight makes another answer at once, however dear the one before was. When it is made tells nothing of any other.
    const heard = await this.#read((database) => lastReplicaEvent(database, scope, { clusters: query.cluster, namespaces: query.ns }));
    return this.#eased.ask(JSON.stringify([query, scope.key, heard]), () => this.#rollouts(query, scope));
  }

  #rollouts(query: RolloutsQuery, scope: Scope): Promise<RolloutsAnswer> {
    return this.#ask({ window: null, at: query.at }, async ({ database, span, coverage, endsNow }) => {
      const fleetAt = async (at: number) => (await this.fleetAt(at, scope)).fleet;
      const gapsIn = async (within: Span, place: Picked) =>
        (await readCoverage(database, within, this.status(), this.parts.fleet.now())).gaps(within, scope, place);
      return rolloutsAnswer(database, { query, scope, recorded: coverage.recorded(), gapsIn, end: span.to, endsNow, live: this.parts.fleet, fleetAt });
    });
  }

  async fleetAt(at: number, scope: Scope): Promise<PastFleet> {
    const now = this.parts.fleet.now();
    if (at > now) throw new Refusal(400, "Not yet", `${formatMoment(at)} is still to come.`, "at");
    const coverage = await this.#read((database) => readCoverage(database, { from: at, to: now }, this.status(), now));
    const { gaps, recorded } = coverage.at(at, scope);
    if (recorded.since === null || at < recorded.since) throw new Refusal(404, "Not recorded", beforeRecord(at, recorded.since), "at");
    const [gap] = gaps.filter(({ blindTo }) => blindTo.length === 0);
    if (gap !== undefined) {
      const last = await this.#read((database) => lastWatchedAt(database, [...scope.clusters.keys()], at));
      const when = last === null ? `at ${formatMoment(at)}` : `since ${formatMoment(last)}`;
      throw new Refusal(404, "Not recorded", `The fleet was not known ${when}: ${gap.reason}.`, "at");
    }
    const loaded = await this.#past.at(at, at < recorded.asOf);
    const clusters = await this.#read((database) => clustersThen(database, [...scope.knownClusters], at));
    return { ...loaded, gaps, recorded, clusters };
  }

  clusters(): Promise<readonly RecordedCluster[]> {
    return this.#read((database) => recordedClusters(database, this.parts.fleet.now()));
  }

  vanished(window: HistoryWindow, at: number | null, scope: Scope): Promise<Vanished> {
    return this.#ask({ window, at }, async ({ database, span, coverage, endsNow }) => {
      const lost = await this.#lost.of(database, window, span, endsNow);
      const older = await lost.older(database, span, scope);
      return { ...span, fleet: lost.fleet, lists: lost.lists, older, gaps: coverage.gaps(span, scope), recorded: coverage.recorded() };
    });
  }

  #ask<T>({ window, at, change = null }: AskedWindow, answer: (asked: Asked) => Promise<T>): Promise<T> {
    return this.#read(async (database) => {
      const now = this.parts.fleet.now();
      const end = Math.min(at ?? now, now);
      const since = window === null ? await recordedSince(database) : null;
      const span = windowSpan(window ?? defaultWindow(since, end, change), end);
      const coverage = await readCoverage(database, span, this.status(), now);
      return answer({ database, span, coverage, endsNow: at === null && span.to >= now });
    });
  }

  /** Reads, or says why nothing can be read. */
  async #read<T>(work: (read: HistoryDatabase["read"], database: HistoryDatabase) => Promise<T>): Promise<T> {
    const { database } = this.parts;
    const status = database === null ? this.status() : await openedStatus(() => this.status());
    if (database === null || status.kind === "off" || status.kind === "starting") throw notThere(status);
    if (this.#ended) throw notThere({ kind: "off", reason: "the server is stopping" });
    const answer = work(database.read, database);
    this.#beingAnswered.add(answer);
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const now = this.status();
      // While it is paused its database may not answer; that is told, and is no fault of the question.
      if (now.kind !== "recording" && !isTookTooLong(error)) throw notThere(now);
      const refusal = isTookTooLong(error) ? tookTooLong(error) : notAnswered(error);
      if (refusal !== null) this.#unanswered?.add(refusal.detail, error);
      throw refusal ?? error;
    } finally {
      this.#beingAnswered.delete(answer);
    }
  }

  #sightOf(scope: Scope) {
    return { scope, recorder: this.parts.fleet.findingMemory?.scope ?? null };
  }

  async end(): Promise<void> {
    this.#ended = true;
    this.#audit.stop();
    this.#unanswered?.end();
    await this.#audit.settle();
    await Promise.allSettled(this.#beingAnswered);
  }
}

function logUnanswered(error: unknown, count: number): void {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  log("warn", "the history's database did not answer a read", { ...thrownFields(error), code, ...(count > 1 && { count }) });
}

function picked({ cluster, ns, group }: Pick<StateChartQuery, "cluster" | "ns" | "group">) {
  return { clusters: cluster, namespaces: ns, group };
}
