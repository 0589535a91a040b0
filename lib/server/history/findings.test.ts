import { expect, it, onTestFinished } from "vitest";
import { ActivityQuery, FindingChangesQuery, parseQueryValues } from "@/lib/contract/url/history-query";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Scope } from "@/lib/domain/source/scope";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";

const SECOND = 1_000;
const LOOK = 15 * SECOND;

/** A machine that has the defect STL117: neither an address nor a network. */
const broken = (name: string, own: Partial<WorkloadEntry> = {}) => anEntry({ uid: name, name, address: "", network: "", ...own });
const whole = (name: string, own: Partial<WorkloadEntry> = {}) => broken(name, { address: `10.0.0.${name.length}`, resourceVersion: "2", ...own });

type Played = Awaited<ReturnType<typeof rememberedFleet>>;

/** What the log and the comparison tell of some rules, and a way to look. */
function asked(played: Played, keeper: ReturnType<Played["recordFindings"]>, codes: readonly string[] = ["STL117"]) {
  const read = <S extends Parameters<typeof parseQueryValues>[0]>(schema: S, search: string) => {
    const parsed = parseQueryValues(schema, new URLSearchParams(search));
    if ("wayOut" in parsed) throw new Error(parsed.wayOut);
    return parsed.value;
  };
  const moment = (at: number | null) => (at === null ? "" : `${(at - NOW) / SECOND}`);
  return {
    look: async (ms = 0) => {
      await played.wait(ms);
      await keeper.look();
      await played.wait(0);
    },
    log: async (scope: Scope = ALL_IN_SIGHT, search = "") => {
      const query = read(ActivityQuery, `window=24h&${search}`) as ActivityQuery;
      const { rows } = await played.history.activity(query, scope);
      return rows
        .filter(({ to }) => codes.includes(to))
        .map(({ type, name, at, notBefore }) => `${type.replace("finding-", "")} ${name} ${moment(notBefore)}-${moment(at)}`);
    },
    compared: async (scope: Scope = ALL_IN_SIGHT) => {
      const answer = await played.history.findings(read(FindingChangesQuery, "window=24h") as FindingChangesQuery, scope);
      return answer.rules
        .filter(({ code }) => codes.includes(code))
        .map(({ code, before, now, appeared, resolved }) => [code, before, now, appeared, resolved]);
    },
    since: (part: string) => {
      const known = [...played.fleet.entries()].map((ref) => played.fleet.identityOf(ref)).find(({ name }) => name === part);
      const since = known && played.fleet.findingMemory.since(`STL117/prod-eu/${known.namespace}/${known.uid}`);
      return since ? [(since.at - NOW) / SECOND, since.notBefore === null ? null : (since.notBefore - NOW) / SECOND] : null;
    },
  };
}

async function aFleet(own: OwnDatabase, found: readonly WorkloadEntry[] = [], codes?: readonly string[]) {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
  onTestFinished(() => played.database.close());
  await played.live(found, [aGroup()]);
  const keeper = played.recordFindings();
  onTestFinished(() => keeper.stop());
  const tools = asked(played, keeper, codes);
  await tools.look();
  await tools.look(LOOK);
  return { played, keeper, ...tools };
}

onEachEngine("findings", (own) => {
  it("appeared when they began, once they held for half a minute, and are resolved in the same way", async () => {
    const { played, look, log, since, compared } = await aFleet(own, [whole("vm-1")]);
    await look(LOOK);
    played.upsert(broken("vm-1", { resourceVersion: "3" }));
    await look(LOOK);
    expect(await log()).toEqual([]);
    expect(since("vm-1")).toEqual([30, null]);
    await look(LOOK);
    await look(LOOK);
    expect(await log()).toEqual(["appeared vm-1 -30"]);
    expect(await compared()).toEqual([["STL117", 0, 1, 1, 0]]);
    played.upsert(whole("vm-1", { resourceVersion: "4" }));
    for (let n = 0; n < 4; n++) await look(LOOK);
    expect(await log()).toEqual(["resolved vm-1 -75", "appeared vm-1 -30"]);
    expect(since("vm-1")).toBeNull();
    expect(await compared()).toEqual([["STL117", 0, 0, 1, 1]]);
  });

  it("that only flash up are not told, and one that is gone for a moment goes on", async () => {
    const { played, look, log, since } = await aFleet(own, [whole("vm-1"), broken("vm-2")]);
    await look(2 * LOOK);
    played.upsert(broken("vm-1", { resourceVersion: "3" }), whole("vm-2", { resourceVersion: "3" }));
    await look(LOOK);
    played.upsert(whole("vm-1", { resourceVersion: "4" }), broken("vm-2", { resourceVersion: "4" }));
    for (let n = 0; n < 4; n++) await look(LOOK);
    expect(await log()).toEqual([]);
    expect(since("vm-2")).toEqual([15, -NOW / SECOND]);
  });

  it("that were there when the record began did not appear: they are there at least since then", async () => {
    const { look, log, since, compared } = await aFleet(own, [broken("vm-1")]);
    for (let n = 0; n < 3; n++) await look(LOOK);
    expect(await log()).toEqual([]);
    expect(since("vm-1")).toEqual([15, -NOW / SECOND]);
    expect(await compared()).toEqual([["STL117", 1, 1, 0, 0]]);
  });

  it("go on where another recorder goes on; what came and went meanwhile did so at some time in between", async () => {
    const { played, keeper, look } = await aFleet(own, [broken("stays"), broken("goes"), whole("comes")]);
    for (let n = 0; n < 4; n++) await look(LOOK);
    keeper.stop();
    await played.stop();
    await played.wait(600 * SECOND);
    const second = await rememberedFleet(played.clock, aWorld(), played.database, "second");
    await second.live([broken("stays"), whole("goes"), broken("comes")], [aGroup()]);
    const anew = second.recordFindings();
    onTestFinished(() => anew.stop());
    const tools = asked(second, anew);
    for (let n = 0; n < 6; n++) await tools.look(LOOK);
    expect(tools.since("stays")).toEqual([15, -NOW / SECOND]);
    expect((await tools.log()).sort()).toEqual(["appeared comes 75-705", "resolved goes 75-705"]);
  });

  it("neither appear nor are resolved while nobody looks", async () => {
    const { played, look, log, since } = await aFleet(own, [broken("vm-1"), whole("vm-2")]);
    for (let n = 0; n < 4; n++) await look(LOOK);
    played.blind("the API server is gone");
    played.upsert(whole("vm-1", { resourceVersion: "3" }), broken("vm-2", { resourceVersion: "3" }));
    for (let n = 0; n < 6; n++) await look(LOOK);
    expect(await log()).toEqual([]);
    expect(since("vm-1")).toEqual([15, -NOW / SECOND]);
    await played.live([whole("vm-1", { resourceVersion: "3" }), broken("vm-2", { resourceVersion: "3" })], [aGroup()]);
    for (let n = 0; n < 4; n++) await look(LOOK);
    expect((await log()).sort()).toEqual(["appeared vm-2 75-180", "resolved vm-1 75-180"]);
  });

  it("say where they went with what they were about", async () => {
    const { played, look } = await aFleet(own, [broken("vm-1")]);
    for (let n = 0; n < 3; n++) await look(LOOK);
    played.remove(broken("vm-1"));
    for (let n = 0; n < 4; n++) await look(LOOK);
    const query = { cluster: [], ns: [], group: null, name: "vm-1", uid: "", type: ["finding-resolved"], q: "", window: null, at: null, before: "", limit: 10 };
    const { rows } = await played.history.activity(query as ActivityQuery, ALL_IN_SIGHT);
    expect(rows[0]?.detail.split("\n").slice(0, 2)).toEqual(["An entry has neither an address nor a network", "what it was about is gone"]);
    expect(rows[0]?.about).toEqual({ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" });
  });

  it("are told to whoever sees what they rest on", async () => {
    const found = [whole("vm-1"), whole("vm-2", { namespace: "legacy", address: "10.0.0.9" })];
    const { played, look, log, compared } = await aFleet(own, found, ["STL115", "STL117"]);
    await look(LOOK);
    // Both have one address now (which rests on all entries), and a third one none.
    played.upsert(
      whole("vm-2", { namespace: "legacy", address: "10.0.0.4", resourceVersion: "3" }),
      whole("vm-1", { address: "10.0.0.4", resourceVersion: "3" }),
    );
    played.upsert(broken("vm-3"), broken("vm-4", { namespace: "legacy" }));
    for (let n = 0; n < 4; n++) await look(LOOK);
    expect((await log()).sort()).toEqual(["appeared vm-2 -30", "appeared vm-3 -30", "appeared vm-4 -30"]);
    expect(await log(sightOfNamespaces("shop"))).toEqual(["appeared vm-3 -30"]);
    expect(await log(sightOfNamespaces("nowhere"))).toEqual([]);
    expect(await compared(sightOfNamespaces("shop"))).toEqual([["STL117", 0, 1, 1, 0]]);
  });

  it("are written once by two recorders that see the same", async () => {
    const { played, look, log } = await aFleet(own, [whole("vm-1")]);
    const second = await rememberedFleet(played.clock, aWorld(), played.database, "second");
    await second.live([whole("vm-1")], [aGroup()]);
    const other = second.recordFindings();
    onTestFinished(() => other.stop());
    const tools = asked(second, other);
    for (let n = 0; n < 2; n++) await tools.look();
    for (const one of [played, second]) one.upsert(broken("vm-1", { resourceVersion: "3" }));
    for (let n = 0; n < 4; n++) {
      await look(LOOK);
      await tools.look();
    }
    expect(await log()).toEqual(["appeared vm-1 -15"]);
  });
});
