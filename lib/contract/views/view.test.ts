import { describe, expect, it } from "vitest";
import { canonicalViewRequest, MAX_STREAM_COST, MAX_VIEWS_PER_STREAM, type ViewRequest, viewCostOf, viewsWithinCost } from "./view";

const view = (change: Partial<ViewRequest> = {}): ViewRequest => ({ id: 1, kind: "entries", query: "", offset: 0, limit: 60, ...change });

describe("the cost of views", () => {
  it.each([
    ["a head", view({ kind: "shell", limit: 0 }), 20],
    ["a list and its rows", view(), 160],
    ["a list with two filter terms", view({ query: "q=a+state:healthy" }), 200],
    ["one machine", view({ kind: "entry", query: "cluster=c&ns=n&name=a", limit: 0 }), 10],
  ])("counts in rows for %s", (_what, asked, cost) => {
    expect(viewCostOf(asked)).toBe(cost);
  });

  it("allows 25 open pages on a stream, but fewer than 16 of the longest lists", () => {
    const page = [view({ kind: "shell", limit: 0 }), view({ limit: 150 })];
    expect(viewsWithinCost(Array.from({ length: 25 }, () => page).flat())).toHaveLength(50);
    const longest = Array.from({ length: MAX_VIEWS_PER_STREAM }, (_, id) => view({ id, query: `q=!z${id}&sort=-age`, limit: 500 }));
    expect(viewsWithinCost(longest).length).toBeLessThan(16);
    expect(viewsWithinCost(longest).reduce((sum, one) => sum + viewCostOf(one), 0)).toBeLessThanOrEqual(MAX_STREAM_COST);
  });
});

describe("canonicalView", () => {
  it.each<[string, Partial<ViewRequest>, Partial<ViewRequest>]>([
    ["unknown fields of the query", { query: "q=a&x=1" }, { query: "q=a" }],
    ["the order of fields and values", { query: "sort=name&ns=b&ns=a" }, { query: "ns=a&ns=b&sort=name" }],
    ["a comma between namespaces", { kind: "fleet", query: "ns=b,a" }, { kind: "fleet", query: "ns=a&ns=b" }],
    ["a filter on the view of the whole fleet", { kind: "fleet", query: "ns=a&q=x&sort=age" }, { kind: "fleet", query: "ns=a" }],
    [
      "the window of a view without rows",
      { kind: "group", query: "cluster=c&ns=n&name=g", limit: 500, offset: 7 },
      { kind: "group", query: "name=g&ns=n&cluster=c" },
    ],
    ["the query and the window of the view 'shell'", { kind: "shell", query: "x=1", limit: 9 }, { kind: "shell", query: "y", offset: 3 }],
  ])("returns equal views for requests that differ only in %s", (_what, one, other) => {
    expect(canonicalViewRequest(view(one))).toEqual(canonicalViewRequest(view(other)));
  });

  it("returns different views for another filter, window or uid of an entry", () => {
    const spelled = (change: Partial<ViewRequest>) => JSON.stringify(canonicalViewRequest(view(change)));
    expect(spelled({ query: "q=a" })).not.toBe(spelled({ query: "q=b" }));
    expect(spelled({ limit: 60 })).not.toBe(spelled({ limit: 61 }));
    const one = { kind: "entry", query: "cluster=c&ns=n&name=a&uid=1" } as const;
    expect(spelled(one)).not.toBe(spelled({ ...one, query: "cluster=c&ns=n&name=a&uid=2" }));
  });
});
