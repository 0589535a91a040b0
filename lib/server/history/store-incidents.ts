import { type Kysely, type Selectable, sql } from "kysely";
import { formatCauseTraits, incidentJsonFields } from "@/lib/domain/history/incident-parts";
import { currentFormatsOf } from "@/lib/domain/history/stored-format";
import type { Incident, IncidentMember } from "@/lib/domain/incidents/incident";
import { cleanText } from "@/lib/domain/object/clean-text";
import { readFailure } from "./failure";
import { ClaimRace, type MemberRow, memberKey, memberRows, releaseClaims, storeMembers } from "./incident-members";
import type { HistoryDatabase } from "./open-database";
import { type DeletedGroup, groupsDeletedIn } from "./queries/audit";
import { watchedBefore } from "./queries/clusters-then";
import { lastEndedIncidents, openIncidents } from "./queries/incidents";
import type { Span } from "./queries/spans";
import type { HistorySchema } from "./schema";
import { shapeOf } from "./shape-of";
import { storedNumbers } from "./stored";

/** The state of an engine, in its own format. */
interface EngineState {
  readonly format: number;
  readonly body: string;
}

/** The new incidents and changes of one cluster. A report is stored as a whole or not at all. */
export interface IncidentReport {
  readonly cluster: string;
  /** The engine has processed everything up to this moment. Milliseconds. */
  readonly asOf: number;
  /** The incidents that changed since the last report; after a start, all that are not over. */
  readonly incidents: readonly Incident[];
  readonly engine: EngineState;
}

/** The stored state from which an engine continues after a start. */
export interface RestoredIncidents {
  /** Null = none is stored. */
  readonly engine: EngineState | null;
  /** The stored incidents that are not over. The engine's state may lack the newest of them. */
  readonly open: readonly Incident[];
}

/** The past of a cluster's incidents. Milliseconds. */
export interface EarlierIncidents {
  /** The incidents that ended last, the oldest first. */
  readonly ended: readonly Incident[];
  /** The first and the last moment at which its machines were watched; null = never. */
  readonly watched: { readonly from: number; readonly to: number } | null;
  /** The moment from which `ended` is complete. */
  readonly knownSince: number;
  /** Before this moment more incidents may have ended than `ended` has; null = none did. */
  readonly olderThan: number | null;
  /** False = no version of Stolos has ever stored incidents of the cluster. */
  readonly isStored: boolean;
}

type Tables = Kysely<HistorySchema>;
type Row = Selectable<HistorySchema["incident"]>;

/** The most ended incidents that a start reads. Older ones are read when a page asks for them. */
const MOST_ENDED = 200;
/** Two replicas that write at the same moment fail at most once each, as one of them is then done. */
const ATTEMPTS = 5;
/** The name of PostgreSQL's lock for the reports of a cluster. */
const LOCK = 781_205_413;
/** An incident that merged into a merged one: more steps than this are a fault. */
const MOST_MERGES = 10;
/** A replica notices the loss of a watch within this time. A report of that time does not prove that another replica sees the cluster. Milliseconds. */
const SIGHT_SLACK_MS = 60_000;

/**
 * Stores incidents for all replicas that share the history, without a leader. Their engines open the same incidents at slightly different moments, each with its
 * own random key. The first writer's key and moments stay. The identity of an incident are its machines: a machine belongs to one incident that is not over,
 * and to one at each moment of the past.
 */
export class IncidentStore {
  /** The members of the incidents that are not over, as this process stored them last, by the key of the incident. */
  readonly #stored = new Map<string, ReadonlyMap<string, IncidentMember>>();

  constructor(private readonly database: Pick<HistoryDatabase, "engine" | "read" | "write">) {}

  /** Compares all members with the tables again: it may be another database. */
  forget(): void {
    this.#stored.clear();
  }

  /** Returns the stored state of a cluster. Rejects while the database is not open. */
  async restore(cluster: string): Promise<RestoredIncidents> {
    const { read } = this.database;
    const engine = await read.selectFrom("incident_engine").select(["format", "state as body"]).where("cluster", "=", cluster).executeTakeFirst();
    return { engine: engine ?? null, open: await openIncidents(read, cluster) };
  }

  /** Returns what was stored of a cluster before this process started, at `start`. Milliseconds. Rejects while the database is not open. */
  async before(cluster: string, start: number): Promise<EarlierIncidents> {
    const { read } = this.database;
    const [ended, watched] = [await lastEndedIncidents(read, cluster, MOST_ENDED), await watchedBefore(read, cluster, start)];
    const oldest = ended.length === MOST_ENDED ? (ended.at(-1)?.endedAt ?? null) : null;
    const engine = await read.selectFrom("incident_engine").select("id").where("cluster", "=", cluster).executeTakeFirst();
    const knownSince = Math.max(watched?.from ?? start, oldest ?? 0);
    // Others may have ended in the same moment.
    const olderThan = oldest === null ? null : oldest + 1;
    return { ended: [...ended].reverse(), watched, knownSince, olderThan, isStored: engine !== undefined };
  }

  /** Returns the groups of a cluster that users deleted with Stolos, in this process or another one. Milliseconds. */
  groupsDeletedIn(cluster: string, span: Span): Promise<readonly DeletedGroup[]> {
    return groupsDeletedIn(this.database.read, cluster, span);
  }

  /**
   * Stores a report. Returns the keys that other replicas gave to the same incidents, by the engine's own keys. The engine renames these incidents and reports
   * them again; until then they and its state are not stored. An incident whose machines all belong to other incidents of the engine is not stored.
   * Rejects while the database does not accept writes. The same report can then be stored later.
   */
  async save(report: IncidentReport): Promise<ReadonlyMap<string, string>> {
    for (let attempt = 1; ; attempt++) {
      try {
        const renamed = await this.database.write
          .transaction()
          .execute((tables) => new ReportWriter(tables, this.database.engine, this.#stored, report).write());
        this.#remember(report, renamed);
        return renamed;
      } catch (thrown) {
        if (attempt === ATTEMPTS || !isRace(thrown)) throw thrown;
      }
    }
  }

  #remember({ incidents }: IncidentReport, renamed: ReadonlyMap<string, string>): void {
    for (const { key, state, members, mergedInto } of incidents) {
      if (renamed.has(key) || state === "over" || mergedInto !== null) this.#stored.delete(key);
      else this.#stored.set(key, new Map(members.map((member) => [member.machine.id, member])));
    }
    // The machines of the younger incident are free for the older one now, also those that were refused before.
    for (const { mergedInto } of incidents) if (mergedInto !== null) this.#stored.delete(mergedInto);
  }
}

/** Another replica wrote about the same machines at the same moment: the same report succeeds now. */
function isRace(thrown: unknown): boolean {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : "";
  return thrown instanceof ClaimRace || code === "23505" || code === "SQLITE_CONSTRAINT_UNIQUE" || readFailure(thrown).remedy === "again";
}

/** Writes one report in one transaction. */
class ReportWriter {
  readonly #renamed = new Map<string, string>();
  /** The keys of the incidents that the engine has. */
  readonly #own: Set<string>;

  constructor(
    private readonly tables: Tables,
    private readonly engine: HistoryDatabase["engine"],
    private readonly stored: ReadonlyMap<string, ReadonlyMap<string, IncidentMember>>,
    private readonly report: IncidentReport,
  ) {
    this.#own = new Set([...stored.keys(), ...report.incidents.map(({ key }) => key)]);
  }

  async write(): Promise<ReadonlyMap<string, string>> {
    const { incidents, cluster } = this.report;
    // One report of a cluster at a time: otherwise another replica could open and end an incident between the search for it and its insertion.
    if (this.engine === "postgres") await sql`select pg_advisory_xact_lock(${LOCK}::int, hashtext(${cluster}))`.execute(this.tables);
    const rows = await currentRows(
      this.tables,
      incidents.flatMap(({ key, mergedInto }) => (mergedInto === null ? [key] : [key, mergedInto])),
    );
    const isNew = ({ key }: Incident) => !rows.has(key);
    const merged = incidents.filter(({ mergedInto }) => mergedInto !== null);
    // First, because the older incident takes the machines over. A target that this report opens is stored last.
    const isLate = ({ mergedInto }: Incident) => !rows.has(mergedInto ?? "");
    for (const incident of merged) if (!isLate(incident)) await this.#merge(incident, rows);
    const others = incidents.filter(({ mergedInto }) => mergedInto === null);
    for (const incident of others) if (!isNew(incident)) await this.#change(incident, rows.get(incident.key));
    for (const incident of others.filter(isNew)) await this.#open(incident);
    for (const incident of merged.filter(isLate)) await this.#merge(incident, await currentRows(this.tables, [incident.key, incident.mergedInto ?? ""]));
    if (this.#renamed.size === 0) await this.#storeEngine();
    return this.#renamed;
  }

  /** The younger incident becomes part of the older one, with its notes. */
  async #merge(incident: Incident, rows: ReadonlyMap<string, Row>): Promise<void> {
    const target = rows.get(this.#renamed.get(incident.mergedInto ?? "") ?? incident.mergedInto ?? "");
    if (target === undefined) return;
    const row = rows.get(incident.key);
    const id = row?.id ?? (await this.#insert(incident));
    // Another replica merged these two already, perhaps the other way round.
    if (id === target.id || (row !== undefined && row.incident_key !== incident.key)) return;
    const endedAt = incident.endedAt ?? this.report.asOf;
    await this.tables
      .updateTable("incident")
      .set({ merged_into: target.incident_key, state: "over", state_since: endedAt, ended_at: endedAt })
      .where("id", "=", id)
      .execute();
    await releaseClaims(this.tables, id);
    await this.tables.updateTable("incident_note").set({ incident_id: target.id }).where("incident_id", "=", id).execute();
  }

  async #change(incident: Incident, row: Row | undefined): Promise<void> {
    if (row === undefined) return;
    if (row.incident_key !== incident.key) return void this.#renamed.set(incident.key, row.incident_key);
    const isOver = incident.state === "over";
    // The numbers of an incident that was over are frozen. Only a relapse, and its end, are news; not what a replica reports that lags behind.
    const isNews = row.state === "over" ? !isOver && incident.stateSince > (row.ended_at ?? 0) : !isOver || endOf(incident) >= row.state_since;
    if (row.version > 0 && !isNews) return this.#append(incident, row.id, row.version);
    // A replica that does not see the cluster must not overwrite the report of one that does.
    if (incident.unknownSince !== null && row.as_of > incident.unknownSince + SIGHT_SLACK_MS) return;
    const before = this.stored.get(incident.key);
    const changed = incident.members.filter((member) => before?.get(member.machine.id) !== member);
    await storeMembers(this.tables, row.id, memberRows(row.id, incident, changed));
    const version = isOver ? row.version + 1 : row.version;
    await this.tables
      .updateTable("incident")
      .set({ ...this.#columns(incident), ...beginningOf(incident, row), version })
      .where("id", "=", row.id)
      .execute();
    if (isOver) await this.#freeze(incident, row.id, version);
  }

  /** Opens an incident, unless another replica did. */
  async #open(incident: Incident): Promise<void> {
    const rows = memberRows(0, incident, incident.members);
    const holders = await holdersOf(this.tables, rows);
    const winner = mostOf([...holders.values()].filter(({ key }) => !this.#own.has(key)));
    if (winner !== null) {
      this.#renamed.set(incident.key, winner);
      this.#own.add(winner);
      return;
    }
    const free = rows.filter((row) => !holders.has(memberKey(row)));
    if (rows.length > 0 && free.length === 0) return;
    const id = await this.#insert(incident);
    const refused = await storeMembers(
      this.tables,
      id,
      free.map((row) => ({ ...row, incident_id: id })),
    );
    if (refused > 0) throw new ClaimRace();
    if (incident.state === "over") await this.#freeze(incident, id, 1);
  }

  async #insert(incident: Incident): Promise<number> {
    const { key, began, openedAt, state } = incident;
    const inserted = await this.tables
      .insertInto("incident")
      .values({
        ...{ incident_key: key, cluster: this.report.cluster, began_at: began.at, not_before: began.notBefore, opened_at: openedAt },
        ...{ ...this.#columns(incident), merged_into: null, version: state === "over" ? 1 : 0, is_expired: 0 },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted === undefined) throw new ClaimRace();
    return inserted.id;
  }

  /** The columns that each report writes again. */
  #columns(incident: Incident) {
    const { state, stateSince, unknownSince, cause } = incident;
    const isOver = state === "over";
    return {
      ...{ state, state_since: stateSince, ended_at: isOver ? endOf(incident) : null, as_of: unknownSince ?? this.report.asOf },
      traits: cleanText(["", ...formatCauseTraits(cause), ""].join("\n")),
      numbers: JSON.stringify(incidentJsonFields(incident)),
      format: currentFormatsOf("incident").shape,
    };
  }

  async #freeze(incident: Incident, id: number, version: number): Promise<void> {
    await releaseClaims(this.tables, id);
    const { numbers, format } = this.#columns(incident);
    await this.tables
      .insertInto("incident_version")
      .values({ incident_id: id, version, line_key: "", at: endOf(incident), body: numbers, format })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await this.#append(incident, id, version);
  }

  /** Stores the lines that later evidence added. Replicas find the same line at different moments: the first one stays. */
  async #append({ appended }: Incident, id: number, version: number): Promise<void> {
    if (appended.length === 0) return;
    await this.tables
      .insertInto("incident_version")
      .values(
        appended.map(({ at, what }) => ({
          ...{ incident_id: id, version, line_key: shapeOf(what).digest, at },
          ...{ body: JSON.stringify({ what }), format: currentFormatsOf("incident").shape },
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async #storeEngine(): Promise<void> {
    const { cluster, asOf, engine } = this.report;
    await this.tables
      .insertInto("incident_engine")
      .values({ cluster, as_of: asOf, state: engine.body, format: engine.format })
      .onConflict((conflict) =>
        conflict
          .column("cluster")
          .doUpdateSet(({ ref }) => ({ as_of: ref("excluded.as_of"), state: ref("excluded.state"), format: ref("excluded.format") }))
          .whereRef("incident_engine.as_of", "<=", "excluded.as_of"),
      )
      .execute();
  }
}

/** Replicas agree on the earliest beginning and on the first opening. An incident opens once more when it is no longer part of a maintenance window. */
function beginningOf({ began, openedAt, planned }: Incident, row: Row) {
  const isEarlier = began.at < row.began_at;
  const isUnplanned = planned === null && storedNumbers(row).planned !== null;
  return {
    ...(isEarlier ? { began_at: began.at, not_before: began.notBefore } : {}),
    ...(isUnplanned ? { opened_at: Math.max(openedAt, row.opened_at) } : {}),
  };
}

function endOf({ endedAt, stateSince }: Incident): number {
  return endedAt ?? stateSince;
}

/** Returns the rows by key. A merged incident has the row of the incident that it became a part of. */
async function currentRows(tables: Tables, keys: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  const byKey = new Map<string, Row>();
  let unread = [...new Set(keys)];
  for (let step = 0; unread.length > 0 && step < MOST_MERGES; step++) {
    const rows = await tables.selectFrom("incident").selectAll().where("incident_key", "in", unread).execute();
    for (const row of rows) byKey.set(row.incident_key, row);
    unread = rows.flatMap(({ merged_into }) => (merged_into === null || byKey.has(merged_into) ? [] : [merged_into]));
  }
  const current = (row: Row, steps = 0): Row => {
    const next = row.merged_into === null ? undefined : byKey.get(row.merged_into);
    return next === undefined || steps === MOST_MERGES ? row : current(next, steps + 1);
  };
  return new Map([...byKey].map(([key, row]) => [key, current(row)]));
}

interface Holder {
  readonly id: number;
  readonly key: string;
}

/** Returns the stored incidents to which members belong, at the same time, by `memberKey`. */
async function holdersOf(tables: Tables, rows: readonly MemberRow[]): Promise<ReadonlyMap<string, Holder>> {
  const found = new Map<string, Holder>();
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = new Map(rows.slice(from, from + ROWS_AT_ONCE).map((row) => [memberKey(row), row]));
    const stored = await tables
      .selectFrom("incident_member")
      .innerJoin("incident", "incident.id", "incident_member.incident_id")
      .select(["incident.id", "incident_key", "kind", "member", "claim", "joined_at", ({ fn }) => fn.coalesce("left_at", "ended_at").as("left_at")])
      .where(
        "member",
        "in",
        [...some.values()].map(({ member }) => member),
      )
      .where("merged_into", "is", null)
      .where("is_expired", "=", 0)
      .orderBy("incident.id")
      .execute();
    for (const { id, incident_key: key, ...one } of stored) {
      const row = some.get(memberKey(one));
      if (row !== undefined && isSameTime(row, one)) found.set(memberKey(one), { id, key });
    }
  }
  return found;
}

const ROWS_AT_ONCE = 500;

/** A service may be in several incidents. Only one without machines claims it, and only such ones are the same. */
function isSameTime(row: MemberRow, stored: Pick<MemberRow, "claim" | "joined_at" | "left_at">): boolean {
  if (row.kind !== "entry") return row.claim !== null && stored.claim !== null;
  return row.joined_at < (stored.left_at ?? Number.POSITIVE_INFINITY) && stored.joined_at < (row.left_at ?? Number.POSITIVE_INFINITY);
}

/** Returns the key that most of them have; of several the one that was stored first. Null = none. */
function mostOf(holders: readonly Holder[]): string | null {
  const counts = new Map<string, { readonly holder: Holder; readonly count: number }>();
  for (const holder of holders) counts.set(holder.key, { holder, count: (counts.get(holder.key)?.count ?? 0) + 1 });
  const [first] = [...counts.values()].sort((one, other) => other.count - one.count || one.holder.id - other.holder.id);
  return first?.holder.key ?? null;
}
