import { describe, expect, it } from "vitest";
import { fieldChanges, fieldName, isSameValue } from "./field-changes";

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
