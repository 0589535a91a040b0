import { Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { sqliteDialect, TookTooLong } from "./sqlite-dialect";
import { NOTHING, type SqliteAnswer } from "./sqlite-session";

const one: SqliteAnswer = { ...NOTHING, columns: ["n"], rows: [[1]] };

it("a question without an answer is given up, holds up nobody, and its thread takes nothing new until it is through", async () => {
  const asked: string[] = [];
  let finish: () => void = () => undefined;
  const stuck = new Promise<SqliteAnswer>((resolve) => {
    finish = () => resolve(one);
  });
  const sinkOf = (name: string) => ({
    execute: (statement: string) => {
      asked.push(`${name}: ${statement}`);
      return statement === "slow" ? stuck : one;
    },
  });
  const database = new Kysely<unknown>({ dialect: sqliteDialect([sinkOf("a"), sinkOf("b")], 5) });
  await expect(sql`slow`.execute(database)).rejects.toThrow(TookTooLong);
  for (let at = 0; at < 3; at++) expect((await sql`quick`.execute(database)).rows).toEqual([{ n: 1 }]);
  expect(asked).toEqual(["a: slow", "b: quick", "b: quick", "b: quick"]);
  finish();
  await stuck;
  await Promise.all([sql`quick`.execute(database), sql`quick`.execute(database)]);
  expect(asked.slice(4).sort()).toEqual(["a: quick", "b: quick"]);
});
