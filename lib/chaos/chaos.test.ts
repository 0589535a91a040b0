import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { API_FAULTS } from "./api-faults";
import { startDashboard } from "./dashboard";
import defects from "./planted-defects.json";
import { ROAD_FAULTS } from "./road-faults";
import { runMany } from "./run-many";

/** The first hundredth of what `npm run prove -- chaos` runs. */
const RUNS = 50;
const MINUTES = 60_000;

describe("after faults of every kind on both roads", () => {
  it(`the fleet store and the views in a browser equal the API server, in ${RUNS} of ${RUNS} runs`, { timeout: 10 * MINUTES }, async () => {
    const seeds = Array.from({ length: RUNS }, (_, index) => index + 1);
    const { runs, wrong, unhandled, faultKinds } = await runMany({ start: startDashboard, seeds, atOnce: 20, patienceMs: 30_000 });
    expect(wrong.map(({ seed, wrong: what }) => `seed ${seed}: ${what}`)).toEqual([]);
    expect(unhandled).toEqual([]);
    expect(runs).toHaveLength(RUNS);
    expect(faultKinds).toBe(new Set([...API_FAULTS, ...ROAD_FAULTS].map(({ name }) => name)).size);
  });
});

describe("a planted defect", () => {
  it.each(defects)("is one line of the source: $defect", ({ file, find }) => {
    expect(readFileSync(file, "utf8").split(find)).toHaveLength(2);
  });

  // One that the chaos runs catch and one that a test file catches: `npm run prove -- planted` plants them all.
  const sample = ["removes objects that a new list does not contain", "limits the requests of one client"];

  it.concurrent.each(sample)("is caught: %s", { timeout: 10 * MINUTES }, async (promise) => {
    const index = defects.findIndex((planted) => planted.promise === promise);
    const { stdout } = await promisify(execFile)(process.execPath, ["lib/tooling/planted.mjs", String(index)]);
    const sign = "test" in (defects[index] ?? {}) ? expect.any(String) : expect.stringContaining(" and should be ");
    expect(JSON.parse(stdout)).toMatchObject({ caught: sign });
  });
});
