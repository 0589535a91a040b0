import { describe, expect, it } from "vitest";
import { exportToEdit, exportToOf } from "./export-to";

describe("to whom a ServiceEntry is told", () => {
  it.each([
    [undefined, { to: "all" }],
    [[], { to: "all" }],
    [["*"], { to: "all" }],
    [["*", "shop"], { to: "all" }],
    [["."], { to: "own" }],
    [["~"], { to: "nobody" }],
    [["shop"], { to: "named", names: ["shop"] }],
    [[".", "shop"], { to: "named", names: [".", "shop"] }],
    ["shop", { to: "all" }],
  ])("%j is %j", (value, told) => expect(exportToOf(value)).toEqual(told));

  it("is written so that it reads the same, and its own namespace stays among those that are named", () => {
    expect(exportToEdit("all", [])).toEqual([["spec", "exportTo"], undefined]);
    expect(exportToEdit("own", ["shop"])).toEqual([["spec", "exportTo"], ["."]]);
    expect(exportToEdit("named", [" shop ", "web", "shop", "", "."])).toEqual([
      ["spec", "exportTo"],
      [".", "shop", "web"],
    ]);
  });
});
