import { describe, expect, it } from "vitest";
import { documentChanges, formatFieldPath, isSameValue, threeWayDiff } from "./field-changes";

const names = (before: unknown, after: unknown) => documentChanges(before, after).map(({ path }) => formatFieldPath(path));

describe("the changed fields of an object", () => {
  it.each<[string, unknown, unknown, readonly string[]]>([
    ["none if only the order of keys differs", { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, []],
    ["the deepest field that differs", { spec: { ports: { http: 80, tls: 443 } } }, { spec: { ports: { http: 81, tls: 443 } } }, ["spec.ports.http"]],
    ["one added and one removed field", { spec: { a: 1 } }, { spec: { b: 1 } }, ["spec.a", "spec.b"]],
    ["a list as one value", { hosts: ["a", "b"] }, { hosts: ["a", "c"] }, ["hosts"]],
    ["none if a null replaces a missing field", { spec: {} }, { spec: { probe: null } }, []],
    ["a map that another type of value replaced", { spec: { a: {} } }, { spec: { a: "x" } }, ["spec.a"]],
    ["an added empty map", { spec: {} }, { spec: { probe: {} } }, ["spec.probe"]],
    ["a key with a slash, in brackets", { labels: {} }, { labels: { "a.b/c": "1" } }, ["labels[a.b/c]"]],
    ["a __proto__ key like any other key", {}, JSON.parse('{"__proto__":{"a":1}}'), ["[__proto__]"]],
  ])("the changed fields of an object are %s", (_claim, before, after, changed) => {
    expect(names(before, after)).toEqual(changed);
  });

  it("isSameValue is true for values that differ only in the order of keys", () => {
    expect(isSameValue([{ a: 1, b: [2] }], [{ b: [2], a: 1 }])).toBe(true);
    expect(isSameValue([1], [1, 2])).toBe(false);
    expect(isSameValue({}, [])).toBe(false);
    expect(isSameValue(undefined, {})).toBe(false);
  });
});

const base = { spec: { ports: { http: 80 }, labels: { app: "web" }, weight: 1 } };
const told = (theirs: unknown, mine: unknown) => {
  const { taken, clashes } = threeWayDiff(base, theirs, mine);
  return [taken.map(({ path, value }) => `${formatFieldPath(path)}=${JSON.stringify(value)}`), clashes.map(({ path }) => formatFieldPath(path))];
};
const spec = (change: object) => ({ spec: { ...base.spec, ...change } });

describe("an edit of an object that another user changed meanwhile", () => {
  it.each<[string, unknown, unknown, readonly string[], readonly string[]]>([
    ["includes the change of another field", spec({ weight: 2 }), spec({ ports: { http: 81 } }), ["spec.weight=2"], []],
    ["includes the removal of another field", { spec: { ports: { http: 80 }, labels: { app: "web" } } }, spec({ weight: 1 }), ["spec.weight=undefined"], []],
    ["has a conflict if both changed one field to different values", spec({ weight: 2 }), spec({ weight: 3 }), [], ["spec.weight"]],
    ["includes no change if both made equal changes", spec({ weight: 2 }), spec({ weight: 2 }), [], []],
    [
      "includes the change of another key in the same map",
      spec({ labels: { app: "web", a: "1" } }),
      spec({ labels: { app: "web", b: "1" } }),
      ['spec.labels.a="1"'],
      [],
    ],
    [
      "has a conflict if the edit removed a map in which the other user changed a field",
      spec({ ports: { http: 81 } }),
      { spec: { labels: { app: "web" }, weight: 1 } },
      [],
      ["spec.ports"],
    ],
    [
      "has a conflict if the other user removed a map in which the edit changed a field",
      { spec: { labels: { app: "web" }, weight: 1 } },
      spec({ ports: { http: 81 } }),
      [],
      ["spec.ports"],
    ],
  ])("an edit of an object that another user changed meanwhile: %s", (_claim, theirs, mine, taken, clashes) => {
    expect(told(theirs, mine)).toEqual([taken, clashes]);
  });
});
