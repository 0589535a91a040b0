import { Cluster } from "@/e2e/cluster";
import { test as base, expect } from "@/e2e/fixtures";
import { untilRecorded } from "@/e2e/history";
import type { PageReport } from "./check-page";
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
    expect(unnoticed(reports)).toEqual([]);
  });
}

/** The invariants that notice less than nine of ten values that are changed by one. */
function unnoticed(reports: readonly PageReport[]): readonly string[] {
  const all = reports.flatMap(({ outcomes }) => outcomes);
  return [...new Set(all.map(({ invariant }) => invariant))].flatMap((invariant) => {
    const own = all.filter((one) => one.invariant === invariant);
    const [compared, caught] = (["compared", "caught"] as const).map((count) => own.reduce((sum, one) => sum + one[count], 0)) as [number, number];
    return caught >= compared * 0.9 ? [] : [`${invariant}: ${caught} of ${compared}; missed: ${own.flatMap(({ missed }) => missed)[0]}`];
  });
}
