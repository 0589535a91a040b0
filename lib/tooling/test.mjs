import "./node-version.mjs";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { buildApp } from "./build.mjs";
import { runChecks } from "./check.mjs";
import { runConformance } from "./conformance.mjs";
import { runJourneys } from "./e2e.mjs";
import { ensureInstalled } from "./install.mjs";
import { inGenerated } from "./root.mjs";

/** `npm test`: everything, on a fresh machine. Each stage runs even when an earlier one failed, but for the journeys without a build. */
const unitReport = inGenerated("unit-report.json");
const journeyReport = inGenerated("journey-report.json");
mkdirSync(inGenerated(), { recursive: true });
for (const report of [unitReport, journeyReport]) rmSync(report, { force: true });

const startedAt = performance.now();
await ensureInstalled();
const failedStages = await runChecks({ unitReport });
if (!(await runConformance())) failedStages.push("conformance");
const isBuilt = await buildApp();
if (!isBuilt) failedStages.push("build");
if (isBuilt && !(await runJourneys({ report: journeyReport }))) failedStages.push("journeys");

const unit = unitCounts(readReport(unitReport));
const journeys = journeyCounts(readReport(journeyReport));
const passed = unit.passed + journeys.passed;
// A stage that has no single tests to count, or broke before it had any, counts as one.
const brokenStages = failedStages.filter((stage) => stage !== "unit tests" && stage !== "journeys").length;
const failed = Math.max(unit.failed + journeys.failed + brokenStages, failedStages.length);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
process.stdout.write(`\nunit: ${unit.passed} passed · journeys: ${journeys.passed} passed, ${journeys.flaky} only at the second try · ${minutes} min\n`);
if (failedStages.length > 0) process.stdout.write(`failed: ${failedStages.join(", ")}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

function unitCounts(report) {
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
}

function journeyCounts(report) {
  return { passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0), failed: report?.stats.unexpected ?? 0, flaky: report?.stats.flaky ?? 0 };
}
