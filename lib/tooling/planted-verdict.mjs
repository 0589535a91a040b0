import { firstLine, journeyCounts, journeyFailures } from "./test-reports.mjs";

/**
 * What came of a run with a defect planted in the build: `caught` says what noticed it, or is null; `refused` says why the run proves nothing, or is
 * null. `hits`: the expressions that matched the build. `report`: Playwright's, null where it wrote none.
 */
export function verdictOnJourney({ find }, { hits, report }) {
  const { passed, failed } = journeyCounts(report);
  if (passed + failed === 0) return proves("no test ran");
  if (!hits.includes(find)) return proves("the expression matches nothing in what was run of the build");
  const failures = journeyFailures(report);
  // What breaks by itself has compared nothing: a server that does not start, a page that never comes.
  const found = failures.find(({ message }) => message.includes("expect("));
  if (found !== undefined) return { caught: `${found.title}: ${firstLine(found.message)}`, refused: null };
  const [broken] = failures;
  return broken === undefined ? { caught: null, refused: null } : proves(`it broke before it compared anything: ${broken.title}: ${firstLine(broken.message)}`);
}

/** The same of a program that writes a JSON line for each goal: one whose value is beyond its target has noticed the defect. */
export function verdictOnGoals({ find }, { hits, written }) {
  const goals = written.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const judged = goals.filter(({ value, target }) => typeof value === "number" && typeof target === "number");
  if (judged.length === 0) return proves("no goal was told");
  if (!hits.includes(find)) return proves("the expression matches nothing in what was run of the build");
  const beyond = judged.find(({ value, target }) => value > target);
  return { caught: beyond === undefined ? null : `${beyond.goal}: ${beyond.value}`, refused: null };
}

function proves(why) {
  return { caught: null, refused: why };
}
