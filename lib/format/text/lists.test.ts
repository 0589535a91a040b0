import { expect, it } from "vitest";
import { shownText } from "@/lib/format/shown-text";
import { joinParts, listAndMore, listAtMost, listFirst, listOf, oneLine } from "./lists";

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("lists %j as %j", (items, text) => expect(listOf(items)).toBe(text));

it.each([
  [["a", "b"], 0, {}, "a and b"],
  [["a", "b", "c"], 0, { commas: true }, "a, b, c"],
  [["a"], 1, {}, "a and 1 more"],
  [["a", "b"], 1204, { commas: true }, "a, b and 1,204 more"],
  [["a"], 1, { noun: ["host", "hosts"] }, "a and 1 more host"],
  [["a"], 3, { noun: ["host", "hosts"] }, "a and 3 more hosts"],
  [[], 3, {}, "3 more"],
  [["a"], -1, {}, "a"],
] as const)("lists %j and %d more with the options %j as %j", (named, more, options, text) => expect(listAndMore(named, more, options)).toBe(text));

it.each([
  [["a", "b", "c"], 3, "a, b and c"],
  [["a", "b", "c", "d"], 3, "a, b, c and 1 more"],
  [["a", "b", "c", "d"], 1, "a and 3 more"],
])("lists %j with at most %d names as %j", (items, most, text) => expect(listAtMost(items, most)).toBe(text));

it.each([
  [["a"], 1, "a"],
  [["a", "b"], 2, "a, b"],
  [["a", "b"], 5, "a, b and 3 more"],
])("lists the first names %j of %d as %j", (names, count, text) => expect(listFirst(names, count)).toBe(text));

it.each([
  ["a: 1 → 2\n\nb: 3 → 4", "a: 1 → 2; b: 3 → 4"],
  [["storefront −5: vm-1", "", "istiod rolled"], "storefront −5: vm-1; istiod rolled"],
])("joins the lines of %j without empty ones", (lines, text) => expect(oneLine(lines)).toBe(text));

it("leaves no line break that the page would show as a code", () => {
  expect(shownText(oneLine("a\nb"))).toBe("a; b");
});

it.each([
  [["a", "", "b"], " · ", "a · b"],
  [["", ""], ", ", ""],
])("joins the parts of %j with %j", (parts, separator, text) => expect(joinParts(parts, separator)).toBe(text));
