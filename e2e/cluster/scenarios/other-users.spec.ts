import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/cluster/fixtures";
import { expectHeadline, expectWords, rowOf } from "@/e2e/cluster/fleet-pages";

const NAME = "checkout-10.30.0.1-vpc-2";

test("viewer, who may only read, sees what dashboard sees", async ({ scenario, namespace, visit }) => {
  for (const user of ["viewer", "dashboard"] as const) {
    const page = await visit(user, "/activity");
    await expect(page.getByRole("button", { name: /^Freshness/ })).toHaveText(/^live/);
    await expectWords(page, /the recorder started/);
    await page.close();
  }
  // What a record finds in its first ten seconds was there before: a page does not mark it as new.
  await new Promise((resolve) => setTimeout(resolve, 11_000));
  const play = scenario("lifecycle");
  for (const step of ["kubectl apply", "connect", "connect", `health ${namespace}/vm-1`, `health ${namespace}/vm-1 Get`]) await play.step(step);
  await expectSame("/", /^1 serving\. checkout has 1 unhealthy machine\./);
  await expectSame("/groups", "2 groups");
  await expectSame(`/c/real/groups/${namespace}/checkout`, "0 serving. 1 unhealthy machine.");
  const list = await expectSame(`/entries?ns=${namespace}`, "3 entries");
  const href = await rowOf(list, NAME).getByRole("link", { name: NAME }).getAttribute("href");
  await expectSame(href ?? "", "This machine fails its health check. Istio sends it no traffic.");

  async function expectSame(path: string, headline: string | RegExp): Promise<Page> {
    const [theirs, ours] = await Promise.all([visit("viewer", path), visit("dashboard", path)]);
    for (const page of [theirs, ours]) {
      await expectHeadline(page, headline);
      await expect(page.getByText("Reading events")).toHaveCount(0);
    }
    // What is remembered comes to each page in its own time.
    await expect(async () => expect(await timeless(theirs), path).toEqual(await timeless(ours))).toPass({ timeout: 20_000 });
    await ours.close();
    return theirs;
  }
});

test("nobody gets pages that say what is missing and what to do, and none that calls it empty", async ({ scenario, namespace, visit }) => {
  await scenario("lifecycle").step("kubectl apply");
  for (const path of ["/", "/groups", "/entries", `/c/real/groups/${namespace}/checkout`, `/c/real/entries/${namespace}/hand-written`]) {
    const page = await visit("nobody", path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expectWords(
      page,
      "Not allowed",
      "This account may not list and watch workloadentries in all namespaces, nor in default.",
      "Empty here means not visible, not none.",
      "Ask whoever runs the cluster for the right to list and watch what is named.",
    );
    await expect(page.getByRole("button", { name: /^Freshness: Not allowed/ })).toBeVisible();
    for (const lie of ["is in sight", "0 entries", "0 groups", "0 of 0", "No machine yet", "is in trouble"])
      await expect(page.getByRole("main")).not.toContainText(lie);
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
