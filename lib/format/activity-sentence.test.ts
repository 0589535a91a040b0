import { describe, expect, it } from "vitest";
import { type ActivityEventCounts, changesRecorded } from "@/lib/domain/statements/activity";
import { activitySentence, nothingOfIt } from "./activity-sentence";

const NOW = 1_795_311_000_000;
const said = (types: ActivityEventCounts["types"], from = NOW - 900_000) => {
  const { strong, rest } = activitySentence(changesRecorded({ from, to: NOW, types }), null, NOW, "utc");
  return `${strong} ${rest}`;
};

describe("the sentence above the log", () => {
  it("counts what happened, and not what only followed from it", () => {
    const types = [
      { type: "ended", count: 2 },
      { type: "health", count: 1 },
      { type: "state", count: 900 },
      { type: "renewed", count: 4_000 },
    ];
    expect(said(types)).toBe("3 changes in the last 15 minutes: 2 machines gone and 1 probe turn.");
  });

  it("says that nothing was recorded where that is so", () => {
    expect(said([])).toBe("Nothing was recorded in the last 15 minutes.");
  });
});

it("says of an object that nothing of it was recorded, or that nothing is recorded at all", () => {
  expect(nothingOfIt({ since: NOW, notice: "" })).toBe("Nothing of it was recorded in the last 7 days.");
  expect(nothingOfIt({ since: null, notice: "" })).toBe("Nothing is recorded yet.");
  expect(nothingOfIt({ since: null, notice: "The history is off." })).toBe("The history is off.");
});
