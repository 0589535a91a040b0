import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage } from "./fleet";

/** A server that only reads, as it is without any setting. */
const COMMAND = "/api/c/sandbox/commands/set-expected-size/shop/cart";
const UNKNOWN = "/api/c/sandbox/nothing-of-the-kind/set-expected-size/shop/cart";

/** What differs from answer to answer by nature. */
const OF_THE_MOMENT = ["date", "content-security-policy"];

async function answerOf(request: APIRequestContext, method: string, path: string, origin: string) {
  const data = { dryRun: false, resourceVersion: "1", input: { size: "4" } };
  const answer = await request.fetch(path, { method, headers: { origin }, ...(method === "POST" && { data }) });
  const headers = Object.entries(answer.headers()).filter(([name]) => !OF_THE_MOMENT.includes(name));
  return { status: answer.status(), headers, body: await answer.text() };
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
  await expect(page.getByText("expected size", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /expected size|^delete$|^edit$|^clone$/i })).toHaveCount(0);
});

test("the page of a machine has none either, and the audit is empty", async ({ page, cluster }) => {
  await page.goto(entryPage("shop", await freshEntry(cluster, "shop", "cart")));
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(un)?drain$|^delete$|^edit$/i })).toHaveCount(0);
  await page.goto("/audit");
  await expect(page.getByText("No command is recorded here.")).toBeVisible();
});
