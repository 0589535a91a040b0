import { describe, expect, it } from "vitest";
import { seriesName } from "./series-name";

const long = (last: string) => `${"x".repeat(4_094)}${last}`;

describe("the name of a series", () => {
  it.each(["", "checkout", "x".repeat(253)])("is that of its group where an object can have it", (group) => {
    expect(seriesName(group)).toBe(group);
  });

  it("is short where no object can have it, and another one for another group", () => {
    expect(seriesName(long("a"))).toMatch(/^x{200}…[\w-]{16}$/);
    expect(seriesName(long("a"))).not.toBe(seriesName(long("b")));
    expect(seriesName(`${"x".repeat(199)}${"😀".repeat(50)}`).isWellFormed()).toBe(true);
  });
});
