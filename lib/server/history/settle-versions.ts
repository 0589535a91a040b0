import type { EventTime } from "@/lib/domain/history/ending-evidence";
import { parseJson } from "@/lib/domain/history/reading";
import type { StoredKind } from "@/lib/domain/history/stored-format";
import { compareResourceVersions } from "@/lib/domain/object/kubernetes-object";
import type { HistoryRecord, SubjectKey } from "./history-record";
import { readable } from "./stored";
import { freeKey, isBack, isNewer, mayComeAgain } from "./version-keys";

/** A record that changes what is written of its subject's versions. */
export type Versioned = Extract<HistoryRecord, { kind: "version" | "ended" | "confirmed" }>;

/** A version as the table has it, or will have it. */
export interface HeldVersion {
  readonly key: string;
  readonly from: number;
  readonly to: number | null;
}

/** The newest version of a subject. `number` = its resourceVersion, "" if its kind has none. `to` = null while the version is open. */
export interface NewestVersion extends HeldVersion {
  readonly number: string;
  /** The code of its state. */
  readonly state: number;
}

/** What a batch says about one subject, in order. `index` leads back to the record. */
export type SubjectRecord =
  | {
      readonly kind: "version";
      readonly index: number;
      readonly key: string;
      readonly number: string;
      readonly recounted: boolean;
      readonly isFirst: boolean;
      readonly moment: EventTime;
      readonly state: number;
      readonly stateBefore: number | null;
    }
  | { readonly kind: "ended"; readonly index: number; readonly moment: EventTime }
  | { readonly kind: "confirmed"; readonly at: number };

type VersionRecord = Extract<SubjectRecord, { kind: "version" }>;

/** A version to insert. `isLate`: something newer is there already, and it has to be fitted in between. */
export interface NewVersion {
  readonly index: number;
  readonly key: string;
  readonly number: string;
  readonly state: number;
  readonly from: number;
  to: number | null;
  confirmedAt: number | null;
  readonly isLate: boolean;
}

/** A record whose transitions are new, and their key. */
export interface News {
  readonly index: number;
  readonly key: string;
  /** Set when the transitions do not start from the version that is stored: its state, and the time at which they happened at the earliest. */
  readonly after: { readonly at: number; readonly state: number } | null;
}

/** The changes to one subject's versions. */
export interface Settled {
  readonly inserts: readonly NewVersion[];
  /** What becomes of the version that was open before. */
  readonly open: { readonly to: number | null; readonly confirmedAt: number | null } | null;
  readonly news: readonly News[];
}

/** A record as one line of its subject's story; `index` leads back to it. */
export function subjectRecord(record: Versioned, index: number): SubjectRecord {
  if (record.kind === "confirmed") return { kind: "confirmed", at: record.at };
  if (record.kind === "ended") return { kind: "ended", index, moment: record.moment };
  const { versionKey, moving, recounted, isFirst, state, stateBefore = null } = record.version;
  return { kind: "version", index, key: versionKey, number: numberIn(moving), recounted, isFirst, moment: record.version, state, stateBefore };
}

/** How a subject's versions are stored; those of others have none. */
export function storedKind(kind: SubjectKey["kind"]): StoredKind {
  return kind === "replica" || kind === "recorder" ? "entry" : kind;
}

/** The resourceVersion within what a version keeps as moving; "" where it has none. */
export function numberIn(moving: unknown): string {
  return typeof moving === "object" && moving !== null && "resourceVersion" in moving && typeof moving.resourceVersion === "string"
    ? moving.resourceVersion
    : "";
}

/** Returns the resourceVersion of a stored version; "" if there is none, or it is unreadable. */
export function storedNumber(moving: string): string {
  return readable(
    () => numberIn(parseJson(moving)),
    () => "",
  );
}

/**
 * Computes how a batch changes the versions of one subject. `newest` is its newest version, `held` every version whose key the batch may name. A version that
 * is already stored is skipped: another process wrote it, or this one did before it lost its connection.
 */
export function settleSubject(records: readonly SubjectRecord[], newest: NewestVersion | null, held: ReadonlyMap<string, HeldVersion>): Settled {
  const known: Known = new Map([...held].map(([key, { from, to }]) => [key, { from, to }]));
  const before = newest === null || newest.to !== null ? null : { ...newest, confirmedAt: null as number | null };
  let ended: Ended | null = newest === null || newest.to === null ? null : { ...newest, to: newest.to };
  const inserts: NewVersion[] = [];
  const news: News[] = [];
  let now: Holding | null = before;
  const close = (at: number) => {
    if (now === null) return;
    now.to = Math.max(now.from, at);
    known.set(now.key, { from: now.from, to: now.to });
    ended = { ...now, to: now.to };
    now = null;
  };
  for (const one of records) {
    const record = one.kind === "version" ? besideStored(one, now, known) : one;
    if (record === null) continue;
    if (record.kind === "confirmed") {
      if (now !== null) now.confirmedAt = Math.max(now.confirmedAt ?? 0, record.at);
    } else if (record.kind === "ended") {
      // Where nothing is open its end has been written before; and what came back since did not end with what was before it.
      if (now === null || (record.moment.at < now.from && isBack(now))) continue;
      news.push({ index: record.index, key: `ended:${now.key}`, after: afterLater(record.moment, now) });
      close(record.moment.at);
    } else {
      if (isEcho(record, now, ended)) continue;
      const inserted = placeOf(record, now, known);
      if (inserted === null) continue;
      const after = afterOthers(record, now, inserted.isLate);
      if (!inserted.isLate) {
        close(inserted.from);
        now = inserted;
      }
      known.set(inserted.key, { from: inserted.from, to: null });
      inserts.push(inserted);
      news.push({ index: record.index, key: inserted.key, after });
    }
  }
  return { inserts, open: before === null ? null : { to: before.to, confirmedAt: before.confirmedAt }, news };
}

type Known = Map<string, { readonly from: number; readonly to: number | null }>;
type Holding = Omit<NewVersion, "index" | "isLate">;
type Ended = Pick<Holding, "number"> & { readonly to: number };

/**
 * Returns a version as it is beside those that other replicas stored; null = they know more. Only a subject that was ended can be back. A replica may judge an
 * object before another one saw it: its verdict then holds from the begin of the stored version, unless that was judged again since.
 */
function besideStored(record: VersionRecord, now: Holding | null, known: Known): VersionRecord | null {
  const { key, number, isFirst, moment } = record;
  const told = isFirst && now !== null ? { ...record, recounted: false } : record;
  const begin = key === number ? undefined : known.get(number)?.from;
  if (begin === undefined || moment.at >= begin) return told;
  return now !== null && now.from > begin ? null : { ...told, moment: { ...moment, at: begin } };
}

/**
 * Returns true for a version older than the newest stored one: a lagging replica reports it, and the history skips it. A version that was counted back is
 * recorded, because the API server was restored.
 */
function isEcho({ key, number, recounted, moment }: VersionRecord, now: Holding | null, ended: Ended | null): boolean {
  if (recounted) return false;
  if (now !== null) return moment.at >= now.from && compareResourceVersions(number, now.number) < 0;
  // A verdict on an ended object: time or the world judged its last version again after it was gone.
  return ended !== null && key !== number && number !== "" && compareResourceVersions(number, ended.number) <= 0;
}

/** A replica that is ahead of another one saw a change before the other's version begins, although that version was stored first. */
function afterLater({ at }: EventTime, now: Holding): News["after"] {
  return at < now.from ? { at: now.from, state: now.state } : null;
}

/** Another replica may have stored versions that this one never saw: the state then changes from theirs, and the subject has appeared before. */
function afterOthers({ moment, isFirst, state, stateBefore }: VersionRecord, now: Holding | null, isLate: boolean): News["after"] {
  if (now === null) return null;
  if (isLate) return isFirst ? { at: moment.at, state } : null;
  return isFirst || (stateBefore !== null && stateBefore !== now.state) ? { at: now.from, state: now.state } : afterLater(moment, now);
}

/** Where a version goes beside the one that holds, and under which key; null = it is there already. */
function placeOf(record: VersionRecord, now: Holding | null, known: Known): NewVersion | null {
  const { index, number, moment, state } = record;
  const key = freeKey(record.key, moment.at, known);
  const newer = now !== null && isNewer(record, now);
  if (key === null || (key !== record.key && !mayComeAgain(record) && !newer)) return null;
  const isLate = now !== null && moment.at < now.from && !newer;
  const from = now === null || isLate ? moment.at : Math.max(now.from, moment.at);
  return { index, key, number, state, from, to: null, confirmedAt: null, isLate };
}
