import { expect, it } from "vitest";
import { OBJECT_MUTE_KEY } from "@/lib/domain/findings/mute";
import { objectMutesOf } from "@/lib/domain/findings/object-mute";
import { MUTE_SPANS, mutedWords, muteForAllWords, muteForMeWords, unreadableMutesWords } from "./mute-words";

const NOW = Date.UTC(2026, 7, 12, 4, 16, 12);

it("says until when and why", () => {
  const mute = { what: "STL101/a", reason: "set on Monday", until: NOW + 60_000 };
  expect(mutedWords(mute, NOW, "utc")).toBe("Muted until 04:17:12: set on Monday");
  expect(mutedWords({ ...mute, what: OBJECT_MUTE_KEY }, NOW, "utc")).toBe(
    "Muted for everybody by the object's annotation stolos.dev/mute-findings, until 04:17:12: set on Monday",
  );
  expect(mutedWords({ ...mute, what: "rule:clock-skew" }, NOW, "utc")).toContain("Muted with its rule until");
});

it("says for whom a mute is, and that the one of an entry goes with it", () => {
  expect(muteForMeWords()).toMatch(/^For you, in this browser/);
  for (const resource of ["workloadgroups", "services", "serviceentries"] as const) expect(muteForAllWords({ resource })).not.toMatch(/anew/);
  expect(muteForAllWords({ resource: "services" })).toMatch(/All that this rule finds about the object is muted/);
  expect(muteForAllWords({ resource: "workloadentries" })).toMatch(/made? anew|makes anew/);
  expect(unreadableMutesWords()).toMatch(/mutes nothing/);
  const [example = ""] = /\[\{.*\}\]/.exec(unreadableMutesWords()) ?? [];
  expect(objectMutesOf(example)).toEqual([{ code: "STL301", until: Date.UTC(2027, 0, 31), reason: "known" }]);
});

it("nothing is muted for good", () => {
  for (const { ms } of MUTE_SPANS) expect(Number.isFinite(ms)).toBe(true);
});
