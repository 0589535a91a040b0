import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/cluster/fixtures";
import { rowOf } from "@/e2e/cluster/fleet-pages";
import { type ExpectedValues, expectHeading } from "@/e2e/statements";

const NAME = "checkout-10.30.0.1-vpc-2";

/** Statements that call a list or a fleet empty, or well. */
const EMPTY = [
  ...["fleet-empty", "no-group-in-trouble", "groups-listed", "fleet-serving", "fleet-registered", "entries-matched"].map(
    (kind) => `[data-statement="${kind}"]`,
  ),
  '[data-statement="entries-listed"][data-total]',
  '[data-notice="empty"]',
].join(", ");

test("the read-only viewer sees the same as dashboard", async ({ scenario, namespace, visit }) => {
  for (const user of ["viewer", "dashboard"] as const) {
    const page = await visit(user, "/activity");
    await expect(page.locator("[data-freshness=live]").first()).toBeVisible();
    await expect(page.locator('[data-event="recorder-started"]').first()).toBeVisible();
    await page.close();
  }
  // What a record finds in its first ten seconds was there before: a page does not mark it as new.
  await new Promise((resolve) => setTimeout(resolve, 11_000));
  const play = scenario("lifecycle");
  for (const step of ["kubectl apply", "connect", "connect", `health ${namespace}/vm-1`, `health ${namespace}/vm-1 Get`]) await play.step(step);
  await expectSame("/", "fleet-worst-group", { group: "checkout", unhealthy: 1 });
  await expectSame("/groups", "groups-listed", { total: 2 });
  await expectSame(`/c/real/groups/${namespace}/checkout`, "group-trouble", { unhealthy: 1 });
  const list = await expectSame(`/entries?ns=${namespace}`, "entries-listed", { total: 3 });
  const href = await rowOf(list, NAME).getByRole("link", { name: NAME }).getAttribute("href");
  await expectSame(href ?? "", "entry-traffic", { state: "unhealthy", serving: "no-unhealthy" });

  async function expectSame(path: string, kind: string, values: ExpectedValues): Promise<Page> {
    const [theirs, ours] = await Promise.all([visit("viewer", path), visit("dashboard", path)]);
    for (const page of [theirs, ours]) {
      await expectHeading(page, kind, values);
      await expect(page.locator('[data-section="events"] [role="status"]')).toHaveCount(0);
    }
    // The history reaches each page in its own time.
    await expect(async () => expect(await timeless(theirs), path).toEqual(await timeless(ours))).toPass({ timeout: 20_000 });
    await ours.close();
    return theirs;
  }
});

test("without permissions, pages name the missing one and show no empty list", async ({ scenario, namespace, visit }) => {
  await scenario("lifecycle").step("kubectl apply");
  for (const path of ["/", "/groups", "/entries", `/c/real/groups/${namespace}/checkout`, `/c/real/entries/${namespace}/hand-written`]) {
    const page = await visit("nobody", path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.locator('[data-banner="denied"]')).toContainText("workloadentries");
    await expect(page.locator("[data-freshness=denied]").first()).toBeVisible();
    await expect(page.locator(`main :is(${EMPTY})`)).toHaveCount(0);
    await page.close();
  }
});

/**
 * What a page says, text by text. Ages, times of day and shares of time, which two dashboards need not tell in the same second, are masked. What stands
 * in a drawing is left out: how many times and how much of a word fit there depends on how long each record is, and one of two young ones is longer.
 */
async function timeless(page: Page): Promise<readonly string[]> {
  const texts = await page.getByRole("main").evaluate((main) => {
    const said: string[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest("time, svg") === null) said.push(node.textContent?.trim() ?? "");
    }
    return said;
  });
  return texts
    .filter((text) => text !== "")
    .map((text) =>
      text
        .replaceAll(/\d\d:\d\d:\d\d(\.\d+)?/g, "TIME")
        .replaceAll(/(for at least|for) \d+ \w+, (seen )?since/g, "since")
        .replaceAll(/\b\d+ (s|min)\b/g, "AGE")
        .replaceAll(/\b\d+(\.\d+)? %/g, "SHARE"),
    )
    .filter((text, at, all) => text !== "TIME" || all[at - 1] !== "TIME");
}
