import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expectNoViolations, RULES_OF_COLOUR } from "./axe-violations";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage } from "./fleet";
import { untilRecorded } from "./history";
import { startDashboard, untilReady } from "./house";

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

for (const theme of THEMES) {
  const rules = rulesIn(theme);
  test(`axe finds nothing on any live list, ${theme}`, async ({ page, house }) => {
    await page.context().addCookies([themeCookie(house.address, theme)]);
    for (const path of [
      "/",
      "/groups",
      "/groups?q=nothing-is-called-that",
      "/entries",
      "/services",
      "/networks",
      "/control-plane",
      "/localities",
      "/localities?show=world",
      "/localities?show=table",
    ])
      await expectNothingOn(page, path, theme);
  });

  test(`axe finds nothing on any live page of one thing and in what opens over it, ${theme}`, async ({ page, cluster, house, complaints }) => {
    complaints.claim(/404/);
    await page.context().addCookies([themeCookie(house.address, theme)]);
    const machine = entryPage("shop", await freshEntry(cluster, "shop", "checkout"));
    for (const path of [groupPage("shop", "storefront"), groupPage("shop", "gone"), machine, entryPage("legacy", "gone")])
      await expectNothingOn(page, path, theme);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoViolations(page, "the help sheet", rules);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("oracle");
    await expect(page.getByRole("option").first()).toContainText("oracle");
    await expectNoViolations(page, "the palette", rules);
  });

  test(`axe finds nothing in what is remembered, ${theme}`, async ({ page, cluster, house }) => {
    await untilRecorded(house.address);
    await page.context().addCookies([themeCookie(house.address, theme)]);
    const machine = entryPage("shop", await freshEntry(cluster, "shop", "checkout"));
    for (const path of ["/activity", "/activity?q=nothing-is-called-that", `${machine}?as=table`]) {
      await page.goto(path);
      await expect(page.getByText(/^live/).first()).toBeVisible();
      await expectNoViolations(page, path, rules);
    }
    await page.goto(`${machine}?at=${new Date().toISOString()}`);
    await expect(page.getByRole("region", { name: "The past" })).toBeVisible();
    await expectNoViolations(page, "a machine as it was", rules);
  });

  test(`axe finds nothing on a page that is stale, ${theme}`, async ({ page, house, complaints }) => {
    complaints.claim(/ERR_|Failed to load resource|NetworkError/);
    await page.context().addCookies([themeCookie(house.address, theme)]);
    const other = await page.context().newPage();
    await page.goto("/");
    await other.goto("/entries?ns=legacy");
    // Before its stream is open, a page has nothing to lose.
    for (const each of [page, other]) await expectAlive(each);
    house.pageDoor.cut();
    for (const each of [page, other]) {
      await expect(each.getByText("Not live").first()).toBeVisible({ timeout: 20_000 });
      await expectNoViolations(each, `stale ${each.url()}`, rules);
    }
  });
}

test("axe finds nothing where nothing may be seen", async ({ page, house }) => {
  const { program, port } = await startDashboard({ KUBECONFIG: house.kubeconfigOf("nobody") });
  await untilReady(`http://127.0.0.1:${port}`);
  // Until the record is open, asking for it is refused, and a browser complains of that aloud.
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/api/history/activity`)).status).toBe(200);
  for (const path of ["/", "/groups", "/entries", "/services", "/networks", "/localities", entryPage("legacy", "oracle-primary")]) {
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await expect(page.getByText("Not allowed").first()).toBeVisible();
    await expectNoViolations(page, `denied ${path}`);
  }
  await program.end();
});

function rulesIn(theme: Theme) {
  return theme === "light" ? null : RULES_OF_COLOUR;
}

async function expectNothingOn(page: Page, path: string, theme: Theme): Promise<void> {
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  await expect(page.getByText(/^live/).first()).toBeVisible();
  await expectNoViolations(page, path, rulesIn(theme));
}

function themeCookie(url: string, theme: Theme) {
  return { name: "stolos-preferences", value: `zone-utc.theme-${theme}`, url };
}
