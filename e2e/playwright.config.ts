import { defineConfig } from "@playwright/test";
import { BROWSER_ARGUMENTS } from "./browser-arguments";
import { NOT_PLAYED } from "./courses";
import { BACKGROUND_LANE } from "./lane-priority";

/** `npm run test:cluster` walks the pages of a real control plane; everything else uses the sandbox. */
const isClusterSuite = process.env.STOLOS_SUITE === "cluster";

/** Scenarios change what they are played on: only a cluster that was started for them. */
const scenariosToo = process.env.REAL_CLUSTER ? [] : ["scenarios/**"];

/** A shared machine stalls now and then. What passes only at the second try is counted and said at the end. */
const retries = process.env.CI && !isClusterSuite ? 1 : 0;

const specs = (names: readonly string[]) => names.map((name) => `**/${name}.spec.ts`);

/** Journeys that mostly wait for timers of Istio or Stolos. They run beside the pages: two lanes that both draw pages exceed two slow cores. */
const WAITING = specs([
  ...["history-leak", "history-scenarios", "history-gaps", "outage", "findings-compared", "values/values", "planned-leave", "shutdown"],
  ...["between", "ended-token", "ghost", "lost-vm", "on-call-journey", "on-call-without", "page-life", "provider-renewal"],
  ...["rolling-restart", "stale", "unchecked-rights", "unconfirmed"],
]);

/**
 * Journeys without a time limit of the product. They run with low CPU priority and use what the two other lanes leave. When one of those has ended, its worker
 * takes files from here, so that all workers end at about the same time.
 */
const BACKGROUND = specs([
  ...["advisories", "axe", "axe-large", "axe-on-call", "axe-turned-away", "bad-input", "forged-writes"],
  ...["planted", "read-only", "read-only-layers", "viewers", "viewers-matrix"],
  ...["bundle", "guard-rails", "host-viewers", "hostile-input", "hosts", "kiosk", "least-privilege", "proxy", "recorded-addresses", "recorded-browser"],
  ...["scope-html", "secrets", "secrets-provider", "several-clusters"],
  // These share a dashboard.
  ...["delete-entries", "early-input", "edit-yaml", "lost-drain", "mute-findings", "new-group", "new-group-hands"],
  ...["prediction", "reach", "saved-views", "values/writes"],
]);

/** Two cores run this many journeys at once. */
const WORKERS = 3;

/**
 * Proofs that visit each page with each thing that can stand on it, or need a quiet machine for minutes: `npm run prove` plays them, whole, or (with a
 * defect planted) a sample.
 */
const LONG = process.env.STOLOS_PROOFS !== undefined ? [] : specs(["hostile", "read-only-controls", "provider-sign-in"]);

/** A free worker takes the next file of the first lane that has one left and is below its number of workers. */
const LANES = [
  { name: "waiting", testMatch: WAITING, grepInvert: [...NOT_PLAYED], workers: 1 },
  { name: "pages", testIgnore: ["cluster/**", ...WAITING, ...BACKGROUND, ...LONG], grepInvert: [...NOT_PLAYED], workers: 1 },
  { name: BACKGROUND_LANE, testMatch: BACKGROUND, grepInvert: [...NOT_PLAYED], workers: WORKERS },
];

export default defineConfig({
  testDir: isClusterSuite ? "./cluster" : ".",
  testIgnore: isClusterSuite ? scenariosToo : ["cluster/**"],
  outputDir: "../test-results",
  // How long a whole journey may take says nothing: what it claims has limits of its own.
  timeout: 300_000,
  // What has a limit of its own says so; anything else may take as long as a slow machine needs.
  expect: { timeout: 40_000 },
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: false,
  workers: isClusterSuite ? 1 : WORKERS,
  ...(!isClusterSuite && { projects: LANES }),
  retries,
  use: {
    // What cannot be acted on for so long is not there: the journey fails then and says what it waited for.
    actionTimeout: 60_000,
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    // Films of live pages cost two cores as much as the pages: they are made at a second try, and never where latencies are measured.
    trace: retries > 0 ? "on-first-retry" : { mode: "retain-on-failure", screenshots: !isClusterSuite },
    launchOptions: {
      ...(process.env.STOLOS_CHROMIUM && { executablePath: process.env.STOLOS_CHROMIUM }),
      args: BROWSER_ARGUMENTS,
      // People's browsers keep pages they left alive; so does the one that tests.
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    },
  },
});
