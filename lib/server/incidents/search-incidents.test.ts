import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { aGroup, anEntry, aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { searchWithIncidents, storedIncidentHit } from "./search-incidents";

const sees = (namespaces: "all" | readonly string[]) =>
  scopeFromPermissions(new Map([["prod-eu", new Map(WATCHED_KINDS.map((kind) => [kind, namespaces] as const))]]));
const EVERYWHERE = sees("all");
const LEGACY = [3, 4].map((n) => aMember(n, { namespace: "legacy", group: "ledger" }));
const OPEN = anIncident({ key: "q7fd2k", members: [aMember(1), aMember(2), ...LEGACY], cause: { kind: "time-only", traits: [], group: null } });
const ENDED = anEndedIncident(anIncident({ key: "q9over", members: [aMember(5)] }), NOW - 3_600_000);

let fleet: ReturnType<typeof liveFleet>;
let lists: StandingLists;

beforeEach(() => {
  fleet = liveFleet(["prod-eu"], () => NOW);
  lists = new StandingLists(fleet);
  fleet.store.setWorld(aWorld([aReplica()]), NOW);
  fleet.store.upsertGroup(aGroup());
  for (let n = 10; n < 30; n++) fleet.store.upsertEntry(anEntry({ uid: `uid-${n}`, name: `checkout-${n}` }), NOW, "seen");
  fleet.incidentMemory.update([OPEN, ENDED]);
});

const found = (text: string, scope: Scope = EVERYWHERE) => searchWithIncidents(fleet, lists, text, scope);
const keys = (text: string, scope?: Scope) => found(text, scope).hits.flatMap(({ kind, name }) => (kind === "incident" ? [name] : []));

describe("the search of incidents", () => {
  it.each([
    ["by a whole key", "#q7fd2k", ["q7fd2k"]],
    ["by a part of a key, also without its mark", "7fd", ["q7fd2k"]],
    ["by the key of one that is over", " #Q9 ", ["q9over"]],
    ["by words of the title", "Cause not known", ["q7fd2k"]],
    ["by no key that is another's", "#q7fd3", []],
    ["by no title of one that is over", "at the peak", []],
    ["by no mark alone", "#", []],
  ])("finds them %s", (_, text, hits) => {
    expect(keys(text)).toEqual(hits);
  });

  it("finds nothing but incidents by a key with its mark, and after everything else without it", () => {
    expect(found("#checkout").hits).toEqual([]);
    const { hits, more } = found("checkout");
    expect(hits.map(({ kind }) => kind)).toEqual(["group", ...Array.from({ length: 8 }, () => "entry"), "incident"]);
    expect(more).toBe(true);
  });

  it("has the state and the title of the visible part", () => {
    expect(found("#q7fd2k").hits[0]?.detail).toBe("Open: Machines of legacy/ledger and shop/checkout, cause not known: 4 failed (HTTP probe failed)");
    const { hits } = found("#q7fd2k", sees(["shop"]));
    expect(hits[0]?.detail).toMatch(/2 failed/);
    expect(JSON.stringify(hits)).not.toMatch(/ledger|legacy|4 failed/);
  });

  it("finds nothing for a viewer who sees no machine of an incident, also by words about hidden machines", () => {
    for (const text of ["#q7fd2k", "q7fd2k", "failed", "cause"]) expect(keys(text, sees(["media"]))).toEqual([]);
    expect([keys("ledger", sees(["shop"])), keys("ledger")]).toEqual([[], ["q7fd2k"]]);
  });

  it("finds an incident by the key of one that became a part of it", () => {
    fleet.incidentMemory.update([anIncident({ key: "younger", members: [], state: "over", mergedInto: "q7fd2k" })]);
    expect([keys("#younger"), keys("#younger", sees(["media"]))]).toEqual([["q7fd2k"], []]);
  });

  it("finds an incident in the history by its whole key, for its viewers only", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld());
    onTestFinished(() => played.database.close());
    const store = new IncidentStore(played.database);
    const ended = anEndedIncident(anIncident({ key: "old2kk", members: [aMember(1), ...LEGACY] }), NOW + 60_000);
    await store.save({ cluster: "prod-eu", asOf: NOW, incidents: [ended], engine: { format: 1, body: "" } });
    const hit = (key: string, scope: Scope) => storedIncidentHit(played, { subject: scope.key, scope, mayWrite: false }, key);
    expect(await hit("old2kk", ALL_IN_SIGHT)).toMatchObject({ kind: "incident", name: "old2kk", detail: expect.stringMatching(/^Over: .*3 at the peak/) });
    const part = await hit("old2kk", sightOfNamespaces("shop"));
    expect(part?.detail).toMatch(/1 at the peak/);
    expect(part?.detail).not.toMatch(/ledger|3 at/);
    expect(await hit("old2kk", sightOfNamespaces("other"))).toBeNull();
    expect([await hit("old", ALL_IN_SIGHT), await hit("nothing", ALL_IN_SIGHT)]).toEqual([null, null]);
  });
});
