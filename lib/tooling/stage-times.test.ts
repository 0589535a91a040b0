import { expect, it } from "vitest";
import { sampleSeconds, stageTable, stageTimes } from "./stage-times.mjs";

/** A stopwatch whose clock moves by hand. */
function manualTimes() {
  let nowMs = 0;
  const times = stageTimes(() => nowMs);
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { times, pass };
}

it("records each stage in order with the seconds it took, also a stage that throws", async () => {
  const { times, pass } = manualTimes();
  const clean = async () => {
    pass(4);
    return "clean";
  };
  const broken = async () => {
    pass(2);
    throw new Error("broken");
  };
  const result = await times.time("lint", clean);
  await expect(times.time("build", broken)).rejects.toThrow("broken");
  expect(result).toBe("clean");
  expect(times.rows).toEqual([
    { stage: "lint", seconds: 4 },
    { stage: "build", seconds: 2 },
  ]);
});

it("prints a line per stage, and a total without the rows that are within another stage", () => {
  const table = stageTable([
    { stage: "unit", seconds: 200 },
    { stage: "samples", within: "unit", seconds: 50.04 },
    { stage: "journeys", seconds: 400 },
  ]);
  expect(table.split("\n").map((line) => line.trim().replace(/ {2,}/g, " · "))).toEqual([
    ...["unit · 200.0 s", "samples (within unit) · 50.0 s", "journeys · 400.0 s", "total · 600.0 s", ""],
  ]);
});

it("adds up the time of the sample tests only, and returns null without a report", () => {
  const file = (name: string, seconds: number) => ({ name: `/house/${name}`, startTime: 1000, endTime: 1000 + seconds * 1000 });
  const files = [file("lib/chaos/chaos.test.ts", 30), file("lib/sandbox/conformance/conformance.test.ts", 2), file("lib/server/log.test.ts", 7)];
  expect(sampleSeconds({ testResults: files }, "/house/")).toBe(32);
  expect(sampleSeconds(null, "/house/")).toBeNull();
});
