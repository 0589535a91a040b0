import { type SqlBool, sql } from "kysely";

/** Rows per query. The event loop needs a few milliseconds for them. */
const MOST_ROWS = 500;

/** A row with its moment, in milliseconds. Rows of one moment are in the order of their numbers. */
export interface TimedRow {
  readonly id: number;
  readonly at: number;
}

/** Reads the rows after a row, in order of time, at most `most`. */
export type PageReader<Row> = (after: TimedRow, most: number) => Promise<readonly Row[]>;

/** Yields the rows after a moment page by page, in order of time. The database reads the next page while the caller uses one. Milliseconds. */
export async function* pagesInTime<Row extends TimedRow>(from: number, read: PageReader<Row>): AsyncGenerator<readonly Row[]> {
  let next = read({ id: Number.MAX_SAFE_INTEGER, at: from }, MOST_ROWS);
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    if (last === undefined) return;
    const isEnd = rows.length < MOST_ROWS;
    if (!isEnd) {
      next = read(last, MOST_ROWS);
      // A caller that stops early does not wait for it.
      next.catch(() => undefined);
    }
    yield rows;
    if (isEnd) return;
  }
}

/** The condition that a row comes after another one in this order. `at` and `id`: the names of its columns. */
export function isAfter(at: string, id: string, after: TimedRow) {
  const [moment, number] = [sql.ref<number>(at), sql.ref<number>(id)];
  return sql<SqlBool>`${moment} >= ${after.at} and (${moment} > ${after.at} or ${number} > ${after.id})`;
}

/**
 * Merges sources of which each is in order of time. Yields batches in order of time; at one moment those of an earlier source come first. It stores one page of
 * each source.
 */
export async function* mergedInTime<Step extends { readonly at: number }>(sources: readonly AsyncIterator<readonly Step[]>[]): AsyncGenerator<readonly Step[]> {
  const heads = await Promise.all(sources.map((source) => Head.of(source)));
  for (let open = heads.filter(({ isEnded }) => !isEnded); open.length > 0; open = open.filter(({ isEnded }) => !isEnded)) {
    const batch: Step[] = [];
    for (let first = earliest(open); first !== null; first = earliest(open)) batch.push(first.take());
    if (batch.length > 0) yield batch;
    for (const head of open) if (head.isEmpty) await head.read();
  }
}

/** The page of one source that is not used up. */
class Head<Step extends { readonly at: number }> {
  #page: readonly Step[] = [];
  #index = 0;
  isEnded = false;

  private constructor(private readonly source: AsyncIterator<readonly Step[]>) {}

  static async of<Step extends { readonly at: number }>(source: AsyncIterator<readonly Step[]>): Promise<Head<Step>> {
    const head = new Head(source);
    await head.read();
    return head;
  }

  get isEmpty(): boolean {
    return !this.isEnded && this.#index >= this.#page.length;
  }

  get at(): number {
    return this.#page[this.#index]?.at ?? Number.POSITIVE_INFINITY;
  }

  take(): Step {
    const step = this.#page[this.#index];
    if (step === undefined) throw new Error("The page is used up.");
    this.#index++;
    return step;
  }

  async read(): Promise<void> {
    do {
      const { done, value } = await this.source.next();
      this.#index = 0;
      this.#page = done === true ? [] : value;
      this.isEnded = done === true;
    } while (this.isEmpty);
  }
}

/** Returns the source with the earliest step; null = one of them must be read first. */
function earliest<Step extends { readonly at: number }>(heads: readonly Head<Step>[]): Head<Step> | null {
  let first: Head<Step> | null = null;
  for (const head of heads) {
    if (head.isEmpty) return null;
    if (head.at < (first?.at ?? Number.POSITIVE_INFINITY)) first = head;
  }
  return first;
}
