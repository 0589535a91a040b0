import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { root } from "./root.mjs";

/** What a stage left behind, or null where it broke before it could. */
export function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

export function unitCounts(report) {
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
}

export function journeyCounts(report) {
  return { passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0), failed: report?.stats.unexpected ?? 0, flaky: report?.stats.flaky ?? 0 };
}

/** One line each, so that the end of a long output says what went wrong. */
export function unitFailures(report) {
  const ofTests = (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failures = assertionResults.filter(({ status }) => status === "failed");
    if (failures.length === 0) return message ? [`failed: ${relative(name)}: ${firstLine(message)}`] : [];
    return failures.map(({ fullName, failureMessages }) => `failed: ${relative(name)}: ${fullName}: ${firstLine(failureMessages[0] ?? "")}`);
  });
  return [...ofTests, ...(report?.outsideTests ?? []).map((error) => `failed: ${firstLine(error)}`)];
}

export function journeyTroubles(report) {
  return specsOf(report).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(
        ({ status, results }) => `${status === "flaky" ? "only at the second try" : "failed"}: e2e/${file}: ${title}: ${onOneLine(results[0]?.error ?? {})}`,
      ),
  );
}

/** Every journey that failed, with all that its first failure says. */
export function journeyFailures(report) {
  return specsOf(report).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => ({ title, message: stripVTControlCharacters(results[0]?.error?.message ?? "") })),
  );
}

function specsOf(suite) {
  return [...(suite?.specs ?? []), ...(suite?.suites ?? []).flatMap(specsOf)];
}

function relative(path) {
  return path.replace(root, "");
}

/** So much of a failure is said in the summary. Characters. */
const SAID = 600;

/** The first line of a journey's failure, with what was expected and received, and at which line: a second try that passes leaves nothing else of the first. */
function onOneLine({ message = "", location }) {
  const [told = ""] = stripVTControlCharacters(message).split(/^Call log:/im);
  const [first, ...rest] = told.split("\n");
  const compared = rest.filter((line) => /^(Locator|Expected|Received|[-+] +\S)/.test(line.trim())).map((line) => line.trim().replace(/\s+/g, " "));
  const where = location === undefined ? [] : [`at ${relative(location.file)}:${location.line}`];
  const said = [first, ...compared].join(" · ");
  return [said.length > SAID ? `${said.slice(0, SAID)}…` : said, ...where].join(" · ");
}

export function firstLine(text) {
  return stripVTControlCharacters(text).split("\n", 1)[0];
}
