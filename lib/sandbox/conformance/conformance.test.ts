import { beforeAll, describe, expect, it } from "vitest";
import { knownDifferences } from "./known-differences";
import { type Report, reportOf } from "./report";
import { type Outcome, runConformance } from "./run";
import { runQuestions } from "./run-questions";

describe("the recording of a real API server", () => {
  let outcomes: Outcome[];
  let report: Report;
  beforeAll(async () => {
    outcomes = (await Promise.all([runConformance(process.cwd()), runQuestions(process.cwd())])).flat();
    report = reportOf(outcomes);
  }, 90_000);

  it("is answered alike but for the declared differences", () => {
    expect(report.surprises).toEqual([]);
  });

  it("is matched in more than nineteen of twenty interactions", () => {
    expect(report.matched / report.total).toBeGreaterThan(0.95);
  });

  it("gives a surprise when a declared difference no longer occurs", () => {
    const healed = outcomes.map((outcome) => (knownDifferences.has(outcome.interaction.number) ? { ...outcome, difference: null } : outcome));
    expect(reportOf(healed).surprises).toHaveLength(knownDifferences.size);
  });

  it("gives a surprise when an undeclared difference appears", () => {
    const first = outcomes.find(({ difference }) => difference === null);
    const broken = outcomes.map((outcome) => (outcome === first ? { ...outcome, difference: ".status: 200 | 500" } : outcome));
    expect(reportOf(broken).surprises).toHaveLength(1);
  });
});
