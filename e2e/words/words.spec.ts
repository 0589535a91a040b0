import { Cluster } from "@/e2e/cluster";
import { test as base, expect } from "@/e2e/fixtures";
import { untilRecorded } from "@/e2e/history";
import type { PageReport } from "./check-page";
import { playAndCheck } from "./play";
import { RawWatch } from "./raw-watch";
import { PLAYED } from "./scenarios";

/** `npm run prove -- words` plays all, `npm test` a short one in which something happens. */
const chosen = PLAYED.filter(({ scenario }) => process.env.STOLOS_WORDS === "all" || scenario === "deleted-group");

/** What a watch of its own heard since the dashboard began to look, and when that was. */
interface Witnessed {
  readonly raw: RawWatch;
  readonly begun: { readonly from: number; readonly to: number };
}

const test = base.extend<object, { readonly witnessed: Witnessed }>({
  witnessed: [
    async ({ house }, use) => {
      const raw = await RawWatch.start(new Cluster(house.kubeconfigOf("admin")));
      await untilRecorded(house.address);
      await use({ raw, begun: { from: house.startedAt, to: Date.now() } });
      raw.end();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.use({
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "3", "--speed", "4"], settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" } },
});

for (const played of chosen) {
  test(`${played.scenario}: everything that the pages say is known, and true by a watch of its own`, async ({ page, house, cluster, witnessed }) => {
    const { reports, unsaid } = await playAndCheck({ page, house, cluster, ...witnessed }, played);
    for (const { path, judged, compared, caught } of reports) {
      const statements = [...judged.values()].reduce((total, count) => total + count, 0);
      process.stdout.write(`    ${path}: ${statements} statements, ${compared} compared; ${caught} of them found when falsified\n`);
    }
    expect(reports.flatMap(({ path, wrong }) => wrong.map((one) => `${path}: ${one}`))).toEqual([]);
    expect(unsaid).toEqual([]);
    const missed = reports.flatMap((report) => report.missed).join("\n");
    expect(sum(reports, "caught"), `a check that cannot fail is none: ${missed}`).toBeGreaterThan(sum(reports, "compared") * 0.9);
  });
}

function sum(reports: readonly PageReport[], of: "compared" | "caught"): number {
  return reports.reduce((total, report) => total + report[of], 0);
}
