import { expect, test } from "./fixtures";
import { entryPage } from "./fleet";
import { eventRows, happened, laneRows, told, untilRecorded } from "./history";
import { expectHeading, expectStatement } from "./statements";

// A maximum connection age of four minutes, at twice the speed: istiod sweeps within the test.
test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "4", "--speed", "2", "--max-age", "240"],
    settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1" },
  },
});

/** A group of the demo whose replica is gone from the start: istiod sweeps its entries anyway. */
const OF_THE_DEMO = /^cobol-batch/;

test("leak: machines of a lost replica are unverified, and their end is recorded as a sweep", { tag: "@leak" }, async ({ page, house }) => {
  test.setTimeout(420_000);
  await untilRecorded(house.address);
  await house.control("POST", "/scenario/leak");
  const [replica = ""] = await told(house, /istiod (\S+) is lost, and/);
  const doubted = async () => (await happened(house.address, "type=state&limit=500")).filter(({ to }) => to === "unverified");
  await expect.poll(async () => (await doubted()).length, { timeout: 90_000 }).toBeGreaterThan(0);
  await page.goto("/activity?type=replica-went");
  await expect(eventRows(page, { event: "replica-went" }).filter({ hasText: replica })).toBeVisible();

  // The leaked machines stay unverified after the others reconnected to another replica.
  const swept = async () => (await happened(house.address, "type=ended&limit=100")).find(({ to, name }) => to === "swept" && !OF_THE_DEMO.test(name)) ?? null;
  await expect.poll(swept, { timeout: 300_000, intervals: [2_000] }).not.toBeNull();
  const gone = await swept();
  if (gone === null) throw new Error("No machine was swept.");
  await page.goto(`${entryPage(gone.namespace, gone.name)}?as=table`);
  await expectHeading(page, "entry-gone", { entry: gone.name, state: "unverified" });
  await expectStatement(page, "entry-ended", { cause: "swept", replica });
  const states = async () => (await laneRows(page)).filter(({ lane }) => lane === "state").map(({ state }) => state);
  await expect.poll(states, "it was unverified").toContain("unverified");
  expect((await states())[0], "it was not healthy again").not.toBe("healthy");
  await page.goto("/activity?type=ended");
  await expect(eventRows(page, { event: "ended", after: "swept" }).first()).toBeVisible();
});
