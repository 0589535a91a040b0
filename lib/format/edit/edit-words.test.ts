import { describe, expect, it } from "vitest";
import { changedMeanwhileWords, changesWords, clashWords, editOfWords, lockedWords, otherObjectWords, reachOfEditWords, takeBothWords } from "./edit-words";

describe("the words of an edit", () => {
  it.each([
    [lockedWords({ field: "status" }), "status is written by the cluster and cannot be edited here. Take it away: the cluster keeps its own."],
    [
      otherObjectWords({ field: "metadata.name", wanted: "web", written: "" }),
      'metadata.name is missing, and has to stay "web": an edit cannot make another object of it. To have another one, make it anew.',
    ],
    [changesWords({ fields: [] }), "Nothing is changed yet."],
    [changesWords({ fields: ["spec.probe"] }), "Changes spec.probe."],
    [changesWords({ fields: ["a", "b", "c", "d", "e", "f", "g"] }), "Changes a, b, c, d, e and 2 more."],
    [clashWords({ field: "spec.weight", mine: 3, theirs: undefined }), "spec.weight: you wrote 3, the cluster says nothing. Yours stays."],
    [clashWords({ field: "a", mine: "x".repeat(200), theirs: "y" }), `a: you wrote "${"x".repeat(119)}…, the cluster says "y". Yours stays.`],
    [takeBothWords({ clashes: 0 }), "Nothing was changed at both sides: your changes fit onto the new version."],
    [takeBothWords({ clashes: 1 }), "At one field both changed the same:"],
    [takeBothWords({ clashes: 2 }), "At 2 fields both changed the same:"],
    [reachOfEditWords({ kind: "Service", isRegistered: false }), ""],
    [reachOfEditWords({ kind: "WorkloadEntry", isRegistered: false }), ""],
  ])("say: %s", (words, expected) => {
    expect(words).toBe(expected);
  });

  it("say what an edit does not reach", () => {
    expect(editOfWords({ resourceVersion: "812" })).toMatch(/^Your edit of version 812, not applied yet/);
    expect(reachOfEditWords({ kind: "WorkloadGroup", isRegistered: false })).toContain("from now on");
    expect(reachOfEditWords({ kind: "WorkloadEntry", isRegistered: true })).toContain("made anew from its group");
    expect(changedMeanwhileWords({ resourceVersion: "9", isOther: false })).toMatch(/^Somebody changed the object/);
    expect(changedMeanwhileWords({ resourceVersion: "9", isOther: true })).toMatch(/^The object was deleted/);
  });
});
