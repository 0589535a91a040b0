import { expect, it } from "vitest";
import { entriesHeadline, groupsHeadline, matchedText } from "./entries-headline";

it.each([
  ["registered", 10_000, "10,000 registered entries"],
  ["registered", 1, "1 registered entry"],
  ["registered", null, "Entries"],
  ["lost", 8, "8 lost"],
  ["lost", null, "Lost entries"],
] as const)("an entries-listed statement of %s and %s reads %s", (which, total, text) => {
  expect(entriesHeadline({ kind: "entries-listed", which, total })).toBe(text);
});

it("an entries-matched statement reads 300 of 10,000", () => {
  expect(matchedText({ kind: "entries-matched", matched: 300, total: 10_000, sort: "" })).toBe("300 of 10,000");
});

it.each([
  [25, 25, "25 groups", ""],
  [1, 1, "1 group", ""],
  [1_025, 4, "1,025 groups", ", 4 of them here"],
])("a groups-listed statement of %i and %i reads %s%s", (total, matched, text, rest) => {
  expect(groupsHeadline({ kind: "groups-listed", total, matched })).toEqual({ text, matched: rest });
});
