import { expect, it } from "vitest";
import { keptFromGit } from "./kept-from-git";

const by = (...tools: readonly string[]) => keptFromGit(tools.map((managedBy) => ({ managedBy })));

it.each([
  ["no groups", [], []],
  ["groups of nobody", ["", ""], []],
  ["groups of Helm, which does nothing by itself", ["Helm", "terraform"], []],
  ["some of Argo CD", ["Argo CD", "", "Argo CD"], [{ tool: "Argo CD", kept: 2, groups: 3 }]],
  [
    "groups of two tools",
    ["Argo CD", "Flux", "Flux"],
    [
      { tool: "Flux", kept: 2, groups: 3 },
      { tool: "Argo CD", kept: 1, groups: 3 },
    ],
  ],
])("a namespace with %s", (_groups, tools, kept) => {
  expect(by(...tools)).toEqual(kept);
});
