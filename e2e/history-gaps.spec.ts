import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "libsql";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupObject, groupPage, tellMachine } from "./fleet";
import { eventRows, laneRows, untilRecorded } from "./history";
import { startSecond } from "./second-dashboard";
import { expectHeading, expectStatement } from "./statements";

const data = mkdtempSync(join(tmpdir(), "stolos-memory-"));

// The history is in a folder whose database the test can lock.
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

test("a pause of the recorder is a gap with a reason in the log and the timeline, and live pages stay live", { tag: "@recorder-pause" }, async ({
  page,
  cluster,
}) => {
  const entry = await freshEntry(cluster, "payments", "ledger");
  const lock = new Database(join(data, "history.db"));
  lock.exec("BEGIN IMMEDIATE");
  await page.goto("/activity");
  await expect(page.locator('[data-recorder="paused"]')).toBeVisible({ timeout: 60_000 });
  await page.goto(groupPage("payments", "ledger"));
  const { expected } = await groupObject(cluster, "payments", "ledger");
  await expectHeading(page, "group-serving", { serving: expected, total: expected, past: false });
  await page.waitForTimeout(5_000);
  lock.exec("ROLLBACK");
  lock.close();
  await page.goto("/activity");
  await expectGap(page);
  await page.goto(`${entryPage("payments", entry)}?as=table`);
  await expect.poll(async () => (await laneRows(page)).some(({ lane }) => lane === "gap")).toBe(true);
});

test("a machine that left while the API server was unreachable ended between two moments, and is lost in the log", { tag: "@deleted-while-blind" }, async ({
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
  await expectHeading(page, "entry-gone", { entry });
  await expectStatement(page, "entry-ended", { cause: "found-missing", notBefore: /^\d+$/ }, { timeout: 60_000 });
  await page.goto(`${entryPage("identity", entry)}?as=table`);
  await expect.poll(async () => (await laneRows(page)).some(({ lane }) => lane === "gap")).toBe(true);
  await page.goto("/activity?type=ended");
  const row = eventRows(page, { event: "ended", after: "found-missing" }).filter({ hasText: entry });
  await expect(row).toHaveAttribute("data-not-before", /^\d+$/);
  await expect(row).toBeVisible();
  await tellMachine(house, "identity", entry, "connect");
});

test("a restart with the same history is a gap, and a machine that left meanwhile ended between two moments", { tag: "@restart-same-folder" }, async ({
  browser,
  house,
  cluster,
  complaints,
}) => {
  // Until its end is read, the machine is in no list and in no history.
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
  await expectHeading(page, "entry-gone", { entry });
  await expectStatement(page, "entry-ended", { cause: "found-missing", notBefore: /^\d+$/ }, { timeout: 60_000 });
  await page.goto(`${again.address}/activity`);
  await expectGap(page);
  await expect(eventRows(page, { event: "recorder-stopped" }).first()).toBeVisible();
  await page.goto(`${again.address}${groupPage("media", "transcoder")}`);
  await expect(page.locator('[data-statement="band"]')).toHaveAttribute("data-gaps", /^[1-9]/);
  await expect(page.locator('[data-statement="band"]')).toBeVisible();
  await page.close();
  await again.end();
  rmSync(folder, { recursive: true, force: true });
  await tellMachine(house, "media", entry, "connect");
});

/** Expects a gap in the log: a row with its two moments and its reason. */
async function expectGap(page: Page): Promise<void> {
  const gap = page.locator("tr[data-gap]").first();
  await expect(gap).toBeVisible({ timeout: 60_000 });
  const { gap: reason = "", from, to } = await gap.evaluate((row) => ({ ...row.dataset }));
  expect(reason, "the reason").not.toBe("");
  expect(Number(to), "the end follows the beginning").toBeGreaterThan(Number(from));
  await expect(gap).toContainText(reason);
}
