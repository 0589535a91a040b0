import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entryPath, writeEntry } from "./fleet";
import { LINK } from "./labels";
import { fileAddress } from "./page-menu";
import { expectStatement, statementOf } from "./statements";

test("compares the findings with those of the past, by rule and in the files (journey f, 7)", { tag: "@findings-compared" }, async ({ page, cluster }) => {
  await page.goto("/findings?ns=legacy");
  await expectAlive(page);
  const compared = page.locator("[data-section=compared]");
  const row = compared.locator("[data-compared=STL407]");
  const numbersIn = async () => (await row.locator("td:not([data-column=rule])").allTextContents()).map((text) => Number(text.replace("−", "-")));
  // The history begins with the first results of the rules.
  await expectStatement(compared, "findings-compared", { from: /^\d{13}$/ }, { timeout: 120_000 });
  const earlier = (await row.count()) === 0 ? [0, 0, 0, 0, 0] : await numbersIn();

  await writeEntry(cluster, "legacy", "compared-1", { spec: { address: "10.99.8.1", locality: "mars/olympus/rack/shelf" } });
  await expect(page.locator("[data-finding]").filter({ hasText: "compared-1" }).first()).toBeVisible();
  // A finding counts as new after half a minute.
  await expect
    .poll(
      async () => {
        await page.reload();
        await expect(statementOf(compared, "findings-compared")).toBeVisible();
        return (await row.count()) === 0 ? -1 : (await numbersIn())[3];
      },
      { timeout: 150_000, intervals: [5_000] },
    )
    .toBe((earlier[3] ?? 0) + 1);
  const [then = 0, now = 0, change, appeared = 0, resolved = 0] = await numbersIn();
  expect([change, now]).toEqual([now - then, then + appeared - resolved]);
  const sum = async (column: string) => {
    const cells = await compared.locator(`[data-compared] td[data-column=${column}]`).allTextContents();
    return cells.reduce((total, cell) => total + Number(cell.replace("−", "-")), 0);
  };
  await expectStatement(compared, "findings-compared", { appeared: await sum("appeared"), resolved: await sum("resolved"), net: await sum("change") });
  const told = JSON.parse(await (await page.request.get(await fileAddress(page, "JSON"))).text());
  expect(told.filter(({ rule }: { readonly rule: string }) => rule === "STL407").length).toBe(now);

  await compared.getByRole("link", { name: LINK.eachOfThemInActivity }).click();
  await expect(page.getByRole("main")).toContainText("compared-1");
  await cluster.delete(entryPath("legacy", "compared-1"));
});
