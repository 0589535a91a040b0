import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { plantedDefects } from "./planted.mjs";
import { chosenJourneys, plantedJourneys } from "./planted-journeys.mjs";
import { verdictOnGoals, verdictOnJourney } from "./planted-verdict.mjs";

interface Planted {
  readonly goal: string;
  readonly promise: string;
  readonly defect: string;
  readonly journey?: string;
  readonly program?: string;
}
const JOURNEYS: readonly Planted[] = plantedJourneys;

const planted = { find: "a.c" };
const REFUSED_MATCH = "the expression matches nothing in what was run of the build";

/** A report of Playwright's with one journey that ended so. */
function reportOf(status: "expected" | "unexpected", message = "") {
  const counts = { expected: status === "expected" ? 1 : 0, unexpected: status === "unexpected" ? 1 : 0, flaky: 0 };
  return { stats: counts, suites: [{ specs: [{ file: "x.spec.ts", title: "nothing is written", tests: [{ status, results: [{ error: { message } }] }] }] }] };
}
const compared = reportOf("unexpected", "Error: \u001B[2mexpect(\u001B[22mreceived).toEqual(expected)\nmore");

describe("a journey with a planted defect", () => {
  it("has caught it where a comparison fails, and says which", () => {
    expect(verdictOnJourney(planted, { hits: ["a.c"], report: compared })).toEqual({
      ...{ caught: "nothing is written: Error: expect(received).toEqual(expected)", refused: null },
    });
  });

  it("has not where everything passes", () => {
    expect(verdictOnJourney(planted, { hits: ["a.c"], report: reportOf("expected") })).toEqual({ caught: null, refused: null });
  });

  it("proves nothing where no test ran, whatever else happened", () => {
    for (const report of [null, { stats: { expected: 0, unexpected: 0, flaky: 0 }, suites: [] }])
      expect(verdictOnJourney(planted, { hits: ["a.c"], report })).toEqual({ caught: null, refused: "no test ran" });
  });

  it("proves nothing where the expression matched nothing, though a test failed", () => {
    expect(verdictOnJourney(planted, { hits: ["another"], report: compared })).toEqual({ caught: null, refused: REFUSED_MATCH });
  });

  it("proves nothing where it broke by itself", () => {
    const report = reportOf("unexpected", "Error: The dashboard did not start:\n…");
    expect(verdictOnJourney(planted, { hits: ["a.c"], report }).refused).toMatch(/^it broke before it compared anything: .*did not start/);
  });
});

describe("a program of the long proofs with a planted defect", () => {
  const written = (value: number) => `noise\n{"page":"/","outages":2}\n{"goal":"R3 late","value":${value},"target":0}\n`;

  it("has caught it where a goal is missed", () => {
    expect(verdictOnGoals(planted, { hits: ["a.c"], written: written(3) })).toEqual({ caught: "R3 late: 3", refused: null });
    expect(verdictOnGoals(planted, { hits: ["a.c"], written: written(0) })).toEqual({ caught: null, refused: null });
  });

  it("proves nothing where no goal was told, or the expression matched nothing", () => {
    expect(verdictOnGoals(planted, { hits: ["a.c"], written: "Error: no browser\n" })).toEqual({ caught: null, refused: "no goal was told" });
    expect(verdictOnGoals(planted, { hits: [], written: written(3) })).toEqual({ caught: null, refused: REFUSED_MATCH });
  });
});

describe("a built server that is told to plant a defect", () => {
  const folder = mkdtempSync(join(tmpdir(), "stolos-planted-"));
  const hits = join(folder, "hits");
  const script = join(folder, ".next/server/page.js");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("runs the text with the defect in it, and names what matched as the list has it", () => {
    mkdirSync(join(folder, ".next/server"), { recursive: true });
    writeFileSync(script, 'process.stdout.write("/events?limit=1");');
    const [matching, absent] = [
      { find: "/(events)\\?", put: "/endpoints?of=$1&" },
      { find: "/nodes\\?", put: "" },
    ];
    const env = { ...process.env, PLANTED_IN_BUILD: JSON.stringify([matching, absent]), PLANTED_HITS: hits };
    const inside = pathToFileURL("e2e/read-only/inside.mjs").href;
    expect(execFileSync(process.execPath, ["--import", inside, script], { env, encoding: "utf8" })).toBe("/endpoints?of=events&limit=1");
    expect(readFileSync(hits, "utf8")).toBe(`${matching.find}\n`);
  });
});

describe("the stored faults", () => {
  const promises = [...(plantedDefects as readonly Planted[]), ...JOURNEYS].map(({ promise }) => promise);

  it("stand for one promise each, and are at most forty", () => {
    expect(promises.filter((promise) => !/^[a-z].{10,90}\w$/.test(promise))).toEqual([]);
    expect(new Set(promises).size).toBe(promises.length);
    expect(promises.length).toBeLessThanOrEqual(40);
  });
});

describe("the defects that are planted in the build", () => {
  it("are chosen by their goal or their place, and a word that names none is refused", () => {
    expect(chosenJourneys(undefined)).toEqual(JOURNEYS);
    expect(chosenJourneys("S8,0")).toEqual(JOURNEYS.filter(({ goal }, place) => goal === "S8" || place === 0));
    expect(() => chosenJourneys("S99")).toThrow("No defect is planted for S99");
  });

  it("name a journey that is there or a program, and one for each goal of the outside", () => {
    for (const { journey, program, defect } of JOURNEYS)
      expect(journey === undefined ? program !== undefined : existsSync(`e2e/${journey}.spec.ts`), defect).toBe(true);
    expect([...new Set(JOURNEYS.map(({ goal }) => goal))].sort()).toEqual(["R3", "S1", "S10", "S3", "S4", "S5", "S6", "S7", "S8"]);
  });
});
