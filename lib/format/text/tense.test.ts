import { expect, it } from "vitest";
import { be, have, momentOf, PAST, PRESENT, tenseOf, verb, verbOf } from "./tense";

const T = Date.UTC(2026, 10, 21, 3, 12, 24);
const DAY_MS = 86_400_000;

it.each([
  [{ kind: "live" }, { past: false }],
  [
    { kind: "stale", asOf: T },
    { past: true, at: "at 03:12:24", moment: T },
  ],
  [
    { kind: "stale", asOf: T - DAY_MS },
    { past: true, at: "at 20 Nov 03:12:24", moment: T - DAY_MS },
  ],
  [
    { kind: "stale", asOf: null },
    { past: true, at: "when last seen", moment: null },
  ],
] as const)("has the tense of a page with the freshness %j", (freshness, tense) => {
  expect(tenseOf(freshness as Parameters<typeof tenseOf>[0], "utc", T + 1000)).toEqual(tense);
});

it("stops ages at the last known moment of a page", () => {
  expect(momentOf({ past: false }, 5)).toBe(5);
  expect(momentOf({ past: true, at: "", moment: 3 }, 5)).toBe(3);
  expect(momentOf({ past: true, at: "", moment: null }, 5)).toBe(5);
});

it("adds the moment to a verb in the past tense", () => {
  expect(verbOf({ past: false }, "serve", "served")).toBe("serve");
  expect(verbOf({ past: true, at: "at 03:12:24", moment: T }, "serve", "served")).toBe("served at 03:12:24");
});

it.each([
  [0, PRESENT, "are", "have"],
  [1, PRESENT, "is", "has"],
  [2, PRESENT, "are", "have"],
  [0, PAST, "were", "had"],
  [1, PAST, "was", "had"],
  [2, PAST, "were", "had"],
])("with the count %d and %j uses %s and %s", (count, tense, being, having) => {
  expect([be(count, tense), have(count, tense)]).toEqual([being, having]);
});

it("uses the present tense without a tense", () => {
  expect([be(1), have(1), verb(1, "go")]).toEqual(["is", "has", "goes"]);
});

it.each([
  ["serve", "serves", "served"],
  ["reconnect", "reconnects", "reconnected"],
  ["match", "matches", "matched"],
  ["pass", "passes", "passed"],
  ["carry", "carries", "carried"],
  ["stay", "stays", "stayed"],
])("conjugates %s as %s and %s", (base, present, past) => {
  expect([verb(1, base), verb(2, base), verb(1, base, PAST), verb(2, base, PAST)]).toEqual([present, base, past, past]);
});

it("uses the given past form of an irregular verb", () => {
  expect([verb(1, "say", PRESENT, "said"), verb(1, "say", PAST, "said")]).toEqual(["says", "said"]);
});
