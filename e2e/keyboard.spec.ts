import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entriesOf, entryPage, groupPage, hostPage, reportHealth, tellMachine } from "./fleet";
import { focusIsSeen, tabTo } from "./focus";
import { untilRecorded } from "./history";

test("the first Tab skips to the page, and each Tab after it is seen", async ({ page }) => {
  for (const path of ["/", "/groups?ns=legacy", groupPage("legacy", "sap-bridge"), "/entries?ns=legacy", entryPage("legacy", "oracle-primary")]) {
    await page.goto(path);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
    await expect(page.getByRole("link", { name: "Skip to the page" })).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press("Tab");
      expect(await focusIsSeen(page), `${path}: step ${step} is seen`).toBe("seen");
    }
  }
});

test("a list is walked with j and k, opened with Enter, and its neighbours follow with n and p", async ({ page }) => {
  await page.goto("/entries?ns=payments&q=group:payments/ledger&sort=name");
  const links = page.locator("main [data-row-link]");
  await expect(links.nth(2)).toBeVisible();
  await expectAlive(page);
  const [first, second, third] = (await links.allTextContents()).slice(0, 3);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/entries/payments/${second}`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("This machine");
  // The address changes before the page does: its place in the list is told by the page that hears the keys.
  const place = (number: number) => expect(page.getByRole("link", { name: new RegExp(`^${number} of \\d+$`) })).toBeVisible();
  await place(2);
  await page.keyboard.press("n");
  await expect(page).toHaveURL(new RegExp(`/entries/payments/${third}`));
  await place(3);
  await page.keyboard.press("p");
  await expect(page).toHaveURL(new RegExp(`/entries/payments/${second}`));
  await place(2);
  await page.keyboard.press("p");
  await expect(page).toHaveURL(new RegExp(`/entries/payments/${first}`));
});

test("the endpoints of a host are walked with j and k, Pods among them, and Enter opens a machine", async ({ page }) => {
  await page.goto(`${hostPage("services", "data-platform", "schema-registry")}?sort=name`);
  await expectAlive(page);
  const names = page.getByRole("table", { name: "Endpoints of the host" }).locator("[data-row-link], [data-row-stop]");
  await expect(names).toHaveCount(8);
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press("j");
    await expect(names.nth(step)).toBeFocused();
    await expect(names.nth(step)).toBeInViewport();
  }
  for (let step = 0; step < 8; step++) await page.keyboard.press("k");
  const machine = names.and(page.getByRole("link")).first();
  await machine.focus();
  const address = (await machine.getAttribute("href")) ?? "";
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${address.split("?")[0]}`));
});

test("the text of a try is left with Tab and with Escape, and is never a trap", async ({ page }) => {
  await page.goto(`/services/preview?from=${encodeURIComponent("sandbox/services/data-platform/schema-registry")}`);
  const text = page.getByRole("textbox", { name: "The object as YAML" });
  await expect(text).toHaveValue(/selector:/);
  await expectAlive(page);
  await text.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Tab");
  await expect(text).not.toBeFocused();
  await expect(text).toHaveValue(/^apiVersion/);
  await page.keyboard.press("Shift+Tab");
  await expect(text).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(text).not.toBeFocused();
  await expect(page).toHaveURL(/services\/preview/);
  // Behind the text there may be nothing but the browser's own controls.
  await page.keyboard.press("Shift+Tab");
  expect(await focusIsSeen(page)).toBe("seen");
});

test("y opens the YAML of the row one stands on", async ({ page }) => {
  await page.goto("/groups?ns=payments&sort=name");
  await expect(page.locator("main [data-row-link]").first()).toBeVisible();
  await expectAlive(page);
  await page.keyboard.press("j");
  await page.keyboard.press("y");
  await expect(page).toHaveURL(/bank-connect#yaml$/);
  await expect(page.getByRole("region", { name: "YAML" })).toContainText("kind: WorkloadGroup");
});

test("the palette finds machines, groups and namespaces, and knows the words of k9s", async ({ page }) => {
  await page.goto("/");
  await expectAlive(page);
  await page.keyboard.press("/");
  const field = page.getByRole("dialog").getByRole("combobox");
  await expect(field).toBeFocused();
  await field.fill("oracle-prim");
  await expect(page.getByRole("option").first()).toContainText("oracle-primary");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/entries\/legacy\/oracle-primary/);

  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await field.fill(":wg");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/groups/);
  await expectHeadline(page, /groups/);

  await page.keyboard.press(":");
  await expect(field).toBeFocused();
  await page.keyboard.type("ns media");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ns=media/);
  await expectHeadline(page, /^(5|6) groups$/);

  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the help sheet tells every key and gives the focus back", async ({ page }) => {
  await page.goto("/groups?ns=legacy");
  await expect(page.locator("main [data-row-link]").first()).toBeVisible();
  await expectAlive(page);
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  for (const does of ["next and previous row", "command palette", "open its YAML", "from cell to cell"]) await expect(sheet).toContainText(does);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(page.locator("main [data-row-link]").first()).toBeFocused();
});

test("the fleet strip is walked with arrows, cell by cell, each by its name", async ({ page }) => {
  await page.goto("/");
  await expectAlive(page);
  await page.getByRole("link", { name: /^sap-bridge, 6 machines/ }).focus();
  await page.keyboard.press("ArrowRight");
  const named = page.getByText(/^sap-bridge-10\.60/).first();
  await expect(named).toBeVisible();
  const first = (await named.textContent()) ?? "";
  await page.keyboard.press("ArrowRight");
  await expect(named).not.toHaveText(first);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/entries\/legacy\/sap-bridge-/);
});

test("whoever is on call goes from the list to the machine and back without a mouse", async ({ page, house, cluster }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await untilRecorded(house.address);
  const [lost = "", ...ailing] = (await entriesOf(cluster, "logistics", "parcel-tracking")).slice(0, 5).map(({ metadata }) => metadata.name);
  await tellMachine(house, "logistics", lost, "disconnect");
  for (const name of ailing) await reportHealth(house, "logistics", name, "probe failed: HTTP 503");
  await page.goto("/oncall");
  await expectAlive(page);
  const card = page.getByRole("listitem").filter({ hasText: "logistics / parcel-tracking" });
  await expect(card).toContainText("vanished");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, card.getByRole("link").first());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("of 40 expected machines serve");

  // What the journey needs is met on the way, and each stop is seen.
  const summary = page.getByRole("button", { name: "Copy summary" }).filter({ visible: true });
  const gone = page.getByRole("region", { name: /^Lost/ }).getByRole("link").first();
  const command = page.getByRole("button", { name: /^Copy: / }).first();
  const host = page.getByRole("table", { name: "Hosts that select machines of this group" }).getByRole("link").first();
  for (const stop of [summary, gone, command, host]) await expect(stop).toBeVisible();
  await page.locator("main").focus();
  await tabTo(page, summary);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sandbox logistics\/parcel-tracking\n/);
  for (const stop of [gone, command, host]) await tabTo(page, stop);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("This machine");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(groupPage("logistics", "parcel-tracking")));
  const kept = await page.evaluate(() => [document.cookie, ...Object.entries({ ...localStorage, ...sessionStorage }).flat()].join(" "));
  expect(kept, "nothing of any object is left in the browser").not.toMatch(/logistics|parcel-tracking|sandbox/);
  for (const name of ailing) await reportHealth(house, "logistics", name, "");
  await tellMachine(house, "logistics", lost, "connect");
});
