import { defineConfig } from "@playwright/test";

/** `npm run test:cluster` walks the pages of a real control plane; everything else uses the sandbox. */
const isClusterSuite = process.env.STOLOS_SUITE === "cluster";

/** Scenarios change what they are played on: only a cluster that was started for them. */
const scenariosToo = process.env.REAL_CLUSTER ? [] : ["scenarios/**"];

export default defineConfig({
  testDir: isClusterSuite ? "./cluster" : ".",
  testIgnore: isClusterSuite ? scenariosToo : ["cluster/**"],
  outputDir: "../test-results",
  timeout: isClusterSuite ? 300_000 : 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: false,
  workers: isClusterSuite ? 1 : 2,
  // A shared machine stalls now and then. What passes only at the second try is counted and said at the end.
  retries: process.env.CI && !isClusterSuite ? 1 : 0,
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    // Films of five pages at once would be most of what the latencies of the cluster suite measure.
    trace: { mode: "retain-on-failure", screenshots: !isClusterSuite },
    launchOptions: {
      ...(process.env.STOLOS_CHROMIUM && { executablePath: process.env.STOLOS_CHROMIUM }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
      // People's browsers keep pages they left alive; so does the one that tests.
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    },
  },
});
