import { describe, expect, it } from "vitest";
import { mismatchesOf, type Suspect, suspectsOf } from "./digest";

const LISTED = new Map([
  ["a", "10"],
  ["b", "20"],
]);

describe("comparing with a list of version 50", () => {
  it.each<[string, [string, string][], string[]]>([
    [
      "equal",
      [
        ["a", "10"],
        ["b", "20"],
      ],
      [],
    ],
    [
      "one too many",
      [
        ["a", "10"],
        ["b", "20"],
        ["c", "30"],
      ],
      ["c"],
    ],
    ["one missing", [["a", "10"]], ["b"]],
    [
      "one that is older",
      [
        ["a", "9"],
        ["b", "20"],
      ],
      ["a"],
    ],
    [
      "one that has changed since the list",
      [
        ["a", "51"],
        ["b", "20"],
      ],
      [],
    ],
    [
      "one that is new since the list",
      [
        ["a", "10"],
        ["b", "20"],
        ["c", "51"],
      ],
      [],
    ],
    [
      "one that the server holds in an older version",
      [
        ["a", "10"],
        ["b", "21"],
      ],
      ["b"],
    ],
    [
      "a row without identity",
      [
        ["a", "10"],
        ["b", "20"],
        ["(no uid) shop/x", "0"],
      ],
      [],
    ],
  ])("%s", (_name, held, suspects) => {
    expect(suspectsOf(held, LISTED, "50").map((one) => one.uid)).toEqual(suspects);
  });
});

describe("a difference is real", () => {
  const extra: Suspect = { uid: "c", held: "30", listed: null };
  const missing: Suspect = { uid: "b", held: null, listed: "20" };
  const older: Suspect = { uid: "a", held: "9", listed: "10" };
  it.each<[string, Suspect, [string, string][], string[], boolean]>([
    ["when it is still there", extra, [["c", "30"]], [], true],
    ["but not when the deletion came", extra, [], ["c"], false],
    ["but not when it moved on", extra, [["c", "60"]], [], false],
    ["when it is still missing", missing, [], [], true],
    ["but not when it arrived", missing, [["b", "20"]], [], false],
    ["but not when it came and went", missing, [], ["b"], false],
    ["when it is still older", older, [["a", "9"]], [], true],
    ["but not when the change came", older, [["a", "10"]], [], false],
  ])("%s", (_name, suspect, held, removed, real) => {
    expect(mismatchesOf([suspect], held, new Set(removed))).toHaveLength(real ? 1 : 0);
  });
});
