import { describe, expect, it } from "vitest";
import { type Incarnation, returnedEntries } from "./returned-entry";

const life = (uid: string, from: number, to: number | null = null, name = "vm-1"): Incarnation => ({ name, uid, from, to });

describe("who is back under the name of one that ended", () => {
  it.each<readonly [string, readonly Incarnation[], string | null]>([
    ["nobody, where the name is free", [life("a", 0, 100)], null],
    ["who took the name after it", [life("a", 0, 100), life("b", 130)], "b"],
    ["the first of several, also where that one is gone again", [life("a", 0, 100), life("c", 300), life("b", 130, 200)], "b"],
    ["who was listed before the old one was seen to go", [life("a", 0, 100), life("b", 99)], "b"],
    ["not who had the name before", [life("old", 0, 50), life("a", 60, 100)], null],
    ["not who has another name", [life("a", 0, 100), life("b", 130, null, "vm-2")], null],
  ])("is %s", (_, lives, back) => {
    expect(returnedEntries([{ name: "vm-1", uid: "a", at: 100 }], lives).get("a")?.uid ?? null).toBe(back);
  });

  it("is told of each end of a name by itself", () => {
    const ends = [
      { name: "vm-1", uid: "a", at: 100 },
      { name: "vm-1", uid: "b", at: 200 },
    ];
    const back = returnedEntries(ends, [life("a", 0, 100), life("b", 130, 200)]);
    expect([back.get("a")?.uid, back.has("b")]).toEqual(["b", false]);
  });
});
