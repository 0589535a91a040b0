import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aWorld, GRACE_MS, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { judgeEndings } from "./judge-endings";

onEachEngine("the cause of an end", (own) => {
  /** A machine that left and was removed after the grace period. */
  async function aLoss() {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    await played.live([anEntry()], [aGroup()]);
    await played.wait(60_000);
    const gone = anEntry({ resourceVersion: "1203", connectedAt: null, disconnectedAt: parseTimestamp(new Date(played.clock.now()).toISOString()) });
    played.upsert(gone);
    await played.wait(GRACE_MS + 100);
    played.remove(gone);
    await played.wait(60_000);
    const { write } = played.database;
    const causes = async () => (await write.selectFrom("transition").select(["to_word", "facts"]).where("type", "=", "ended").execute()).map((row) => row);
    return { write, causes };
  }

  it("is kept with its evidence, and not judged again by the same rule", async () => {
    const { write, causes } = await aLoss();
    const before = await causes();
    expect(before).toMatchObject([{ to_word: "left", facts: expect.stringContaining('"owner":{"kind":"there"}') }]);
    await sql`delete from version`.execute(write);
    await judgeEndings(write);
    expect(await causes()).toEqual(before);
  });

  it("is derived again by another rule from its evidence, also where its versions are pruned", async () => {
    const { write, causes } = await aLoss();
    const before = await causes();
    await sql`delete from version`.execute(write);
    await sql`update transition set to_word = 'deleted', facts = replace(facts, '"rule":1', '"rule":0') where type = 'ended'`.execute(write);
    await judgeEndings(write);
    expect(await causes()).toEqual(before);
  });

  it("is derived from the last version where an earlier version kept no evidence, and not known where that is pruned", async () => {
    const { write, causes } = await aLoss();
    await sql`update transition set to_word = 'deleted', facts = null where type = 'ended'`.execute(write);
    await judgeEndings(write);
    expect(await causes()).toMatchObject([{ to_word: "left", facts: expect.any(String) }]);
    await sql`delete from version`.execute(write);
    await sql`update transition set to_word = 'deleted', facts = null where type = 'ended'`.execute(write);
    await judgeEndings(write);
    expect(await causes()).toEqual([{ to_word: "unknown", facts: null }]);
  });
});
