import { type Kysely, sql } from "kysely";
import type { ElasticSize, LearnedSize } from "@/lib/domain/group/expected-size";
import type { Span } from "./queries/spans";
import type { HistorySchema } from "./schema";

/** A size from the history as pages show it; null = no size was learned. */
export type KnownSize = Pick<LearnedSize, "kind" | "size"> | ElasticSize | null;

/** The learned sizes of groups by their series. */
export type KnownSizes = ReadonlyMap<number, KnownSize>;

/** The sizes that pages showed at a moment. A series without a row is missing: an earlier version recorded it. */
export async function knownSizesAt(database: Kysely<HistorySchema>, at: number): Promise<KnownSizes> {
  const rows = await database
    .selectFrom("series")
    .innerJoin("known_size", (join) =>
      join.on("known_size.id", "=", ({ selectFrom }) =>
        selectFrom("known_size as last")
          .select("last.id")
          .whereRef("last.series_id", "=", "series.id")
          .where("last.at", "<=", at)
          .orderBy("last.at", "desc")
          .limit(1),
      ),
    )
    .select(["known_size.series_id", "known_size.kind", "known_size.size"])
    .execute();
  return new Map(rows.map(({ series_id, kind, size }) => [series_id, readSize(kind, size)]));
}

/** A learned size that pages showed from `at` on, in milliseconds. */
export interface KnownSizeStep {
  readonly at: number;
  readonly known: KnownSize;
}

/**
 * The learned sizes that pages showed within a window, by series and in order of time: the one at its beginning, and each later one. `series`: the only one,
 * null = all. A series without a stored size is missing, and so is the time before its first one.
 */
export async function knownSizesIn(
  database: Kysely<HistorySchema>,
  { from, to }: Span,
  series: number | null,
): Promise<ReadonlyMap<number, readonly KnownSizeStep[]>> {
  const isAtBeginning = sql<boolean>`at = (
    select max(earlier.at) from known_size as earlier where earlier.series_id = known_size.series_id and earlier.at <= ${from})`;
  const rows = await database
    .selectFrom("known_size")
    .select(["series_id", "at", "kind", "size"])
    .where("at", "<=", to)
    .where(({ or, eb }) => or([eb("at", ">", from), isAtBeginning]))
    .$if(series !== null, (query) => query.where("series_id", "=", series ?? 0))
    .orderBy("at")
    .execute();
  const found = new Map<number, KnownSizeStep[]>();
  for (const { series_id, at, kind, size } of rows) found.set(series_id, [...(found.get(series_id) ?? []), { at, known: readSize(kind, size) }]);
  return found;
}

function readSize(kind: string, size: number | null): KnownSize {
  return size !== null && (kind === "learned" || kind === "elastic") ? { kind, size } : null;
}

/** Stores the learned sizes that the live fleet shows. The history computes a size of the past from what was recorded later, too. */
export class KnownSizeStore {
  #stored: Map<number, KnownSize> | null = null;

  /** Reads the stored sizes again the next time: it may be another database. */
  forget(): void {
    this.#stored = null;
  }

  /** Stores the sizes that changed. `at`: the moment from which pages show them, in milliseconds. */
  async store(write: Kysely<HistorySchema>, sizes: KnownSizes, at: number): Promise<void> {
    const stored = this.#stored ?? new Map(await knownSizesAt(write, Number.MAX_SAFE_INTEGER));
    this.#stored = stored;
    const changed = [...sizes].filter(([series, size]) => !stored.has(series) || !isSameSize(stored.get(series) ?? null, size));
    for (let from = 0; from < changed.length; from += AT_ONCE) {
      const some = changed.slice(from, from + AT_ONCE);
      await write
        .insertInto("known_size")
        .values(some.map(([series_id, size]) => ({ series_id, at, kind: size?.kind ?? "none", size: size?.size ?? null })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      for (const [series, size] of some) stored.set(series, size);
    }
  }
}

/** Rows per statement. */
const AT_ONCE = 200;

/** Returns true if pages show two sizes alike. */
export function isSameSize(one: KnownSize, other: KnownSize): boolean {
  return one?.kind === other?.kind && one?.size === other?.size;
}
