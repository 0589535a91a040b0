import { describe, expect, it } from "vitest";
import type { Term } from "./filter-term";
import { formatListQuery, hasTerm, parseMachinesQuery, toggleTerm } from "./list-query";
import { queryBoundsProblem } from "./query-bounds";

const zone: Term = { kind: "facet", facet: "zone", value: "eu-central-1a", negated: false };

describe("the URL of a list", () => {
  it("the URL of a list is the same for equal filters with another order of namespaces", () => {
    expect(formatListQuery(parseMachinesQuery("ns=b&ns=a&ns=a&sort=-age"))).toBe(formatListQuery(parseMachinesQuery("sort=-age&ns=a&ns=b")));
  });

  it("the URL of a list lists several namespaces with commas or by repetition", () => {
    const repeated = parseMachinesQuery("ns=legacy&ns=payments&ns=shop");
    for (const spelled of ["ns=shop,legacy,payments", "ns=shop%2C%20legacy,&ns=payments"]) expect(parseMachinesQuery(spelled)).toEqual(repeated);
  });

  it("the URL of a list limits the number and length of values from hostile input", () => {
    const query = parseMachinesQuery(`q=${"x ".repeat(5000)}&q=y&ns=${"n".repeat(9000)}`);
    expect(query.terms.length).toBeLessThanOrEqual(32);
    expect(query.namespaces[0]?.length).toBe(256);
  });

  it("the URL of a list stays within the limits of the server for a long filter", () => {
    const terms = (count: number, length: number): Term[] =>
      Array.from({ length: count }, (_, at) => ({ kind: "text", text: `${at}`.padEnd(length, "x"), negated: false }));
    for (const query of [terms(40, 3), terms(32, 250)]) {
      const search = formatListQuery({ clusters: [], namespaces: [], terms: query, sort: "" });
      expect(queryBoundsProblem(new URLSearchParams(search))).toBeNull();
      expect(parseMachinesQuery(search).terms.length).toBeGreaterThan(10);
    }
  });

  it("the URL of a list gains a facet by the first toggle and loses it by the second", () => {
    const on = toggleTerm(parseMachinesQuery(""), zone);
    expect(hasTerm(on, zone)).toBe(true);
    expect(toggleTerm(on, zone).terms).toEqual([]);
  });
});
