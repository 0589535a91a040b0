import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SubjectKey } from "./history-record";
import { KnownIds } from "./known-ids";
import { openMemoryDatabase } from "./memory-database";
import type { HistoryDatabase } from "./open-database";

/** More than are remembered from one batch to the next. */
const MANY = 2_500;
const REMEMBERED = { subject: 2_000, series: 10, shape: 10 };

let database: HistoryDatabase;
beforeEach(async () => {
  database = await openMemoryDatabase();
});
afterEach(() => database.close());

const machine = (number: number): SubjectKey => ({ cluster: "c", kind: "entry", namespace: "shop", name: `vm-${number}`, uid: `uid-${number}` });
const machines = Array.from({ length: MANY }, (_, number) => machine(number));

function batch(ids: KnownIds, keys: readonly SubjectKey[]): Promise<void> {
  ids.beginBatch();
  return database.write.transaction().execute((tables) => ids.learnSubjects(tables, keys));
}

describe("numbers of rows", () => {
  it("are all known within the batch that learns them, however many", async () => {
    const ids = new KnownIds(REMEMBERED);
    await batch(ids, machines);
    expect(new Set(machines.map((key) => ids.subject(key))).size).toBe(MANY);
  });

  it("that were forgotten are looked up again, and no row is inserted", async () => {
    const ids = new KnownIds(REMEMBERED);
    await batch(ids, machines);
    const inOrder = machines.toSorted((one, other) => ids.subject(one) - ids.subject(other));
    const [first = machine(-1), last = machine(-1)] = [inOrder[0], inOrder.at(-1)];
    const number = ids.subject(first);
    ids.beginBatch();
    expect(() => ids.subject(first)).toThrow("not found under the name");
    expect(ids.subject(last)).toBe(MANY);
    await batch(ids, [first, machine(MANY)]);
    expect([ids.subject(first), ids.subject(machine(MANY))]).toEqual([number, MANY + 1]);
    const rows = await database.read.selectFrom("subject").select("id").execute();
    expect(rows).toHaveLength(MANY + 1);
  });
});
