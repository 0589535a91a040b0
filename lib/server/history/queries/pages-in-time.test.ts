import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openMemoryDatabase } from "@/lib/server/history/memory-database";
import { isAfter, mergedInTime, pagesInTime, type TimedRow } from "./pages-in-time";

async function allOf<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

async function* pagesOf<Row>(pages: readonly (readonly Row[])[]): AsyncGenerator<readonly Row[]> {
  yield* pages;
}

describe("pages in order of time", () => {
  it("have each row once, also if more rows than a page has are of one moment", async () => {
    const { write, read, close } = await openMemoryDatabase();
    const gauge = { cluster: "c", source: "s", namespace: "n", kind: "k" };
    const names = Array.from({ length: 2_500 }, (_, index) => ({ ...gauge, name: String(index) }));
    for (let first = 0; first < names.length; first += 500) {
      await write
        .insertInto("gauge")
        .values(names.slice(first, first + 500))
        .execute();
      const values = names
        .slice(first, first + 500)
        .map((_, index) => ({ gauge_id: first + index + 1, at: first === 0 ? 5 : 7, not_before: null, numbers: "{}" }));
      await write.insertInto("gauge_value").values(values).execute();
    }
    const readPage = (after: TimedRow, most: number) =>
      read
        .selectFrom("gauge_value")
        .select(["id", "at"])
        .where(isAfter("at", "id", after))
        .orderBy("at")
        .orderBy("id")
        .limit(most)
        .execute();
    const rows = await allOf(pagesInTime(4, readPage));
    expect(rows.map(({ id }) => id)).toEqual(names.map((_, index) => index + 1));
    expect((await allOf(pagesInTime(5, readPage))).map(({ at }) => at)).toEqual(names.slice(500).map(() => 7));
    await close();
  });

  it("are none after the last moment", async () => {
    expect(await allOf(pagesInTime(0, () => Promise.resolve([])))).toEqual([]);
  });

  it("reject with the error of a query", async () => {
    await expect(allOf(pagesInTime(0, () => Promise.reject(new Error("closed"))))).rejects.toThrow("closed");
  });
});

describe("merged sources", () => {
  it("are in order of time, and at one moment in the order of the sources", async () => {
    const page = fc.array(fc.nat(20), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(page, { maxLength: 4 }), { maxLength: 4 }), async (moments) => {
        const sources = moments.map((pages, source) => {
          const sorted = pages.flat().sort((a, b) => a - b);
          return pages.map((own) => sorted.splice(0, own.length).map((at) => ({ at, source })));
        });
        const merged = await allOf(mergedInTime(sources.map((pages) => pagesOf(pages))));
        expect(merged).toEqual(sources.flat(2).sort((a, b) => a.at - b.at || a.source - b.source));
      }),
    );
  });
});
