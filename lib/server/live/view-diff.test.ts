import { describe, expect, it } from "vitest";
import type { ViewState } from "@/lib/contract/views/view";
import { editsBetween } from "./edits-between";
import { type ViewPatch, viewDiff } from "./view-diff";

const facets = (healthy: number, unhealthy: number) => ({
  total: 10,
  facets: [
    {
      key: "state",
      values: [
        { value: "unhealthy", count: unhealthy },
        { value: "healthy", count: healthy },
      ],
      more: 0,
    },
    { key: "zone", values: [], more: 0 },
  ],
});

describe("the edits between two values", () => {
  it.each([
    ["none between equal ones", { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ["none where only the order of names differs", { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    ["none for what is undefined", { a: 1, b: undefined }, { a: 1 }, []],
    ["two numbers where two counts moved", facets(8, 2), facets(7, 3), [7, 3, 10, 7]],
    ["a list whose length changed, whole, and what follows it", { list: [1], next: 1 }, { list: [1, 2], next: 2 }, [1, [1, 2], 3, 2]],
    ["an object whose names changed, whole", { at: { x: 1 } }, { at: { y: 1 } }, [1, { y: 1 }]],
    ["a list that became an object", [["a"]], [{ 0: "a" }], [1, { 0: "a" }]],
    ["a field that became an object", { detail: null }, { detail: { x: 1 } }, [1, { x: 1 }]],
    ["everything where a field came", { a: 1 }, { a: 1, b: 2 }, [0, { a: 1, b: 2 }]],
  ])("are %s", (_, before, after, edits) => {
    expect(editsBetween(before, after)).toEqual(edits);
  });
});

const a = { id: "a", state: 1, message: "connection refused by 127.0.0.1" };
const b = { id: "b", state: 1, message: "connection refused by 127.0.0.1" };
const c = { id: "c", state: 1, message: "connection refused by 127.0.0.1" };
const b2 = { ...b, state: 2 };
const x = { id: "x", state: 0 };
const view = (...rows: ViewState["rows"]): ViewState => ({ head: { total: 2 }, rows });

describe("the changes between two states of a view", () => {
  it.each<[string, ViewState, ViewState, ViewPatch | null]>([
    ["nothing between equal ones", view(a, b), structuredClone(view(a, b)), null],
    ["only the field of the row that changed", view(a, b), view(a, b2), { set: { "1": [3, 2] } }],
    ["stretches where rows moved", view(a, b, c), view(b, c, a), { order: [1, 2, 0, 1] }],
    ["stretches around a row that went", view(a, b, c), view(a, c), { order: [0, 1, 2, 1] }],
    ["a row that came by what sets it apart from the one above", view(a, b), view(a, c, b), { order: [0, 1, [1, "c"], 1, 1] }],
    ["a row that came first as a whole", view(a), view(b, a), { order: [b, 0, 1] }],
    ["a row that came as a whole where it is nothing like the one above", view(a), view(a, x), { order: [0, 1, x] }],
    ["an edit and a move of one row", view(a, b), view(b2, a), { set: { "1": [3, 2] }, order: [1, 1, 0, 1] }],
    ["one number where a number of the head moved", view(a), { head: { total: 3 }, rows: [a] }, { head: [1, 3] }],
  ])("are %s", (_, before, after, patch) => {
    expect(viewDiff(before, after)).toEqual(patch);
  });
});
