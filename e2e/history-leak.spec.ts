import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entryPage } from "./fleet";
import { happened, laneRows, lineOf, told, untilRecorded } from "./history";

// A maximum connection age of two minutes, one at twice the pace: a sweep comes within the test.
test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "4", "--speed", "2", "--max-age", "240"],
    settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1" },
  },
});

/** One of the demo's oddities: its replica is gone from the start, so that it is swept by itself. */
const OF_THE_DEMO = /^cobol-batch/;

test("leak: from the moment the replica is gone nobody vouches for its machines, and the sweep is told as a sweep", async ({ page, house }) => {
  test.setTimeout(420_000);
  await untilRecorded(house.address);
  await house.control("POST", "/scenario/leak");
  const [replica = ""] = await told(house, /istiod (\S+) is lost, and/);
  const doubted = async () => (await happened(house.address, "type=state&limit=500")).filter(({ to }) => to === "unverified");
  await expect.poll(async () => (await doubted()).length, { timeout: 90_000 }).toBeGreaterThan(0);
  await page.goto("/activity?type=replica-went");
  await expect(lineOf(page, replica).filter({ hasText: "is gone" })).toBeVisible();

  // Those that are still doubted after the others have found another replica are the leaked ones.
  const swept = async () => (await happened(house.address, "type=ended&limit=100")).find(({ to, name }) => to === "swept" && !OF_THE_DEMO.test(name)) ?? null;
  await expect.poll(swept, { timeout: 300_000, intervals: [2_000] }).not.toBeNull();
  const gone = await swept();
  if (gone === null) throw new Error("Nobody was swept.");
  await page.goto(`${entryPage(gone.namespace, gone.name)}?as=table`);
  await expectHeadline(page, /^This entry is not in the API any more\. It was unverified when last seen\.$/);
  await expect(page.getByRole("main")).toContainText(new RegExp(`Held by ${replica}, which was gone or too long silent; swept`));
  const states = async () => (await laneRows(page)).filter((row) => row.startsWith("state|"));
  await expect.poll(async () => (await states()).join("\n"), "it was doubted").toContain("Unverified");
  const [last = ""] = await states();
  expect(last, "never well from then on").not.toContain("Healthy");
  await page.goto("/activity?type=ended");
  await expect(lineOf(page, /(was|were) lost: swept by istiod: its connection was too old/).first()).toBeVisible();
});
