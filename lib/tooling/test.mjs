import "./node-version.mjs";
import { mkdirSync, rmSync } from "node:fs";
import { buildApp } from "./build.mjs";
import { runChecks } from "./check.mjs";
import { runJourneys } from "./e2e.mjs";
import { inGenerated, root } from "./root.mjs";
import { sampleSeconds, stageTable, stageTimes } from "./stage-times.mjs";
import { journeyCounts, journeyTroubles, readReport, unitCounts, unitFailures } from "./test-reports.mjs";

/** `npm test`: everything, on a fresh machine. Each stage runs even when an earlier one failed, but for the journeys without a build. */
const unitReport = inGenerated("unit-report.json");
const journeyReport = inGenerated("journey-report.json");
mkdirSync(inGenerated(), { recursive: true });
for (const report of [unitReport, journeyReport]) rmSync(report, { force: true });

const startedAt = performance.now();
const times = stageTimes();
// `.ci/run` installs packages before this starts.
const setupSeconds = Number(process.env.CI_SETUP_SECONDS ?? 0);
if (setupSeconds > 0) times.rows.push({ stage: "setup", seconds: setupSeconds });
const failedStages = await runChecks({ unitReport, times });
const isBuilt = await times.time("build", () => buildApp({ areTypesChecked: !failedStages.includes("types") }));
if (!isBuilt) failedStages.push("build");
if (isBuilt && !(await times.time("journeys", () => runJourneys({ report: journeyReport })))) failedStages.push("journeys");

const [units, pages] = [readReport(unitReport), readReport(journeyReport)];
const unit = unitCounts(units);
const journeys = journeyCounts(pages);
const passed = unit.passed + journeys.passed;
// A stage that has no single tests to count, or broke before it had any, counts as one.
const brokenStages = failedStages.filter((stage) => stage !== "unit tests" && stage !== "journeys").length;
const failed = Math.max(unit.failed + journeys.failed + brokenStages, failedStages.length);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
const sampled = sampleSeconds(units, root);
const rows = times.rows.flatMap((row) => (row.stage === "unit" && sampled !== null ? [row, { stage: "samples", within: "unit", seconds: sampled }] : [row]));
process.stdout.write(`\n${stageTable(rows)}`);
process.stdout.write(`\nunit: ${unit.passed} passed · journeys: ${journeys.passed} passed, ${journeys.flaky} only at the second try · ${minutes} min\n`);
for (const line of [...unitFailures(units), ...journeyTroubles(pages)]) process.stdout.write(`${line}\n`);
if (failedStages.length > 0) process.stdout.write(`failed: ${failedStages.join(", ")}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
