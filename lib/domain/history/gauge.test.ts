import { describe, expect, it } from "vitest";
import { formatGaugeValues, parseGaugeValues, sameValues } from "./gauge";

describe("the values of a gauge", () => {
  it.each([
    ["in whatever order", { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ["one more", { a: 1 }, { a: 1, b: 0 }, false],
    ["another number", { a: 1 }, { a: 1.5 }, false],
    ["an end", { a: 1 }, null, false],
    ["an end again", null, null, true],
  ])("are the same or not: %s", (_claim, a, b, expected) => expect(sameValues(a, b)).toBe(expected));

  it.each([{ a: 1, b: -2.5 }, {}, null])("are read as they were stored: %j", (values) => expect(parseGaugeValues(formatGaugeValues(values))).toEqual(values));

  it.each(["", "{", "[]", "7", '{"a":"1"}', '{"a":null}'])("are not known where %s stands there", (stored) => expect(parseGaugeValues(stored)).toBeUndefined());
});
