import type { Kysely } from "kysely";
import { blankFields } from "@/lib/domain/entry/entry-fields";
import { mergedLabel, type WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { ENTRY_MOVING_FIELD_NAMES, type EntryMovingFields } from "@/lib/domain/history/entry-parts";
import { readEntryMovingFields } from "@/lib/domain/history/read-objects";
import { parseJson } from "@/lib/domain/history/reading";
import { upgradedMoving } from "@/lib/domain/history/stored-format";
import type { MachineFacts } from "@/lib/domain/incidents/observation";
import { localityOf, parseLocality } from "@/lib/domain/localities/locality";
import type { World } from "@/lib/domain/mesh/world";
import type { StoredMeshService } from "@/lib/domain/selection/objects";
import { stateOfCode } from "@/lib/domain/verdict/state-code";
import type { State } from "@/lib/domain/verdict/verdict";
import { recordedKind } from "@/lib/server/cluster/kinds";
import { isAfter, pagesInTime } from "@/lib/server/history/queries/pages-in-time";
import type { Span } from "@/lib/server/history/queries/spans";
import { versionsBefore } from "@/lib/server/history/queries/versions-before";
import { EntryReader } from "@/lib/server/history/queries/whole-entry";
import type { HistorySchema } from "@/lib/server/history/schema";
import { readable, storedGroup, storedObject, storedWorld } from "@/lib/server/history/stored";

/** The stored history of one cluster between two moments, in milliseconds. */
export interface StoredHistory extends Span {
  readonly database: Kysely<HistorySchema>;
  readonly cluster: string;
}

/** An object with a history, by its number there. */
export interface StoredSubject {
  readonly subjectId: number;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** The part of a machine that is usually equal in its group. Equal parts are the same object. */
export interface CommonFacts {
  readonly traits: Pick<MachineFacts["traits"], "zone" | "network" | "account" | "version">;
  /** One of the entries. */
  readonly entry: WorkloadEntry;
}

/** A version of an entry. `connection`: the stored kind of its connection. */
export interface EntryStep extends StoredSubject {
  readonly kind: "entry";
  readonly at: number;
  readonly notBefore: number | null;
  readonly group: string;
  readonly state: State;
  readonly connection: string;
  readonly moving: EntryMovingFields;
  readonly common: CommonFacts;
}

/** A version of an entry, a group, a service or a world. Milliseconds. */
export type VersionStep =
  | EntryStep
  | ({ readonly kind: "group"; readonly at: number; readonly expectedSize: string | null } & StoredSubject)
  | { readonly kind: "service"; readonly at: number; readonly service: StoredMeshService }
  /** `since`: the beginning of the world. */
  | { readonly kind: "world"; readonly at: number; readonly since: number; readonly world: World };

/** The subjects whose versions are read in their order. Worlds are few, and read apart. */
const KINDS = ["entry", "group", "service", "serviceentry"] as const;
/** Subjects or shapes per query. */
const AT_ONCE = 500;
/** Shapes whose common facts are cached twice: those in use, and those in use before. */
const CACHED = 200_000;
/** The entries of a new world are judged and recorded up to this long before the world itself. Milliseconds. */
const JUDGED_BEFORE_MS = 1_000;

interface VersionRow {
  readonly at: number;
  readonly not_before: number | null;
  readonly subject_id: number;
  readonly shape_id: number;
  readonly moving: string;
  readonly movingFormat: number | null;
  readonly state: number;
  readonly connection: string;
  readonly kind: HistorySchema["subject"]["kind"];
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly group_name: string | null;
}

interface Shape {
  readonly body: string;
  readonly shapeFormat: number | null;
}

const VERSION_COLUMNS = [
  ...["version.valid_from as at", "version.not_before", "version.subject_id", "shape_id", "moving", "version.format as movingFormat", "state"],
  ...["connection", "subject.kind", "subject.cluster", "subject.namespace", "subject.name", "subject.uid", "group_name"],
] as const;

/** Reads versions. The shape of a machine, which seldom changes, is read once. `readsTopology`: as of `localityOf`. */
export class VersionReader {
  readonly #entries = new EntryReader();
  /** The common facts by the object that `EntryReader` returns for them. */
  readonly #facts = new WeakMap<object, CommonFacts>();
  #common = new Map<number, CommonFacts>();
  #commonBefore = new Map<number, CommonFacts>();

  constructor(
    private readonly history: StoredHistory,
    private readonly readsTopology: boolean,
  ) {}

  /** Yields the versions after `from` and until `to`, in order of time. */
  async *versions(): AsyncGenerator<readonly VersionStep[]> {
    const { database, from, to } = this.history;
    const pages = pagesInTime(from, (after, most) =>
      database
        .selectFrom("version")
        // SQLite keeps the order of a cross join: in order of time, without sorting.
        .crossJoin("subject")
        .leftJoin("series", "series.id", "version.series_id")
        .whereRef("version.subject_id", "=", "subject.id")
        .select("version.id")
        .select(VERSION_COLUMNS)
        .where("kind", "in", KINDS)
        .where(isAfter("valid_from", "version.id", after))
        .where("valid_from", "<=", to)
        .orderBy("valid_from")
        .orderBy("version.id")
        .limit(most)
        .execute(),
    );
    for await (const rows of pages) yield this.#steps(rows);
  }

  /** Yields the versions that held at `from`, in the order of their subjects. */
  async *versionsAtStart(): AsyncGenerator<readonly VersionStep[]> {
    const { database, from, cluster } = this.history;
    const held = versionsBefore(database, from)
      .leftJoin("series", "series.id", "version.series_id")
      .select(VERSION_COLUMNS)
      .where("subject.cluster", "=", cluster)
      .where("subject.kind", "in", KINDS)
      .where(({ or, eb }) => or([eb("valid_to", "is", null), eb("valid_to", ">", from)]));
    const bounds = await database
      .selectFrom("subject")
      .select(({ fn }) => [fn.min("id").as("first"), fn.max("id").as("last")])
      .executeTakeFirst();
    for (let first = bounds?.first ?? 1; first <= (bounds?.last ?? 0); first += AT_ONCE)
      yield this.#steps(
        await held
          .where("subject.id", ">=", first)
          .where("subject.id", "<", first + AT_ONCE)
          .execute(),
      );
  }

  /** True if the history began before `from`. */
  async hasEarlierVersions(): Promise<boolean> {
    const { database, from } = this.history;
    return (await database.selectFrom("version").select("id").where("valid_from", "<=", from).limit(1).executeTakeFirst()) !== undefined;
  }

  /** The world at `from`; empty = none was recorded. */
  async worldAtStart(): Promise<readonly VersionStep[]> {
    const { from } = this.history;
    const rows = await this.#worlds().where("valid_from", "<=", from).orderBy("valid_from", "desc").orderBy("version.id", "desc").limit(1).execute();
    return rows.map((row) => this.#world(row));
  }

  /** Yields the worlds after `from` and until `to`, each shortly before its beginning. */
  async *worlds(): AsyncGenerator<readonly VersionStep[]> {
    const { from, to } = this.history;
    const pages = pagesInTime(from, (after, most) =>
      this.#worlds()
        .where(isAfter("valid_from", "version.id", after))
        .where("valid_from", "<=", to)
        .orderBy("valid_from")
        .orderBy("version.id")
        .limit(most)
        .execute(),
    );
    for await (const rows of pages) yield rows.map((row) => this.#world(row));
  }

  #worlds() {
    const { database, cluster } = this.history;
    return (
      database
        .selectFrom("subject")
        // Worlds first: SQLite keeps the order of a cross join.
        .crossJoin("version")
        .innerJoin("shape", "shape.id", "shape_id")
        .whereRef("version.subject_id", "=", "subject.id")
        .select(["version.id", "valid_from as at", "body", "shape.format as shapeFormat"])
        .where("kind", "=", "world")
        .where("cluster", "=", cluster)
    );
  }

  #world({ at, ...shape }: Shape & { readonly at: number }): VersionStep {
    return { kind: "world", at: at - JUDGED_BEFORE_MS, since: at, world: storedWorld(this.history.cluster, shape) };
  }

  async #steps(rows: readonly VersionRow[]): Promise<readonly VersionStep[]> {
    const own = rows.filter(({ cluster }) => cluster === this.history.cluster);
    const shapes = await this.#shapes(own);
    return own.flatMap((row) => this.#step(row, shapes));
  }

  #step(row: VersionRow, shapes: ReadonlyMap<number, Shape>): readonly VersionStep[] {
    const { at, kind } = row;
    if (kind === "entry") return [this.#entry(row, shapes)];
    const shape = shapes.get(row.shape_id);
    if (shape === undefined) return [];
    const parts = { ...shape, moving: row.moving, movingFormat: row.movingFormat };
    if (kind === "group") return [{ kind, at, ...subjectOf(row), expectedSize: storedGroup(row, parts).expectedSize }];
    const recorded = recordedKind(kind === "service" ? "services" : "serviceentries");
    if (recorded?.recordedBy !== "table") return [];
    return [{ kind: "service", at, service: storedObject(recorded, row, parts) as StoredMeshService }];
  }

  #entry(row: VersionRow, shapes: ReadonlyMap<number, Shape>): EntryStep {
    const { at, not_before: notBefore, group_name, state, connection, moving, movingFormat } = row;
    return {
      ...{ kind: "entry", at, notBefore, ...subjectOf(row), group: group_name ?? "" },
      ...{ state: stateOfCode(state) ?? "unreadable", connection, moving: movingOf(moving, movingFormat), common: this.#commonOf(row, shapes) },
    };
  }

  #commonOf(row: VersionRow, shapes: ReadonlyMap<number, Shape>): CommonFacts {
    const known = this.#common.get(row.shape_id);
    if (known !== undefined) return known;
    const facts = this.#commonBefore.get(row.shape_id) ?? this.#readCommon(row, shapes.get(row.shape_id) ?? { body: "", shapeFormat: null });
    if (this.#common.size >= CACHED) {
      this.#commonBefore = this.#common;
      this.#common = new Map();
    }
    this.#common.set(row.shape_id, facts);
    return facts;
  }

  #readCommon(row: VersionRow, shape: Shape): CommonFacts {
    const { cluster, namespace, name, uid, moving, movingFormat } = row;
    const { entry, common } = this.#entries.read({ cluster, namespace, name, uid, moving, movingFormat, ...shape });
    const known = common === null ? undefined : this.#facts.get(common);
    if (known !== undefined) return known;
    const { zone } = parseLocality(localityOf(entry, this.readsTopology));
    const version = mergedLabel(entry, "version") ?? mergedLabel(entry, "app.kubernetes.io/version") ?? "";
    const facts = { traits: { zone, network: entry.network, account: entry.serviceAccount, version }, entry };
    if (common !== null) this.#facts.set(common, facts);
    return facts;
  }

  /** The shapes of the rows that are not cached. */
  async #shapes(rows: readonly VersionRow[]): Promise<ReadonlyMap<number, Shape>> {
    const isCached = ({ kind, shape_id }: VersionRow) => kind === "entry" && (this.#common.has(shape_id) || this.#commonBefore.has(shape_id));
    const ids = [...new Set(rows.flatMap((row) => (isCached(row) ? [] : row.shape_id)))];
    const shapes = new Map<number, Shape>();
    for (let first = 0; first < ids.length; first += AT_ONCE) {
      const some = ids.slice(first, first + AT_ONCE);
      const found = await this.history.database.selectFrom("shape").select(["id", "body", "format as shapeFormat"]).where("id", "in", some).execute();
      for (const { id, ...shape } of found) shapes.set(id, shape);
    }
    return shapes;
  }
}

function subjectOf({ subject_id, namespace, name, uid }: VersionRow): StoredSubject {
  return { subjectId: subject_id, namespace, name, uid };
}

// Every field of the part is set.
const BLANK_MOVING = blankFields(ENTRY_MOVING_FIELD_NAMES) as EntryMovingFields;

function movingOf(stored: string, format: number | null): EntryMovingFields {
  return readable(
    () => readEntryMovingFields(upgradedMoving("entry", parseJson(stored), format)),
    () => BLANK_MOVING,
  );
}
