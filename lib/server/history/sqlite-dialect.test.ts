import { Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { migrate } from "./migrations";
import { sqliteDialect, TookTooLong } from "./sqlite-dialect";
import { NOTHING, openSqliteSession, type SqliteAnswer } from "./sqlite-session";

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

it("tables whose making broke off are made at the next opening: of one step there is all or nothing", async () => {
  const session = openSqliteSession(":memory:", "write");
  let breaks = true;
  const sink = {
    execute(statement: string, parameters: readonly unknown[]) {
      if (breaks && parameters.includes("0002-tuned")) throw new Error("broken off");
      return session.execute(statement, parameters);
    },
  };
  const database = new Kysely<unknown>({ dialect: sqliteDialect([sink]) });
  await expect(migrate(database, "sqlite")).rejects.toThrow("broken off");
  breaks = false;
  await migrate(database, "sqlite");
  expect((await sql`select name from history_migration`.execute(database)).rows).toContainEqual({ name: "0002-tuned" });
  await database.destroy();
  session.close();
});
