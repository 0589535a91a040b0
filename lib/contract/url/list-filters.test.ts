import { describe, expect, it } from "vitest";
import { formatTerm, isInvalidTerm } from "./filter-term";
import { parseFindingsQuery, parseServicesQuery, ruleFindingsQuery, servicesSelectingLabelQuery } from "./list-filters";
import { formatListQuery, parseMachinesQuery } from "./list-query";

const spelled = (q: string) => new URLSearchParams(formatListQuery(parseFindingsQuery(new URLSearchParams({ q })))).get("q");

describe("the filter of findings", () => {
  it.each([
    ["severity:errors", "severity:error"],
    ["rule:STL101", "rule:clock-skew"],
    ["code:stl101", "rule:clock-skew"],
    ["about:machine", "kind:entry"],
    ["ns:shop 10.0.0.1", "namespace:shop 10.0.0.1"],
  ])("the filter of findings reads %s as %s", (written, read) => {
    expect(spelled(written)).toBe(read);
  });

  it("the filter of findings rejects a rule that does not exist", () => {
    expect(parseFindingsQuery(new URLSearchParams({ q: "rule:STL999" })).terms).toMatchObject([{ kind: "misread", why: { code: "value" } }]);
  });

  it("the filter of findings keeps namespaces and other terms when it selects a rule", () => {
    const query = parseFindingsQuery(new URLSearchParams({ ns: "shop", q: "severity:error rule:clock-skew" }));
    expect(formatListQuery(ruleFindingsQuery(query, "duplicate-address"))).toBe("ns=shop&q=severity%3Aerror+rule%3Aduplicate-address");
  });
});

const wordsOf = (text: string) => parseServicesQuery(new URLSearchParams({ q: text })).terms;

describe("the filter of services", () => {
  it.each([
    ["status:nobody", "status:nobody"],
    ["state:missing", "status:missing"],
    ['status:"takes nobody"', "status:takes-nobody"],
    ["answers:pod,machines", "answers:pods answers:machines"],
    ["owner:se", "kind:serviceentry"],
    ["-caller:shop", "!caller:shop"],
    ["app=checkout", "app=checkout"],
    ["10.0.0.1 soap", "10.0.0.1 soap"],
  ])("the filter of services reads %s without a misread term", (text, words) => {
    expect(wordsOf(text).map(formatTerm).join(" ")).toBe(words);
    expect(wordsOf(text).some(isInvalidTerm)).toBe(false);
  });

  it.each([
    ["zone:eu-a", "key"],
    ["age>5d", "not-compared"],
    ["status:sad", "value"],
    ["answers:", "no-value"],
  ])("the filter of services returns a misread term with its reason for %s", (text, code) => {
    const [term] = wordsOf(text);
    expect(term?.kind === "misread" && term.why.code).toBe(code);
  });

  it("the filter of services does not change the filter of machines", () => {
    expect(parseMachinesQuery("q=status:unhealthy").terms).toEqual([{ kind: "facet", facet: "state", value: "unhealthy", negated: false }]);
    expect(parseMachinesQuery("q=answers:pods").terms.every(isInvalidTerm)).toBe(true);
  });

  it("the filter of services finds services by a label in their selector", () => {
    expect(formatListQuery(servicesSelectingLabelQuery("eu", "shop", "app", "check out"))).toBe("cluster=eu&ns=shop&q=app%3D%22check+out%22");
  });
});
