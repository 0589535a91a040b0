import { describe, expect, it } from "vitest";
import { carryOver } from "./carry-over";
import { fieldName } from "./field-changes";

const base = { spec: { ports: { http: 80 }, labels: { app: "web" }, weight: 1 } };
const told = (theirs: unknown, mine: unknown) => {
  const { taken, clashes } = carryOver(base, theirs, mine);
  return [taken.map(({ path, value }) => `${fieldName(path)}=${JSON.stringify(value)}`), clashes.map(({ path }) => fieldName(path))];
};
const spec = (change: object) => ({ spec: { ...base.spec, ...change } });

describe("an edit of an object that somebody changed meanwhile", () => {
  it.each<[string, unknown, unknown, readonly string[], readonly string[]]>([
    ["takes over what the other changed elsewhere", spec({ weight: 2 }), spec({ ports: { http: 81 } }), ["spec.weight=2"], []],
    ["takes over what the other took away", { spec: { ports: { http: 80 }, labels: { app: "web" } } }, spec({ weight: 1 }), ["spec.weight=undefined"], []],
    ["stays where both changed one field to something else", spec({ weight: 2 }), spec({ weight: 3 }), [], ["spec.weight"]],
    ["has nothing to do where both say the same", spec({ weight: 2 }), spec({ weight: 2 }), [], []],
    ["takes over another key of the same map", spec({ labels: { app: "web", a: "1" } }), spec({ labels: { app: "web", b: "1" } }), ['spec.labels.a="1"'], []],
    [
      "stays where one changed within what the other took away",
      spec({ ports: { http: 81 } }),
      { spec: { labels: { app: "web" }, weight: 1 } },
      [],
      ["spec.ports"],
    ],
    [
      "stays where the other took away what it changed within",
      { spec: { labels: { app: "web" }, weight: 1 } },
      spec({ ports: { http: 81 } }),
      [],
      ["spec.ports"],
    ],
  ])("%s", (_claim, theirs, mine, taken, clashes) => {
    expect(told(theirs, mine)).toEqual([taken, clashes]);
  });
});
