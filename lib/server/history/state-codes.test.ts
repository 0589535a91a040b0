import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { STATES } from "@/lib/domain/verdict/verdict";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { fixtureStory, putSqliteFixture } from "@/lib/testing/server/past-fixture";
import { pastStory } from "@/lib/testing/server/past-story";
import { ALL_IN_SIGHT } from "@/lib/testing/server/remembered-fleet";
import { createHistory } from "./create-history";
import { openDatabase } from "./open-database";

/** A later version, which shows two more states: one among the worst, one among those that are well. */
vi.mock("@/lib/domain/verdict/verdict", async (original) => {
  const module = await original<typeof import("@/lib/domain/verdict/verdict")>();
  const [first, second, ...rest] = module.STATES;
  return { ...module, STATES: [first, "quarantined", second, ...rest.slice(0, -1), "admired", ...rest.slice(-1)] };
});

it("a state that is added anywhere in the order of states re-labels nothing that is stored", async () => {
  expect(STATES.indexOf("healthy")).toBe(13);
  const folder = mkdtempSync(join(tmpdir(), "stolos-codes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  putSqliteFixture("0003", folder);
  const database = await openDatabase({ url: null, folder });
  onTestFinished(() => database.close());
  await database.prepare();
  const { end, told } = fixtureStory("0003");
  const fleet = liveFleet(["prod-eu"], () => end);
  const history = createHistory({ database, status: () => ({ kind: "recording", since: end, notice: "" }), fleet });
  expect(await pastStory(history, database, end, ALL_IN_SIGHT)).toMatchObject(told);
});
