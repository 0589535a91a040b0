import { beforeEach, describe, expect, it, vi } from "vitest";
import { scopeFromPermissions, type Viewer } from "@/lib/domain/source/scope";
import { ScopedFindings } from "@/lib/server/findings/scoped-findings";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { anEntry, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { type PageViewRequest, PageViews } from "./page-views";
import { UnreadableQuery, type ViewContext, type ViewSource } from "./view-source";
import { VIEWS, type Views } from "./views/catalogue";

const CLUSTER = "prod-eu";
const viewerOf = (subject: string, ...namespaces: string[]): Viewer => ({
  subject,
  mayWrite: false,
  scope: scopeFromPermissions(new Map([[CLUSTER, new Map([["workloadentries", namespaces.length === 0 ? ("all" as const) : namespaces] as const])]])),
});
const ANNA = viewerOf("anna");
const ENTRIES: PageViewRequest = { kind: "entries", query: "", offset: 0, limit: 60 };

let clock: ManualClock;
let fleet: ReturnType<typeof liveFleet>;
let computed: string[];
let open: number;

type AnyOpener = (context: ViewContext) => ViewSource;

/** Counts the calls of the product's views. */
const counted = (views: Views): Views => {
  const count =
    (kind: string, opener: AnyOpener): AnyOpener =>
    (context) => {
      const source = opener(context);
      open++;
      return {
        compute: () => {
          computed.push(`${kind} ${context.query}`.trim());
          return source.compute();
        },
        close: () => {
          open--;
          source.close();
        },
      };
    };
  return Object.fromEntries(Object.entries(views).map(([kind, opener]) => [kind, count(kind, opener)])) as unknown as Views;
};

beforeEach(() => {
  clock = new ManualClock(NOW);
  fleet = liveFleet([CLUSTER], clock.now);
  [computed, open] = [[], 0];
  machine("shop", "vm-1");
});

const machine = (namespace: string, name: string) =>
  fleet.store.upsertEntry(anEntry({ cluster: CLUSTER, namespace, uid: `${namespace}-${name}`, name }), clock.now(), "seen");
const pageViews = (views: Views = VIEWS) => new PageViews({ fleet, lists: new StandingLists(fleet), views: counted(views), clock });
const namesOf = async (state: ReturnType<PageViews["state"]>) => (await state).rows.map((row) => (row as { name?: unknown }).name);

describe("the views of first paints", () => {
  it("compute once for equal requests of equal scope, for all viewers and spellings of the query", async () => {
    const pages = pageViews();
    const states = await Promise.all([
      pages.state(ANNA, { ...ENTRIES, query: "q=vm&sort=name" }),
      pages.state(viewerOf("ben"), { ...ENTRIES, query: "sort=name&q=vm" }),
      pages.state(ANNA, { ...ENTRIES, query: "q=vm&sort=name" }),
    ]);
    expect(computed).toHaveLength(1);
    expect(new Set(states).size).toBe(1);
  });

  it("never share between different scopes", async () => {
    const pages = pageViews();
    machine("legacy", "vm-2");
    expect(await namesOf(pages.state(ANNA, ENTRIES))).toEqual(["vm-2", "vm-1"]);
    expect(await namesOf(pages.state(viewerOf("anna", "shop"), ENTRIES))).toEqual(["vm-1"]);
    expect(await namesOf(pages.state(viewerOf("ben", "legacy"), ENTRIES))).toEqual(["vm-2"]);
  });

  it("show a change after a quarter of a second at the latest", async () => {
    const pages = pageViews();
    await pages.state(ANNA, ENTRIES);
    machine("shop", "vm-2");
    clock.advance(249);
    await pages.state(ANNA, ENTRIES);
    expect(computed).toHaveLength(1);
    clock.advance(1);
    expect(await namesOf(pages.state(ANNA, ENTRIES))).toEqual(["vm-1", "vm-2"]);
    clock.advance(999);
    await pages.state(ANNA, ENTRIES);
    expect(computed).toHaveLength(2);
    clock.advance(1);
    await pages.state(ANNA, ENTRIES);
    expect(computed).toHaveLength(3);
  });

  it("show a change of one object at once", async () => {
    const pages = pageViews();
    const request = { kind: "entry", query: `cluster=${CLUSTER}&ns=shop&name=vm-2`, offset: 0, limit: 0 } as const;
    expect((await pages.state(ANNA, request)).head).toMatchObject({ found: false });
    machine("shop", "vm-2");
    expect((await pages.state(ANNA, request)).head).toMatchObject({ found: true });
  });

  it("close 20 seconds after the last request", async () => {
    const pages = pageViews();
    await pages.state(ANNA, ENTRIES);
    clock.advance(15_000);
    await pages.state(ANNA, ENTRIES);
    clock.advance(10_000);
    expect([pages.size, open]).toEqual([1, 1]);
    clock.advance(20_000);
    expect([pages.size, open, pages.bytes, clock.timers]).toEqual([0, 0, 0, 0]);
  });

  it("stay below 32, and close the least recently used one", async () => {
    const pages = pageViews();
    await pages.state(ANNA, ENTRIES);
    for (let at = 0; at < 31; at++) await pages.state(ANNA, { ...ENTRIES, query: `q=vm-${at}` });
    await pages.state(ANNA, ENTRIES);
    for (let at = 31; at < 60; at++) await pages.state(ANNA, { ...ENTRIES, query: `q=vm-${at}` });
    expect([pages.size, open]).toEqual([32, 32]);
    await pages.state(ANNA, ENTRIES);
    expect(computed.filter((view) => view === "entries")).toHaveLength(1);
  });

  it("stay below 16 MB", async () => {
    const large: AnyOpener = () => ({ compute: () => ({ head: { text: "x".repeat(5_000_000) }, rows: [] }), close: () => undefined });
    const pages = pageViews({ ...VIEWS, entries: large as Views["entries"] });
    for (let at = 0; at < 5; at++) await pages.state(ANNA, { ...ENTRIES, query: `q=vm-${at}` });
    expect(pages.size).toBe(3);
    expect(pages.bytes).toBeLessThan(16_000_000);
  });

  it("are opened again after a failed computation, and store nothing for an unreadable query", async () => {
    let fails = true;
    const failing: AnyOpener = (context) => ({
      ...VIEWS.entries(context),
      compute: () => {
        if (fails) throw new Error("planted");
        return { head: {}, rows: [] };
      },
    });
    const pages = pageViews({ ...VIEWS, entries: failing as Views["entries"] });
    await expect(pages.state(ANNA, ENTRIES)).rejects.toThrow("planted");
    fails = false;
    await expect(pages.state(ANNA, ENTRIES)).resolves.toEqual({ head: {}, rows: [] });
    await expect(pages.state(ANNA, { ...ENTRIES, kind: "entry", query: "name=web" })).rejects.toBeInstanceOf(UnreadableQuery);
    expect([pages.size, open]).toEqual([1, 1]);
  });

  it.each(["what-if", "service"] as const)("are opened again for each state where the view itself repeats one: %s", async (kind) => {
    let opened = 0;
    const repeating: AnyOpener = () => {
      const number = ++opened;
      return { compute: () => ({ head: { number }, rows: [] }), close: () => undefined };
    };
    const pages = pageViews({ ...VIEWS, [kind]: repeating });
    const numberOf = async () => Reflect.get((await pages.state(ANNA, { kind, query: "", offset: 0, limit: 0 })).head, "number");
    expect(await numberOf()).toBe(1);
    clock.advance(999);
    expect(await numberOf()).toBe(1);
    clock.advance(1);
    expect([await numberOf(), pages.size]).toEqual([2, 1]);
  });

  it("stay closed once the server stops", async () => {
    const pages = pageViews();
    await pages.state(ANNA, ENTRIES);
    pages.close();
    await expect(pages.state(ANNA, ENTRIES)).rejects.toThrow("The server is stopping.");
    expect([pages.size, open]).toEqual([0, 0]);
  });

  it.each(["findings", "group-findings", "found-on", "findings-of"] as const)("leave the evaluation of rules to slices: %s", async (kind) => {
    const evaluate = vi.spyOn(ScopedFindings.prototype, "run");
    let evaluatedByPage = 0;
    const noting: AnyOpener = (context) => {
      const source = VIEWS[kind](context);
      return {
        ...source,
        compute: () => {
          const before = evaluate.mock.calls.length;
          const state = source.compute();
          evaluatedByPage += evaluate.mock.calls.length - before;
          return state;
        },
      };
    };
    const query = { "found-on": "map=localities", "findings-of": `of=WorkloadEntry&cluster=${CLUSTER}&ns=shop&name=vm-1` }[String(kind)] ?? "";
    const pages = pageViews({ ...VIEWS, [kind]: noting });
    expect((await pages.state(ANNA, { kind, query, offset: 0, limit: 60 })).head).toMatchObject({ settled: true });
    expect([evaluate.mock.calls.length > 0, evaluatedByPage]).toEqual([true, 0]);
    evaluate.mockRestore();
    pages.close();
  });
});
