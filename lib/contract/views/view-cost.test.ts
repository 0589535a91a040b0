import { describe, expect, it } from "vitest";
import { MAX_VIEWS_PER_STREAM, type ViewRequest } from "./view";
import { canonicalView, MAX_STREAM_COST, viewCostOf, viewsWithinCost } from "./view-cost";

const view = (change: Partial<ViewRequest> = {}): ViewRequest => ({ id: 1, kind: "entries", query: "", offset: 0, limit: 60, ...change });

describe("what a view costs", () => {
  it.each([
    ["a head", view({ kind: "shell", limit: 0 }), 20],
    ["a list and its rows", view(), 160],
    ["a list of a filter with two words", view({ query: "q=a+state:healthy" }), 200],
    ["one machine", view({ kind: "entry", query: "cluster=c&ns=n&name=a", limit: 0 }), 10],
  ])("in rows: %s", (_what, asked, cost) => {
    expect(viewCostOf(asked)).toBe(cost);
  });

  it("lets a stream have dozens of pages, and never as many of the longest lists as it has views", () => {
    const page = [view({ kind: "shell", limit: 0 }), view({ limit: 150 })];
    expect(viewsWithinCost(Array.from({ length: 25 }, () => page).flat())).toHaveLength(50);
    const longest = Array.from({ length: MAX_VIEWS_PER_STREAM }, (_, id) => view({ id, query: `q=!z${id}&sort=-age`, limit: 500 }));
    expect(viewsWithinCost(longest).length).toBeLessThan(16);
    expect(viewsWithinCost(longest).reduce((sum, one) => sum + viewCostOf(one), 0)).toBeLessThanOrEqual(MAX_STREAM_COST);
  });
});

describe("equal views", () => {
  it.each<[string, Partial<ViewRequest>, Partial<ViewRequest>]>([
    ["fields that nobody reads", { query: "q=a&x=1" }, { query: "q=a" }],
    ["the order of fields and values", { query: "sort=name&ns=b&ns=a" }, { query: "ns=a&ns=b&sort=name" }],
    ["several namespaces with a comma", { kind: "fleet", query: "ns=b,a" }, { kind: "fleet", query: "ns=a&ns=b" }],
    ["a filter of the whole fleet's head", { kind: "fleet", query: "ns=a&q=x&sort=age" }, { kind: "fleet", query: "ns=a" }],
    [
      "the window of a view without rows",
      { kind: "group", query: "cluster=c&ns=n&name=g", limit: 500, offset: 7 },
      { kind: "group", query: "name=g&ns=n&cluster=c" },
    ],
    ["whatever is asked of the frame", { kind: "shell", query: "x=1", limit: 9 }, { kind: "shell", query: "y", offset: 3 }],
  ])("are spelled equally: %s", (_what, one, other) => {
    expect(canonicalView(view(one))).toEqual(canonicalView(view(other)));
  });

  it("are not those of another filter, window or incarnation", () => {
    const spelled = (change: Partial<ViewRequest>) => JSON.stringify(canonicalView(view(change)));
    expect(spelled({ query: "q=a" })).not.toBe(spelled({ query: "q=b" }));
    expect(spelled({ limit: 60 })).not.toBe(spelled({ limit: 61 }));
    const one = { kind: "entry", query: "cluster=c&ns=n&name=a&uid=1" } as const;
    expect(spelled(one)).not.toBe(spelled({ ...one, query: "cluster=c&ns=n&name=a&uid=2" }));
  });
});
