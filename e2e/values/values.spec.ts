import { Cluster } from "@/e2e/cluster";
import { test as base, expect } from "@/e2e/fixtures";
import { untilRecorded } from "@/e2e/history";
import type { PageReport } from "./check-page";
import type { Outcome } from "./invariant";
import { playAndCheck } from "./play";
import { RawWatch } from "./raw-watch";
import { PLAYED } from "./scenarios";
import { Worlds } from "./truth";

/** `npm run prove -- values` plays all scenarios, `npm test` a short one. */
const chosen = PLAYED.filter(({ scenario }) => process.env.STOLOS_VALUES === "all" || scenario === "deleted-group");

const test = base.extend<object, { readonly worlds: Worlds }>({
  worlds: [
    async ({ house }, use) => {
      const raw = await RawWatch.start(new Cluster(house.kubeconfigOf("admin")));
      await untilRecorded(house.address);
      await use(new Worlds(raw, { from: house.startedAt, to: Date.now() }));
      raw.end();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.use({
  // A high window shows more rows of a list.
  viewport: { width: 1440, height: 3_000 },
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "3", "--speed", "4"], settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" } },
});

for (const played of chosen) {
  test(`values on pages equal the cluster's objects after ${played.scenario}`, async ({ page, house, cluster, worlds }) => {
    test.setTimeout(600_000);
    const { reports, missing } = await playAndCheck({ page, house, cluster, worlds }, played);
    expect(reports.flatMap(({ path, wrong }) => wrong.map((one) => `${path}: ${one}`))).toEqual([]);
    expect(missing).toEqual([]);
    process.stdout.write(`    ${noticed(reports).caught} of ${noticed(reports).compared} changes by one noticed\n`);
    const { compared, caught, missed } = noticed(reports);
    expect(caught, `changes by one that no invariant noticed: ${missed.join("; ")}`).toBeGreaterThan(compared * 0.9);
  });
}

/** Compared values, and those whose change by one an invariant noticed. */
function noticed(reports: readonly PageReport[]): Pick<Outcome, "compared" | "caught" | "missed"> {
  const outcomes = reports.flatMap((report) => report.outcomes);
  const sum = (count: "compared" | "caught") => outcomes.reduce((total, outcome) => total + outcome[count], 0);
  return { compared: sum("compared"), caught: sum("caught"), missed: outcomes.flatMap(({ missed }) => missed) };
}
