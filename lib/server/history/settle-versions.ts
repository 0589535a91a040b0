import type { Moment } from "@/lib/domain/history/entry-version";

/** A version as the table has it, or will have it. */
export interface HeldVersion {
  readonly key: string;
  readonly from: number;
  readonly to: number | null;
}

/** What a batch says about one subject, in order. `index` leads back to the record. */
export type SubjectRecord =
  | { readonly kind: "version"; readonly index: number; readonly key: string; readonly moment: Moment }
  | { readonly kind: "ended"; readonly index: number; readonly moment: Moment }
  | { readonly kind: "confirmed"; readonly at: number };

/** A version to insert. `isLate`: something newer is there already, and it has to be fitted in between. */
export interface NewVersion {
  readonly index: number;
  readonly key: string;
  readonly from: number;
  to: number | null;
  confirmedAt: number | null;
  readonly isLate: boolean;
}

/** What is to be done about one subject. `news`: indexes of the records whose transitions are news, with the key they go under. */
export interface Settled {
  readonly inserts: readonly NewVersion[];
  /** What becomes of the version that was open before. */
  readonly open: { readonly to: number | null; readonly confirmedAt: number | null } | null;
  readonly news: readonly { readonly index: number; readonly key: string | null }[];
}

/**
 * Works out what a batch changes about one subject. `open` is the version that holds now, `held` every version whose key the batch may
 * name. A version that is there already is no news: another process, or this one before a lost connection, has written it.
 */
export function settleSubject(records: readonly SubjectRecord[], open: HeldVersion | null, held: ReadonlyMap<string, HeldVersion>): Settled {
  const known = new Map<string, { from: number; to: number | null }>([...held].map(([key, { from, to }]) => [key, { from, to }]));
  const before = open === null ? null : { ...open, confirmedAt: null as number | null };
  const inserts: NewVersion[] = [];
  const news: { index: number; key: string | null }[] = [];
  let now: { readonly key: string; readonly from: number; to: number | null; confirmedAt: number | null } | null = before;
  const close = (at: number) => {
    if (now === null) return;
    now.to = Math.max(now.from, at);
    known.set(now.key, { from: now.from, to: now.to });
    now = null;
  };
  for (const record of records) {
    if (record.kind === "confirmed") {
      if (now !== null) now.confirmedAt = Math.max(now.confirmedAt ?? 0, record.at);
    } else if (record.kind === "ended") {
      // Where nothing is open its end has been written before.
      if (now !== null) news.push({ index: record.index, key: null });
      close(record.moment.at);
    } else {
      const key = freeKey(record.key, record.moment.at, known);
      if (key === null) continue;
      const isLate = now !== null && record.moment.at < now.from && !isNewer(key, now.key);
      const from: number = now === null ? record.moment.at : isLate ? record.moment.at : Math.max(now.from, record.moment.at);
      const inserted: NewVersion = { index: record.index, key, from, to: null, confirmedAt: null, isLate };
      if (!isLate) {
        close(from);
        now = inserted;
      }
      known.set(key, { from, to: null });
      inserts.push(inserted);
      news.push({ index: record.index, key });
    }
  }
  return { inserts, open: before === null ? null : { to: before.to, confirmedAt: before.confirmedAt }, news };
}

/**
 * The key under which a version is new; null = it is there already. A world may come back to what it was: its key then goes on with the
 * end of the version that had it, which every recorder reads the same.
 */
export function freeKey(key: string, at: number, known: ReadonlyMap<string, { readonly to: number | null }>): string | null {
  for (let candidate = key; ; ) {
    const holder = known.get(candidate);
    if (holder === undefined) return candidate;
    if (!key.startsWith("world:") || holder.to === null || at < holder.to) return null;
    candidate = `${key}#${holder.to}`;
  }
}

/** Is one resourceVersion greater than another? False where a key is none: then only time tells. */
function isNewer(key: string, than: string): boolean {
  return /^\d+$/.test(key) && /^\d+$/.test(than) && BigInt(key) > BigInt(than);
}
