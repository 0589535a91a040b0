import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entryPath, writeEntry } from "./fleet";

test("what is found is compared with what was found before, by rule and in the files (journey f, 7)", async ({ page, cluster }) => {
  await page.goto("/findings?ns=legacy");
  await expectAlive(page);
  const compared = page.getByRole("region", { name: "Compared with before" });
  const row = compared.locator("[data-compared=STL407]");
  const numbersIn = async () => (await row.locator("td.text-end").allTextContents()).map((text) => Number(text.replace("−", "-")));
  // The record begins with what the rules found first.
  await expect(compared).toContainText(/ (as|than) (at \d.*, where the record of findings begins|30 d before)/, { timeout: 120_000 });
  const earlier = (await row.count()) === 0 ? [0, 0, 0, 0, 0] : await numbersIn();

  await writeEntry(cluster, "legacy", "compared-1", { spec: { address: "10.99.8.1", locality: "mars/olympus/rack/shelf" } });
  await expect(page.locator("[data-finding]").filter({ hasText: "compared-1" }).first()).toBeVisible();
  // What held for half a minute has appeared.
  await expect
    .poll(
      async () => {
        await page.reload();
        await expect(compared).toContainText("Each of them in Activity");
        return (await row.count()) === 0 ? -1 : (await numbersIn())[3];
      },
      { timeout: 150_000, intervals: [5_000] },
    )
    .toBe((earlier[3] ?? 0) + 1);
  const [then = 0, now = 0, change, appeared = 0, resolved = 0] = await numbersIn();
  expect([change, now]).toEqual([now - then, then + appeared - resolved]);
  const all = await compared
    .locator("[data-compared]")
    .evaluateAll((rows) => rows.map((one) => [...one.querySelectorAll("td")].map((cell) => cell.textContent)));
  const sum = (column: number) => all.reduce((total, cells) => total + Number((cells[column] ?? "0").replace("−", "-")), 0);
  await expect(compared).toContainText(`: ${sum(4)} appeared, ${sum(5)} ${sum(5) === 1 ? "was" : "were"} resolved.`);
  const told = JSON.parse(
    await (await page.request.get((await page.getByRole("link", { name: "Export findings as JSON" }).getAttribute("href")) ?? "")).text(),
  );
  expect(told.filter(({ rule }: { readonly rule: string }) => rule === "STL407").length).toBe(now);

  await compared.getByRole("link", { name: "Each of them in Activity" }).click();
  await expect(page.getByRole("main")).toContainText("compared-1");
  await cluster.delete(entryPath("legacy", "compared-1"));
});
