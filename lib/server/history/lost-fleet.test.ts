import { expect, it, onTestFinished } from "vitest";
import type { PastView } from "@/lib/contract/answers/history";
import type { EntriesHead } from "@/lib/contract/views/entries";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { pastView } from "@/lib/server/past-view";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aReport, aWorld, GRACE_MS, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { LostFleet } from "./lost-fleet";

const MINUTE = 60_000;
const at = (ms: number) => parseTimestamp(new Date(ms).toISOString());

const machine = (n: number, change: Partial<WorkloadEntry> = {}) =>
  anEntry({
    uid: `uid-${n}`,
    name: `vm-${n}`,
    address: `10.20.1.${n}`,
    locality: `eu/eu-${n < 3 ? "a" : "b"}`,
    network: n === 4 ? "" : "vpc-2",
    metadataLabels: sortedLabelSet([["app", n < 4 ? "checkout" : "cart"]]),
    connectedAt: at(NOW - MINUTE),
    ...change,
  });

/** Of six machines the first four vanish, a minute after another; the fourth failed its probe before. The fifth is drained and deleted, and the sixth stays. */
async function anIncident(own: OwnDatabase) {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
  onTestFinished(() => played.database.close());
  await played.live([machine(1), machine(2), machine(3), machine(4, { health: aReport("False", "HTTP 503") }), machine(5), machine(6)], [aGroup()]);
  for (const n of [1, 2, 3, 4]) {
    await played.wait(MINUTE - GRACE_MS);
    const { health } = machine(n, n === 4 ? { health: aReport("False", "HTTP 503") } : {});
    const gone = machine(n, { resourceVersion: `130${n}`, health, connectedAt: null, disconnectedAt: at(played.clock.now()) });
    played.upsert(gone);
    await played.wait(GRACE_MS);
    played.remove(gone);
  }
  const drained = machine(5, {
    resourceVersion: "1400",
    metadataLabels: sortedLabelSet([
      ["app", "cart"],
      ["istio.io/draining", "true"],
    ]),
  });
  played.upsert(drained);
  played.remove(drained);
  await played.wait(MINUTE);
  return played;
}

type Played = Awaited<ReturnType<typeof anIncident>>;

interface Asked {
  readonly q?: string;
  readonly more?: string;
  readonly at?: number | null;
  readonly offset?: number;
  readonly limit?: number;
  readonly scope?: typeof ALL_IN_SIGHT;
}

async function ask(
  { history, fleet }: Pick<Played, "history" | "fleet">,
  { q = "", more = "", at: end = null, offset = 0, limit = 50, scope = ALL_IN_SIGHT }: Asked = {},
) {
  const query = `${new URLSearchParams({ q: `state:vanished ${q}` })}${more}`;
  const view: PastView = await pastView(
    { history, fleet, lists: new StandingLists(fleet) },
    { subject: "somebody", scope, mayWrite: false },
    { kind: "entries", query, offset, limit, at: end },
  );
  // The server builds both from the contract's own types.
  return { head: view.head as unknown as EntriesHead, rows: view.rows as unknown as EntryRow[] };
}

const names = ({ rows }: { readonly rows: readonly EntryRow[] }) => rows.map(({ name }) => name.slice(3)).join("");

onEachEngine("those who vanished", (own) => {
  it("are found by every word that finds the living, newest first", async () => {
    const played = await anIncident(own);
    const found = new Map<string, string>();
    const cases = [
      ["", "4321"],
      ["zone:eu-a", "21"],
      ["!zone:eu-a", "43"],
      ["zone:eu-a zone:eu-b", "4321"],
      ["group:shop/checkout", "4321"],
      ["group:shop/cart", ""],
      ["network:none", "4"],
      ["app=checkout", "321"],
      ["app!=checkout", "4"],
      ["app=*", "4321"],
      ["10.20.1.2", "2"],
      ["VM-3", "3"],
      ["10.99", ""],
      ["origin:hand-written", ""],
    ] as const;
    for (const [q] of cases) found.set(q, names(await ask(played, { q })));
    expect([...found]).toEqual(cases);
  });

  it("are sorted and paged as the living are, and counted by facet without the facet's own filter", async () => {
    const played = await anIncident(own);
    expect(names(await ask(played, { more: "&sort=name" }))).toBe("1234");
    expect(names(await ask(played, { more: "&sort=-address" }))).toBe("4321");
    expect(names(await ask(played, { offset: 1, limit: 2 }))).toBe("32");
    const { head } = await ask(played, { q: "zone:eu-a" });
    expect(head).toMatchObject({ total: 4, matched: 2, problem: null });
    const facet = (key: string) => head.facets.find((one) => one.key === key)?.values.map(({ value, count }) => `${value} ${count}`);
    expect([facet("state"), facet("zone"), facet("network")]).toEqual([["vanished 2"], ["eu-a 2", "eu-b 2"], ["vpc-2 2"]]);
    expect((await ask(played, { q: "zone:eu-z" })).head.without).toContainEqual({ term: "zone:eu-z", matched: 4 });
    expect((await ask(played, { more: "&sort=nothing" })).head.problem).toContain('no column "nothing"');
  });

  it("say how they ended, what they last were, and who has their name", async () => {
    const played = await anIncident(own);
    played.upsert(machine(2, { uid: "uid-22" }));
    await played.wait(1000);
    const { rows } = await ask(played);
    expect(rows[0]).toMatchObject({ state: "vanished", since: NOW + 4 * MINUTE, sinceAtLeast: false, message: "HTTP 503" });
    expect(rows.map(({ ending }) => `${ending?.cause} ${ending?.lastState} ${ending?.replacedBy}`)).toEqual([
      "left unhealthy ",
      "left reconnecting ",
      "left reconnecting uid-22",
      "left reconnecting ",
    ]);
    const { head } = await ask(played);
    expect(head.facets.find(({ key }) => key === "state")?.values).toEqual([{ value: "vanished", count: 4, back: 1 }]);
  });

  it("come while somebody reads, and are let go where the window has passed them", async () => {
    const played = await anIncident(own);
    const within = { more: "&window=15m" };
    expect(names(await ask(played, within))).toBe("4321");
    await played.wait(11 * MINUTE);
    played.remove(machine(6));
    await played.wait(30_000);
    expect(names(await ask(played, within))).toBe("6432");
    expect(names(await ask(played))).toBe("64321");
    await played.wait(2 * MINUTE);
    expect(names(await ask(played, within))).toBe("64");
  });

  it("are told as of a moment of the past, and the record's reach with them", async () => {
    const played = await anIncident(own);
    const then = await ask(played, { at: NOW + 2 * MINUTE + 30_000 });
    expect(names(then)).toBe("21");
    expect(then.head.vanished).toMatchObject({ to: NOW + 2 * MINUTE + 30_000, older: 0, notRecordedMs: 0, recorded: { since: NOW } });
    expect(then.head.vanished?.from).toBeLessThan(NOW);
  });

  it("are nobody's business who may not see them", async () => {
    const played = await anIncident(own);
    const { head, rows } = await ask(played, { scope: sightOfNamespaces("other") });
    expect([head.total, head.matched, rows.length]).toEqual([0, 0, 0]);
    expect(head.facets.flatMap(({ values }) => values)).toEqual([]);
    expect(head.without).toEqual([]);
  });

  it("that are too many to be looked at are counted, as far as somebody may see them", async () => {
    const { database, fleet } = await anIncident(own);
    const lost = new LostFleet(fleet, 3);
    const span = { from: NOW, to: NOW + 10 * MINUTE };
    await lost.readTo(database.read, span);
    expect(lost.fleet.size).toBe(3);
    expect(await lost.older(database.read, span, ALL_IN_SIGHT)).toBe(1);
    expect(await lost.older(database.read, span, sightOfNamespaces("other"))).toBe(0);
  });
});
