import { describe, expect, it } from "vitest";
import { VersionColumn } from "./version-column";

describe("a column of versions", () => {
  it.each(["0", "7", "9007199254740991", "9007199254740993", "007", "1e3", " 5", "", "abc", "-1", "Infinity"])("gives back %j as it came", (version) => {
    const column = new VersionColumn();
    column.grow(2);
    column.set(0, "older");
    column.set(0, version);
    expect(column.text(0)).toBe(version);
    column.set(0, "12");
    expect(column.text(0)).toBe("12");
  });
});
