import { describe, expect, it } from "vitest";
import { type Incarnation, returnedEntries } from "./returned-entry";

const life = (uid: string, from: number, to: number | null = null, name = "vm-1"): Incarnation => ({ name, uid, from, to });

describe("the entry that returned under the name of an ended one", () => {
  it.each<readonly [string, readonly Incarnation[], string | null]>([
    ["null if no entry has the name now", [life("a", 0, 100)], null],
    ["the next entry with the name", [life("a", 0, 100), life("b", 130)], "b"],
    ["the first of several later entries, even if it has ended again", [life("a", 0, 100), life("c", 300), life("b", 130, 200)], "b"],
    ["an entry that was listed before the end of the old one was observed", [life("a", 0, 100), life("b", 99)], "b"],
    ["not an earlier entry with the name", [life("old", 0, 50), life("a", 60, 100)], null],
    ["not an entry with another name", [life("a", 0, 100), life("b", 130, null, "vm-2")], null],
  ])("the entry that returned under the name of an ended one is %s", (_, lives, back) => {
    expect(returnedEntries([{ name: "vm-1", uid: "a", at: 100 }], lives).get("a")?.uid ?? null).toBe(back);
  });

  it("the entry that returned under the name of an ended one is found separately for each end of a name", () => {
    const ends = [
      { name: "vm-1", uid: "a", at: 100 },
      { name: "vm-1", uid: "b", at: 200 },
    ];
    const back = returnedEntries(ends, [life("a", 0, 100), life("b", 130, 200)]);
    expect([back.get("a")?.uid, back.has("b")]).toEqual(["b", false]);
  });
});
