import type { APIRequestContext, Page } from "@playwright/test";
import { withoutRequestId } from "./ask";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage } from "./fleet";
import { BUTTON } from "./labels";
import { expectHeading } from "./statements";
import { unfoldAll } from "./unfold";

/** The address of a command. Without settings, a server is read-only. */
const COMMAND = "/api/c/sandbox/commands/set-expected-size/shop/cart";
const UNKNOWN = "/api/c/sandbox/nothing-of-the-kind/set-expected-size/shop/cart";

/** Headers that differ in each answer. */
const OF_THE_MOMENT = ["date", "content-security-policy", "x-request-id"];

async function answerOf(request: APIRequestContext, method: string, path: string, origin: string) {
  const data = { dryRun: false, resourceVersion: "1", input: { size: "4" } };
  const answer = await request.fetch(path, { method, headers: { origin }, ...(method === "POST" && { data }) });
  const headers = Object.entries(answer.headers()).filter(([name]) => !OF_THE_MOMENT.includes(name));
  return { status: answer.status(), headers, body: withoutRequestId(await answer.text()) };
}

for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
  test(`the address of a command answers ${method} like one that does not exist`, async ({ request, house }) => {
    const command = await answerOf(request, method, `${house.address}${COMMAND}`, house.address);
    expect(command).toEqual(await answerOf(request, method, `${house.address}${UNKNOWN}`, house.address));
    expect(command.status).toBe(404);
  });
}

test("the page of a group has no control that writes", async ({ page }) => {
  await page.goto(groupPage("shop", "cart"));
  await expect(page.locator('[data-fact="expected-size"]')).toBeVisible();
  await expectNoButton(page, ["changeTheExpectedSize", "delete", "edit", "clone"]);
});

/** Expects that the page has no button of these names. */
async function expectNoButton(page: Page, names: readonly ("changeTheExpectedSize" | "delete" | "edit" | "clone" | "drain" | "undrain")[]): Promise<void> {
  for (const name of names) await expect(page.getByRole("button", { name: BUTTON[name], exact: true }), name).toHaveCount(0);
}

test("the page of a machine has no control that writes, and the audit is empty", async ({ page, cluster }) => {
  await page.goto(entryPage("shop", await freshEntry(cluster, "shop", "cart")));
  await expect(page.getByRole("button", { name: BUTTON.copySummary })).toBeVisible();
  await unfoldAll(page);
  await expectNoButton(page, ["drain", "undrain", "delete", "edit"]);
  await page.getByRole("main").getByRole("button", { name: BUTTON.moreActions }).click();
  await expect(page.getByRole("menuitem", { name: BUTTON.copyLink, exact: true })).toBeVisible();
  for (const name of [BUTTON.drain, BUTTON.undrain, BUTTON.delete, BUTTON.edit])
    await expect(page.getByRole("menuitem", { name: new RegExp(`^${name}`) }), name).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.goto("/audit");
  await expectHeading(page, "commands-audited", { rows: 0 });
});
