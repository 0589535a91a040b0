import { expect, it } from "vitest";
import { root } from "./root.mjs";
import { journeyTroubles, unitFailures } from "./test-reports.mjs";

/** A report of Playwright's with one journey that passed at its second try, and how its first one failed. */
function flaky(error: { readonly message: string; readonly location?: { readonly file: string; readonly line: number; readonly column: number } }) {
  return { stats: {}, suites: [{ specs: [{ file: "outage.spec.ts", title: "is live again", tests: [{ status: "flaky", results: [{ error }, {}] }] }] }] };
}
const SAID = "only at the second try: e2e/outage.spec.ts: is live again: ";

it("the summary says of a journey that failed once what was expected and received, and at which line", () => {
  const message = [
    "Error: \u001B[2mexpect(\u001B[22mlocator).toHaveText(expected) failed",
    "",
    "Locator: getByRole('button', { name: /^Freshness/ })",
    "Expected pattern: \u001B[32m/^live/\u001B[39m",
    'Received string:  \u001B[31m"stale · 7 s"\u001B[39m',
    "Timeout: 15000ms",
    "",
    "Call log:",
    '  - Expect "toHaveText" with timeout 15000ms',
  ].join("\n");
  expect(journeyTroubles(flaky({ message, location: { file: `${root}e2e/outage.spec.ts`, line: 34, column: 5 } }))).toEqual([
    `${SAID}Error: expect(locator).toHaveText(expected) failed · Locator: getByRole('button', { name: /^Freshness/ }) · Expected pattern: /^live/ · Received string: "stale · 7 s" · at e2e/outage.spec.ts:34`,
  ]);
});

it("of two lists it says what differs, and of what is long the beginning", () => {
  const message = ["Error: a page", "", "- Expected  - 1", "+ Received  + 1", "", "  Array [", '-   "a",', `+   "${"b".repeat(2_000)}",`, "  ]"].join("\n");
  const [told = ""] = journeyTroubles(flaky({ message }));
  expect(told).toContain('Error: a page · - Expected - 1 · + Received + 1 · - "a", · + "bbb');
  expect(told.length).toBeLessThan(SAID.length + 700);
  expect(journeyTroubles(flaky({ message: "" }))).toEqual([SAID]);
});

it("the summary has the errors of a unit run that belong to no test, such as a hook that failed", () => {
  const outsideTests = [
    "lib/a.test.ts: a hook of “a store”: Hook timed out in 30000ms.\nIf this is long, raise it",
    "unhandled TypeError: closed at lib/b.ts:3",
  ];
  const passed = { name: `${root}lib/a.test.ts`, message: "", assertionResults: [{ status: "passed" }] };
  expect(unitFailures({ testResults: [passed], outsideTests })).toEqual([
    "failed: lib/a.test.ts: a hook of “a store”: Hook timed out in 30000ms.",
    "failed: unhandled TypeError: closed at lib/b.ts:3",
  ]);
});
