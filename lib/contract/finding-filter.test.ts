import { describe, expect, it } from "vitest";
import { findingsOfRule, parseFindingsQuery } from "./finding-filter";
import { formatListQuery } from "./list-query";

const spelled = (q: string) => new URLSearchParams(formatListQuery(parseFindingsQuery(new URLSearchParams({ q })))).get("q");

describe("the filter of findings", () => {
  it.each([
    ["severity:errors", "severity:error"],
    ["rule:STL101", "rule:clock-skew"],
    ["code:stl101", "rule:clock-skew"],
    ["about:machine", "kind:entry"],
    ["ns:shop 10.0.0.1", "namespace:shop 10.0.0.1"],
  ])("%s is read as %s", (written, read) => {
    expect(spelled(written)).toBe(read);
  });

  it("takes no rule that there is none of", () => {
    expect(parseFindingsQuery(new URLSearchParams({ q: "rule:STL999" })).terms).toMatchObject([{ kind: "misread", why: { code: "value" } }]);
  });

  it("the findings of a rule keep the places and the other words", () => {
    const query = parseFindingsQuery(new URLSearchParams({ ns: "shop", q: "severity:error rule:clock-skew" }));
    expect(formatListQuery(findingsOfRule(query, "duplicate-address"))).toBe("ns=shop&q=severity%3Aerror+rule%3Aduplicate-address");
  });
});
