import { describe, expect, it } from "vitest";
import { MACHINE_FILTER } from "@/lib/contract/url/filter-term";
import { FINDING_FILTER, SERVICE_FILTER } from "@/lib/contract/url/list-filters";
import { isUnfinished, knownValues, lastWord, suggestionsFor, valueToSearch } from "./filter-suggestions";

const VALUES = knownValues([
  { key: "zone", values: ["eu-central-1a", "eu-central-1b", "us east"].map((value, at) => ({ value, count: 3 - at })), more: 0 },
  { key: "state", values: [{ value: "healthy", count: 40 }], more: 0 },
]);
const words = (draft: string) => suggestionsFor(draft, VALUES).map(({ word }) => word);

describe("what a filter suggests", () => {
  it.each([
    ["", []],
    ["z", ["zone:"]],
    ["10.2", []],
    ["re", ["region:", "replica:", "revision:"]],
    ["-zo", ["-zone:"]],
    ["ag", ["age>"]],
    ["zone:", ["zone:eu-central-1a", "zone:eu-central-1b", 'zone:"us east"']],
    ["app=x zone:1b", ["zone:eu-central-1b"]],
    ["-zone:eu-central-1a,eu", ["-zone:eu-central-1a,eu-central-1b"]],
    ["state:un", ["state:unhealthy", "state:unverified", "state:unreadable", "state:unchecked"]],
    ["state:lo", ["state:lost"]],
    ["state:van", ["state:vanished"]],
    [
      "state:",
      [
        "healthy",
        "unhealthy",
        "no-endpoint",
        "lost",
        "unverified",
        "disconnected",
        "unreadable",
        "draining",
        "starting",
        "overdue",
        "reconnecting",
        "not-checked",
      ].map((value) => `state:${value}`),
    ],
    ["state:healthy,start", ["state:healthy,starting"]],
    ["state:lost,van", []],
    ["foo:", []],
    ["age>5", []],
  ])("for %j: %j", (draft, suggested) => {
    expect(words(draft)).toEqual(suggested);
  });

  it.each([MACHINE_FILTER, SERVICE_FILTER, FINDING_FILTER].flatMap((grammar) => [...grammar.facets, ...grammar.compared].map((key) => ({ key, grammar }))))(
    "says what $key is about",
    ({ key, grammar }) => {
      const [suggested] = suggestionsFor(key, [], grammar).filter(({ word }) => word.slice(0, -1) === key);
      expect(suggested?.note).toMatch(/[a-z]/);
    },
  );

  it("says how many have a value, and the word of the pages for it", () => {
    expect(suggestionsFor("zone:1a", VALUES)[0]?.note).toBe("3");
    expect(suggestionsFor("state:healthy", VALUES)[0]?.note).toBe("40");
    expect(suggestionsFor("state:awa", VALUES)[0]?.note).toBe("Starting");
  });

  it.each([
    ["zone:eu", true],
    ["zone:", true],
    ["zone:eu-central-1a", false],
    ["zone:mars", false],
    ["state:unh", true],
    ["state:lost", false],
    ["state:los", true],
    ["state:foo", false],
    ["foo:bar", false],
    ["10.2", false],
  ])("%j is on its way: %s", (draft, unfinished) => {
    expect(isUnfinished(draft, VALUES)).toBe(unfinished);
  });

  it("knows which value is worth a search: one of a key that has more values than are counted", () => {
    const facets = [
      { key: "replica", values: [], more: 3 },
      { key: "zone", values: [], more: 0 },
    ];
    const searched = (draft: string) => valueToSearch(draft, facets);
    expect(searched("vm -replica:istiod-a,ist")).toEqual({ key: "replica", begun: "ist" });
    expect(["replica:", "zone:eu", "ist", "foo:ist"].map(searched)).toEqual([null, null, null, null]);
  });

  it("keeps blanks in quotes in one word", () => {
    expect(lastWord('app=x zone:"us e')).toEqual({ before: "app=x ", word: 'zone:"us e' });
  });
});
