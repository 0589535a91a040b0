import type { ColumnType, Generated } from "kysely";
import type { IncidentState } from "@/lib/domain/incidents/incident";
import type { WatchedKind } from "@/lib/domain/source/scope";
import type { SubjectKind } from "@/lib/domain/source/source";

/** Times are milliseconds of the server's clock. PostgreSQL gives bigints as text: its driver is told to read them as numbers. */
type Id = Generated<number>;
/** Added later: null in what an earlier version wrote, or writes beside this one. */
type Late<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** 0 or 1: SQLite has no booleans. */
type Flag = number;

/** A process that recorded; `token` is its own random name. */
interface RecorderTable {
  id: Id;
  token: string;
  started_at: number;
  stopped_at: number | null;
  /** When it began to record, or began again after a pause. */
  recording_since: Late<number>;
}

/**
 * A while in which one recorder saw one kind in one namespace ("*" = all) without a break. `to_at` is moved on as time passes, and only
 * after everything seen before it is on disk. A gap is where no recorder's window is. `ended_because` is "" while it is open.
 */
interface WatchWindowTable {
  id: Id;
  recorder_id: number;
  cluster: string;
  kind: string;
  namespace: string;
  from_at: number;
  to_at: number;
  ended_because: string;
  /** Why it ended, as a code with its arguments (JSON with its format in it); null = `ended_because` is all that is known, in words of the first version. */
  facts: Late<string>;
}

/** Whatever has a history: an entry, a group, a service, a replica. One uid, one subject. Unique: (cluster, kind, uid). */
interface SubjectTable {
  id: Id;
  cluster: string;
  kind: SubjectKind;
  namespace: string;
  name: string;
  uid: string;
}

/** A group's machines over time, or (group_name "") those of a namespace that belong to none. Unique: all three. */
interface SeriesTable {
  id: Id;
  cluster: string;
  namespace: string;
  group_name: string;
}

/** The part of an object that seldom changes, kept once per content. `digest` is over `body`, a JSON object. Unique: digest. */
interface ShapeTable {
  id: Id;
  digest: string;
  body: string;
  /** Of `body`; null = 1. */
  format: Late<number>;
}

/** What an object was from `valid_from` until `valid_to` (null = still). Unique: (subject_id, version_key); the first writer wins. */
interface VersionTable {
  id: Id;
  subject_id: number;
  /** resourceVersion, `due:MS` where time alone changed the verdict, `world:…` where the world did; `#END` after it where one of that key was over. */
  version_key: string;
  series_id: number | null;
  valid_from: number;
  valid_to: ColumnType<number | null, number | null, number | null>;
  /** Set where it may have begun earlier: not before this. */
  not_before: number | null;
  shape_id: number;
  /** JSON: the part that changes often (resourceVersion, controller, times, report, last writer). */
  moving: string;
  /** The code of a state (`lib/domain/verdict/state-code.ts`); -1 for what has none. */
  state: number;
  /** 0 no, 1 serving, 2 doubted. */
  serving_class: number;
  vouched: Flag;
  /** A Connection kind, or "". */
  connection: string;
  /** When an equal report was last replayed. */
  confirmed_at: number | null;
  /** Since when it is in its state, carried over versions: at least since `state_at`, at most since `state_not_before`. Null = see its transitions. */
  state_at: Late<number>;
  state_not_before: Late<number>;
  /** Of `moving`; null = 1. */
  format: Late<number>;
}

/** One thing that happened. Unique: (subject_id, version_key, type). */
interface TransitionTable {
  id: Id;
  subject_id: number;
  version_key: string;
  type: string;
  series_id: number | null;
  at: number;
  not_before: number | null;
  from_word: string;
  to_word: string;
  /** What a stranger wrote, verbatim; or words of ours, for the version before and to be searched in: `facts` tell it, where there are any. */
  detail: string;
  /** What else is known of it, as codes with their arguments (JSON with its format in it). */
  facts: Late<string>;
}

/**
 * A group's levels over a minute or an hour, summed over time. Sparse: where nothing changed since the last row there is none.
 * Unique: (tier, series_id, at); of several recorders' rows the one that observed longest stays.
 */
interface RollUpTable {
  id: Id;
  tier: "minute" | "hour";
  series_id: number;
  /** Start of the bucket. */
  at: number;
  observed_ms: number;
  /** Machine-milliseconds. */
  total_ms: number;
  serving_ms: number;
  doubted_ms: number;
  /** JSON arrays by the codes of states: machine-milliseconds, the most at once, and the counts at the bucket's end. */
  state_ms: string;
  state_peak: string;
  state_end: string;
  /** Fewest serving and fewest existing at once, and both at the bucket's end. */
  serving_least: number;
  total_least: number;
  serving_end: number;
  doubted_end: number;
  total_end: number;
  appeared: number;
  ended: number;
  /** Of the three lists; null = 1. */
  format: Late<number>;
}

/** A series that is no object: numbers over time, by name (`kind` says of what sort). Unique: all five. */
interface GaugeTable {
  id: Id;
  cluster: string;
  /** The source that it rests on, by its stored name: who sees that may see it. */
  source: string;
  namespace: string;
  kind: string;
  name: string;
}

/** What a gauge was from a moment on: a row each time it changes. Unique: (gauge_id, at); the first writer wins. */
interface GaugeValueTable {
  id: Id;
  gauge_id: number;
  at: number;
  /** Set where it may have changed earlier: not before this. */
  not_before: number | null;
  /** JSON: numbers by name; "null" = it is no more. */
  numbers: string;
}

/**
 * What a gauge changed to within a minute or an hour: the first of those at which the least served, and the last. Sparse: where nothing changed
 * there is none. Unique: (gauge_id, tier, at).
 */
interface GaugeRollUpTable {
  id: Id;
  gauge_id: number;
  tier: "minute" | "hour";
  /** Start of the bucket. */
  at: number;
  /** As `numbers` of a value, when it was so, and how much served (-1 = it was no more). */
  least: string;
  least_at: number;
  least_serving: number;
  last: string;
  last_at: number;
}

/** A command that was given, whatever came of it; never a value. Unique: line_key, which a line gets when it is written first. */
interface AuditTable {
  id: Id;
  line_key: string;
  at: number;
  who: string;
  command: string;
  verb: string;
  resource: string;
  /** The kind whose sight lets somebody read of it. */
  seen_with: WatchedKind;
  cluster: string;
  namespace: string;
  name: string;
  mode: "dry run" | "applied";
  /** Names of the fields that it changes. */
  fields: string;
  result: string;
  /** The API server's own id of it, "" = none was told. */
  audit_id: string;
  /** Null = not told. */
  object_uid: string | null;
  /** Of a token that was made: for which group, and its end in milliseconds. */
  token_group: string | null;
  token_ends: number | null;
  /** Where it came from: a digest of the session, the address, this server's name of the request. Null, "" = not told. */
  session: string | null;
  source_address: string | null;
  request_id: string | null;
}

/** A session that was revoked before its end, by its digest in the audit. Unique: session. The row is useless after `ends_at`. */
interface RevokedSessionTable {
  id: Id;
  session: string;
  ends_at: number;
}

/**
 * A loss that a user accepted: its machine will not come back. `name` and `lost_at` identify the loss in its group.
 * Unique, of rows that are not undone: (cluster, namespace, group_name, name, lost_at).
 */
interface AcceptedLossTable {
  id: Id;
  cluster: string;
  namespace: string;
  group_name: string;
  name: string;
  lost_at: number;
  at: number;
  who: string;
  /** Null = not undone. */
  undone_at: ColumnType<number | null, number | null | undefined, number | null>;
  undone_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** Since then the row lowers no expected size, because the size was set again. */
  superseded_at: ColumnType<number | null, number | null | undefined, number | null>;
}

/**
 * A learned size that pages show of a group from `at` on, until the next row of its series. A series without a row was recorded by an earlier version.
 * Unique: (series_id, at); the first writer wins.
 */
interface KnownSizeTable {
  id: Id;
  series_id: number;
  at: number;
  /** A source of a size (`lib/domain/group/expected-size.ts`): "learned" or "elastic"; "none" = no size was learned. */
  kind: string;
  size: number | null;
}

/**
 * An incident as the engine last reported it (`lib/domain/incidents`). Unique: incident_key. Two replicas agree on the key because a machine belongs to one
 * incident that is not over: see `claim`.
 */
interface IncidentTable {
  id: Id;
  /** The random key in its address. */
  incident_key: string;
  /** The cluster whose engine reported it. */
  cluster: string;
  began_at: number;
  not_before: number | null;
  opened_at: number;
  state: IncidentState;
  state_since: number;
  /** Null = not over. */
  ended_at: number | null;
  /** The key of the older incident that it became a part of. */
  merged_into: string | null;
  /** The last frozen version; 0 = it was never over. */
  version: number;
  /** The engine that reported it had processed everything up to this moment. */
  as_of: number;
  /** The traits of its cause, a line each: "\nzone=eu-1\n". */
  traits: string;
  /** JSON: all else that is known of it (`lib/domain/history/incident-parts.ts`). */
  numbers: string;
  /** The format of `numbers`. */
  format: number;
  /** 1 = its retention is over: no query shows it, and its rows are deleted a slice at a time. */
  is_expired: Flag;
}

/**
 * A machine of an incident, or a service that lost its last endpoint in it. It names its object itself, because the rows of the object are deleted earlier.
 * Unique: (incident_id, kind, member).
 */
interface IncidentMemberTable {
  id: Id;
  incident_id: number;
  kind: "entry" | "service" | "serviceentry";
  /** CLUSTER/UID of a machine, CLUSTER/NAMESPACE/NAME/HOST of a service. */
  member: string;
  /** `member` while it is in this incident and the incident is not over; else null. Unique: (kind, claim). */
  claim: string | null;
  cluster: string;
  namespace: string;
  name: string;
  /** "" = a service, or a machine without a group. */
  group_name: string;
  /** "" = a service, or not known. */
  zone: string;
  /** The last condition of a machine (`lib/domain/incidents/observation.ts`); "" = a service. */
  condition: string;
  joined_at: number;
  /** When it left the incident, or when the service had an endpoint again; null = not yet. */
  left_at: number | null;
  /** The way in which a machine left; "" = a service, or it did not leave. */
  how: string;
  /** JSON: all else that is known of it. */
  facts: string;
  /** The format of `facts`. */
  format: number;
}

/**
 * The numbers of an incident that was over (`line_key` ""), and each line that later evidence appended to them (a digest of the line). Never changed.
 * Unique: (incident_id, version, line_key); the first writer wins.
 */
interface IncidentVersionTable {
  id: Id;
  incident_id: number;
  version: number;
  line_key: string;
  at: number;
  /** JSON: the numbers as in `incident`, or the line. */
  body: string;
  format: number;
}

/** An edit of a user's note: the newest one that is not undone is the note. Unique: (note_key, edit). */
interface IncidentNoteTable {
  id: Id;
  incident_id: number;
  note_key: string;
  /** 1 = the first text of the note. */
  edit: number;
  at: number;
  who: string;
  /** The text of the user, not escaped. */
  note: string;
  /** Null = not undone. */
  undone_at: ColumnType<number | null, number | null | undefined, number | null>;
  undone_by: ColumnType<string | null, string | null | undefined, string | null>;
}

/** The state from which an engine continues after a restart, in its own format. Unique: cluster. */
interface IncidentEngineTable {
  id: Id;
  cluster: string;
  /** It had processed everything up to this moment. */
  as_of: number;
  state: string;
  /** The format of `state`. The engine knows the formats that it can read. */
  format: number;
}

/** The history's tables: the same in SQLite and PostgreSQL. */
export interface HistorySchema {
  recorder: RecorderTable;
  watch_window: WatchWindowTable;
  subject: SubjectTable;
  series: SeriesTable;
  shape: ShapeTable;
  version: VersionTable;
  transition: TransitionTable;
  roll_up: RollUpTable;
  gauge: GaugeTable;
  gauge_value: GaugeValueTable;
  gauge_roll_up: GaugeRollUpTable;
  audit: AuditTable;
  revoked_session: RevokedSessionTable;
  accepted_loss: AcceptedLossTable;
  known_size: KnownSizeTable;
  incident: IncidentTable;
  incident_member: IncidentMemberTable;
  incident_version: IncidentVersionTable;
  incident_note: IncidentNoteTable;
  incident_engine: IncidentEngineTable;
}
