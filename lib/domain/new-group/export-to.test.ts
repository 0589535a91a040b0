import { describe, expect, it } from "vitest";
import { exportToEdit, exportToOf } from "./export-to";

describe("the namespaces that receive a ServiceEntry", () => {
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
  ])("the form of exportTo reads exportTo %j as %j", (value, told) => expect(exportToOf(value)).toEqual(told));

  it("the form of exportTo writes each choice as exportTo, and keeps its own namespace among named ones", () => {
    expect(exportToEdit("all", [])).toEqual([["spec", "exportTo"], undefined]);
    expect(exportToEdit("own", ["shop"])).toEqual([["spec", "exportTo"], ["."]]);
    expect(exportToEdit("named", [" shop ", "web", "shop", "", "."])).toEqual([
      ["spec", "exportTo"],
      [".", "shop", "web"],
    ]);
  });
});
