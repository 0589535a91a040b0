import { describe, expect, it } from "vitest";
import { parseListQuery } from "@/lib/contract/list-query";
import { aLoss } from "@/lib/testing/history-answers";
import { anEntryRow } from "@/lib/testing/rows";
import { asksForLost, matchesLost } from "./lost-match";

const loss = aLoss({ row: anEntryRow({ state: "vanished", network: "" }) });
const terms = (q: string) => parseListQuery(new URLSearchParams({ q })).terms;

describe("a list of the lost", () => {
  it("is asked for by state:vanished, and not by its opposite", () => {
    expect(asksForLost({ terms: terms("zone:a state:vanished") })).toBe(true);
    expect(asksForLost({ terms: terms("!state:vanished") })).toBe(false);
    expect(asksForLost({ terms: terms("vanished") })).toBe(false);
  });

  it.each([
    ["state:vanished", true],
    ["state:vanished zone:eu-central-1a", true],
    ["state:vanished zone:eu-central-1b", false],
    ["state:vanished !zone:eu-central-1b", true],
    ["state:vanished group:shop/checkout replica:istiod-7c9f-b", true],
    ["state:vanished group:shop/cart", false],
    ["state:vanished network:none", true],
    ["state:vanished 10.20.1.14", true],
    ["state:vanished CHECKOUT", true],
    ["state:vanished 10.99", false],
    ["state:vanished app=checkout", false],
  ])("%s matches: %s", (q, expected) => {
    expect(matchesLost(loss, terms(q))).toBe(expected);
  });
});
