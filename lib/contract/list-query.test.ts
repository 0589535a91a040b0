import { describe, expect, it } from "vitest";
import { formatListQuery, hasTerm, parseListQuery, parseTerms, type Term, toggleTerm } from "./list-query";

const zone: Term = { kind: "facet", facet: "zone", value: "eu-central-1a", negated: false };

describe("the filter box", () => {
  const cases: readonly [string, Term][] = [
    ["10.20.1", { kind: "text", text: "10.20.1", negated: false }],
    ["!vm-7", { kind: "text", text: "vm-7", negated: true }],
    ["zone:eu-central-1a", zone],
    ["!state:healthy", { kind: "facet", facet: "state", value: "healthy", negated: true }],
    ["app=checkout", { kind: "label", key: "app", value: "checkout", negated: false }],
    ["app==checkout", { kind: "label", key: "app", value: "checkout", negated: false }],
    ["app!=checkout", { kind: "label", key: "app", value: "checkout", negated: true }],
    ["app=*", { kind: "label", key: "app", value: null, negated: false }],
    ["topology.istio.io/network=vpc-1", { kind: "label", key: "topology.istio.io/network", value: "vpc-1", negated: false }],
    ['zone:"a b"', { kind: "facet", facet: "zone", value: "a b", negated: false }],
    ['"zone:x"', { kind: "text", text: "zone:x", negated: false }],
    ["fd00::1", { kind: "text", text: "fd00::1", negated: false }],
    ["zone:", { kind: "facet", facet: "zone", value: "", negated: false }],
    ["=x", { kind: "text", text: "=x", negated: false }],
  ];
  it.each(cases)("reads %s", (text, term) => {
    expect(parseTerms(text)).toEqual([term]);
  });

  it("spells every term so that reading it again gives the same term", () => {
    for (const [, term] of cases) expect(parseListQuery(formatListQuery({ clusters: [], namespaces: [], terms: [term], sort: "" })).terms).toEqual([term]);
  });

  it("takes a term twice as one", () => {
    expect(parseTerms("a a zone:x zone:x")).toHaveLength(2);
  });
});

describe("the URL of a list", () => {
  it("is the same for the same filter, in whatever order namespaces were picked", () => {
    expect(formatListQuery(parseListQuery("ns=b&ns=a&ns=a&sort=-age"))).toBe(formatListQuery(parseListQuery("sort=-age&ns=a&ns=b")));
  });

  it("survives hostile input without growing without bound", () => {
    const query = parseListQuery(`q=${"x ".repeat(5000)}&q=y&ns=${"n".repeat(9000)}`);
    expect(query.terms.length).toBeLessThanOrEqual(32);
    expect(query.namespaces[0]?.length).toBe(256);
  });

  it("toggles a facet on and off again", () => {
    const on = toggleTerm(parseListQuery(""), zone);
    expect(hasTerm(on, zone)).toBe(true);
    expect(toggleTerm(on, zone).terms).toEqual([]);
  });
});
