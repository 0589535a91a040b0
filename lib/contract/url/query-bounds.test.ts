import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { QUERY_BOUNDS, queryBoundsProblem } from "./query-bounds";

const many = (key: string, count: number) => Array.from({ length: count }, (_, at) => `${key}=v${at}`).join("&");

describe("the bounds of query keys", () => {
  it.each([
    ["q", `q=${"!".repeat(4_096)}`, `q=${"!".repeat(4_097)}`, "q: at most 4096 characters, and this value has 4097. Shorten it."],
    ["q", `q=${"a+".repeat(32)}`, `q=${"a+".repeat(33)}`, "q: a filter has at most 32 words, and this one has 33. Remove some."],
    ["q", "q=a", "q=a&q=b", "q: at most one value, and this address has 2. Remove some."],
    ["lost", many("lost", 16), many("lost", 17), "lost: at most 16 values, and this address has 17. Remove some."],
    ["id", many("id", 200), many("id", 201), "id: at most 200 values, and this address has 201. Remove some."],
    ["type", many("type", 64), many("type", 65), "type: at most 64 values, and this address has 65. Remove some."],
    ["window", `window=${"1".repeat(64)}`, `window=${"1".repeat(65)}`, "window: at most 64 characters, and this value has 65. Shorten it."],
    ["at", "at=2026-11-21T03:12:24Z", `at=${"9".repeat(65)}`, "at: at most 64 characters, and this value has 65. Shorten it."],
    ["sort", "sort=name", `sort=${"a".repeat(65)}`, "sort: at most 64 characters, and this value has 65. Shorten it."],
  ])("the bounds of query keys: %s is accepted at its bound and refused beyond it", (_key, within, beyond, problem) => {
    expect(queryBoundsProblem(new URLSearchParams(within))).toBeNull();
    expect(queryBoundsProblem(new URLSearchParams(beyond))).toMatch(problem);
  });

  it("the bounds of query keys have a case above for each key", () => {
    expect(QUERY_BOUNDS.map(({ key }) => key).sort()).toEqual(["at", "id", "lost", "q", "sort", "type", "window"]);
  });
});

it("the table of docs/limits.md has every bound", () => {
  const rows = readFileSync("docs/limits.md", "utf8").matchAll(/^\| `(\w+)` +\| (\d+) +\| (\d+) +\|/gm);
  const documented = Array.from(rows, ([, key = "", values, characters]) => [key, Number(values), Number(characters)]);
  expect(documented).toEqual(QUERY_BOUNDS.map(({ key, values, characters }) => [key, values, characters]));
});
