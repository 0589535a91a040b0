/** Samples of the long proofs and of whole worlds. They run within the unit stage, so the table shows the time of their tests, not a stage. */
const SAMPLES = [/^lib\/chaos\//, /^lib\/sandbox\/(conformance|scenarios)\//, /\/second-reading\.test\.ts$/];

/** A stopwatch for the stages of one run. `now` returns milliseconds. */
export function stageTimes(now = () => performance.now()) {
  const rows = [];
  return {
    rows,
    /** Runs one stage and adds its row, also when the stage throws. */
    async time(stage, run) {
      const startedAt = now();
      try {
        return await run();
      } finally {
        rows.push({ stage, seconds: (now() - startedAt) / 1000 });
      }
    },
  };
}

/** Seconds that test files of the samples took, from Vitest's JSON report. Null without a report. */
export function sampleSeconds(report, root) {
  if (report === null) return null;
  const samples = report.testResults.filter(({ name }) => SAMPLES.some((pattern) => pattern.test(name.replace(root, ""))));
  return samples.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0);
}

/** One line per stage, with a total. Rows with `within` name a stage that contains them and do not count towards the total. */
export function stageTable(rows) {
  const total = rows.filter(({ within }) => within === undefined).reduce((sum, { seconds }) => sum + seconds, 0);
  const lines = rows.map(({ stage, within, seconds }) => [within === undefined ? stage : `  ${stage} (within ${within})`, seconds]);
  return [...lines, ["total", total]].map(([label, seconds]) => `${label.padEnd(28)}${seconds.toFixed(1).padStart(8)} s\n`).join("");
}
