import { describe, expect, it } from "vitest";
import { fieldChanges, fieldName, isSameValue, rebaseEdit } from "./field-changes";

const names = (before: unknown, after: unknown) => fieldChanges(before, after).map(({ path }) => fieldName(path));

describe("the changed fields of an object", () => {
  it.each<[string, unknown, unknown, readonly string[]]>([
    ["none where only the order of keys differs", { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, []],
    ["the deepest one that differs", { spec: { ports: { http: 80, tls: 443 } } }, { spec: { ports: { http: 81, tls: 443 } } }, ["spec.ports.http"]],
    ["one that comes and one that goes", { spec: { a: 1 } }, { spec: { b: 1 } }, ["spec.a", "spec.b"]],
    ["a list as one value", { hosts: ["a", "b"] }, { hosts: ["a", "c"] }, ["hosts"]],
    ["none for a null where nothing was", { spec: {} }, { spec: { probe: null } }, []],
    ["a map that another value takes the place of", { spec: { a: {} } }, { spec: { a: "x" } }, ["spec.a"]],
    ["an empty map that comes", { spec: {} }, { spec: { probe: {} } }, ["spec.probe"]],
    ["a key with a slash in brackets", { labels: {} }, { labels: { "a.b/c": "1" } }, ["labels[a.b/c]"]],
    ["a prototype key as what it is", {}, JSON.parse('{"__proto__":{"a":1}}'), ["[__proto__]"]],
  ])("are %s", (_claim, before, after, changed) => {
    expect(names(before, after)).toEqual(changed);
  });

  it("say the same of values that are the same", () => {
    expect(isSameValue([{ a: 1, b: [2] }], [{ b: [2], a: 1 }])).toBe(true);
    expect(isSameValue([1], [1, 2])).toBe(false);
    expect(isSameValue({}, [])).toBe(false);
    expect(isSameValue(undefined, {})).toBe(false);
  });
});

const base = { spec: { ports: { http: 80 }, labels: { app: "web" }, weight: 1 } };
const told = (theirs: unknown, mine: unknown) => {
  const { taken, clashes } = rebaseEdit(base, theirs, mine);
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
