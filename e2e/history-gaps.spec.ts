import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, tellMachine } from "./fleet";
import { laneRows, lineOf, untilRecorded } from "./history";
import { startSecond } from "./second-dashboard";

const data = mkdtempSync(join(tmpdir(), "stolos-memory-"));

// The record is written to a folder that the test can lock.
test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "5", "--speed", "2"],
    settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1", STOLOS_DATA: data },
  },
});

test.beforeEach(async ({ house }) => {
  await untilRecorded(house.address);
});

test.afterAll(() => rmSync(data, { recursive: true, force: true }));

test("a pause of the recorder is a gap with its reason, in the log, the band and the lanes; live pages go on", async ({ page, cluster }) => {
  const entry = await freshEntry(cluster, "payments", "ledger");
  const lock = new Database(join(data, "history.db"));
  lock.exec("BEGIN IMMEDIATE");
  await page.goto("/activity");
  await expect(page.getByText(/recording is paused/)).toBeVisible({ timeout: 60_000 });
  await page.goto(groupPage("payments", "ledger"));
  await expectHeadline(page, /^18 of 18 expected machines serve\./);
  await page.waitForTimeout(5_000);
  lock.exec("ROLLBACK");
  lock.close();
  await page.goto("/activity");
  await expect(page.locator("tr[data-gap]").first()).toContainText(/\d\d:\d\d:\d\d to \d\d:\d\d:\d\d not recorded: /, { timeout: 60_000 });
  await page.goto(`${entryPage("payments", entry)}?as=table`);
  await expect.poll(async () => (await laneRows(page)).some((row) => row.includes("|not recorded|"))).toBe(true);
});

test("what was deleted while the API server could not be heard ended 'between'; the relist after 410 brings no health", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  complaints.claim(/ERR_|Failed to load resource/);
  const entry = await freshEntry(cluster, "identity", "login");
  house.apiDoor.cut();
  await tellMachine(house, "identity", entry, "disconnect");
  await page.waitForTimeout(20_000);
  await house.control("POST", "/compact");
  house.apiDoor.restore();
  await page.goto(`${entryPage("identity", entry)}`);
  await expectHeadline(page, /^This entry is not in the API any more\./);
  await expect(page.getByRole("main")).toContainText(/gone between \d\d:\d\d:\d\d and \d\d:\d\d:\d\d, while nobody was looking/i, { timeout: 60_000 });
  await page.goto(`${entryPage("identity", entry)}?as=table`);
  await expect.poll(async () => (await laneRows(page)).some((row) => row.includes("|not recorded|"))).toBe(true);
  await page.goto("/activity?type=ended");
  await expect(lineOf(page, /between \d\d:\d\d:\d\d and \d\d:\d\d:\d\d/).filter({ hasText: entry })).toContainText("gone while nobody was looking");
  await tellMachine(house, "identity", entry, "connect");
});

test("a restart on the same folder is a gap, and what went meanwhile ended 'between'", async ({ browser, house, cluster, complaints }) => {
  // Until its end is read, the machine is in no list and in no record.
  complaints.claim(/status of 404/);
  const folder = mkdtempSync(join(tmpdir(), "stolos-restart-"));
  const settings = { KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_TIME_SCALE: "2", STOLOS_DATA: folder };
  const entry = await freshEntry(cluster, "media", "transcoder");
  const first = await startSecond(settings);
  await untilRecorded(first.address);
  await first.end();
  await tellMachine(house, "media", entry, "disconnect");
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  const again = await startSecond(settings);
  const page = await browser.newPage();
  await page.goto(`${again.address}${entryPage("media", entry)}`);
  await expectHeadline(page, /^This entry is not in the API any more\./);
  await expect(page.getByRole("main")).toContainText(/between \d\d:\d\d:\d\d and \d\d:\d\d:\d\d, while nobody was looking/, { timeout: 60_000 });
  await page.goto(`${again.address}/activity`);
  await expect(page.locator("tr[data-gap]").first()).toContainText(/not recorded: /);
  await expect(lineOf(page, "the recorder stopped").first()).toBeVisible();
  await page.goto(`${again.address}${groupPage("media", "transcoder")}`);
  await expect(page.getByRole("img", { name: /not recorded/ }).first()).toBeVisible();
  await page.close();
  await again.end();
  rmSync(folder, { recursive: true, force: true });
  await tellMachine(house, "media", entry, "connect");
});
