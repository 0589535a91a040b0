import { describe, expect, it } from "vitest";
import { formatGaugeValues, parseGaugeValues, sameGaugeValues } from "./gauge";

describe("the values of a gauge", () => {
  it.each([
    ["equal numbers in another order are equal", { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ["one more number is a difference", { a: 1 }, { a: 1, b: 0 }, false],
    ["another number is a difference", { a: 1 }, { a: 1.5 }, false],
    ["an end is a difference", { a: 1 }, null, false],
    ["two ends are equal", null, null, true],
  ])("the values of a gauge are compared: %s", (_claim, a, b, expected) => expect(sameGaugeValues(a, b)).toBe(expected));

  it.each([{ a: 1, b: -2.5 }, {}, null])("the values of a gauge are equal after they are read again: %j", (values) =>
    expect(parseGaugeValues(formatGaugeValues(values))).toEqual(values),
  );

  it.each(["", "{", "[]", "7", '{"a":"1"}', '{"a":null}'])("the values of a gauge are undefined for the stored text %j", (stored) =>
    expect(parseGaugeValues(stored)).toBeUndefined(),
  );
});
