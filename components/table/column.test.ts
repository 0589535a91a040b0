import { describe, expect, it } from "vitest";
import { type Column, columnsOf, fixedChoice, toggleColumn } from "./column";
import { nextSort, sortOf } from "./sort";

const column = (key: string, shown: Column<unknown>["shown"]): Column<unknown> => ({ key, head: key, shown, cell: () => null });
const columns = [column("name", "always"), column("state", "usual"), column("age", "usual"), column("address", "wide")];
const keys = (choice: string) => columnsOf(columns, choice).map(({ key }) => key);

describe("the choice of columns", () => {
  it.each([
    ["", ["name", "state", "age"]],
    ["wide", ["name", "state", "age", "address"]],
    ["address", ["name", "address"]],
    ["nonsense", ["name"]],
  ])("%j shows %j", (choice, shown) => {
    expect(keys(choice)).toEqual(shown);
  });

  it("comes back to its short spelling when every change is undone", () => {
    for (const { key } of columns.slice(1)) expect(toggleColumn(columns, toggleColumn(columns, "", key), key)).toBe("");
    expect(toggleColumn(columns, "", "address")).toBe("wide");
  });

  it("can be spelled out, so that each column is there whatever the width", () => {
    expect([fixedChoice(columns, ""), keys(fixedChoice(columns, ""))]).toEqual(["state,age", ["name", "state", "age"]]);
  });

  it("never hides the name", () => {
    const bare = toggleColumn(columns, "state", "state");
    expect(keys(bare)).toEqual(["name"]);
  });
});

describe("a heading", () => {
  it("goes up, down and back to the list's own order", () => {
    expect([nextSort("", "age"), nextSort("age", "age"), nextSort("-age", "age"), nextSort("-age", "name")]).toEqual(["age", "-age", "", "name"]);
  });

  it("says which way it sorts", () => {
    expect([sortOf("age", "age"), sortOf("-age", "age"), sortOf("-age", "name")]).toEqual(["ascending", "descending", "none"]);
  });
});
