import { expectAlive } from "./alive";
import type { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entriesOf, entryPage, groupPage, hostPage, reportHealth, tellMachine } from "./fleet";
import { focusIsSeen, tabTo } from "./focus";
import { untilTroubleIsNew } from "./history";
import { BUTTON, DIALOG, FIELD, LINK } from "./labels";

/** The number of groups in a namespace, or ("") in all. */
async function groupsIn(cluster: Cluster, namespace: string): Promise<number> {
  const within = namespace === "" ? "" : `/namespaces/${namespace}`;
  const { items = [] } = await cluster.get(`/apis/networking.istio.io/v1${within}/workloadgroups`);
  return items.length;
}

/** The number of table rows for these groups: with the heading, and with a row for each namespace that has entries in no group. */
const rowCount = (groups: number) => new RegExp(`^(${Array.from({ length: 4 }, (_, without) => groups + 1 + without).join("|")})$`);

test("skips to the page at the first Tab, and shows the focus at each Tab after it", async ({ page }) => {
  for (const path of ["/", "/groups?ns=legacy", groupPage("legacy", "sap-bridge"), "/entries?ns=legacy", entryPage("legacy", "oracle-primary")]) {
    await page.goto(path);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: LINK.skipToThePage })).toBeFocused();
    await expect(page.getByRole("link", { name: LINK.skipToThePage })).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press("Tab");
      expect(await focusIsSeen(page), `${path}: step ${step} is seen`).toBe("seen");
    }
  }
});

test("moves in a list with j and k, opens a row with Enter, and its neighbours with n and p", async ({ page }) => {
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
  await expect(page.locator("[data-section=machine]")).toBeVisible();
  // The address changes before the page does. The page that handles the keys shows its index in the list.
  const place = async (number: number) => {
    const trail = page.locator(`[data-trail="${number}"]`);
    await expect(trail).toBeVisible();
    await expect(trail).toContainText(String(number));
  };
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

test("moves in the endpoints of a service with j and k, including Pods, and opens a machine with Enter", async ({ page }) => {
  await page.goto(`${hostPage("services", "data-platform", "schema-registry")}?sort=name`);
  await expectAlive(page);
  const names = page.locator("[data-section=endpoints]").locator("[data-row-link], [data-row-stop]");
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

test("leaves the editor of a preview with Tab and with Escape", async ({ page }) => {
  await page.goto(`/services/preview?from=${encodeURIComponent("sandbox/services/data-platform/schema-registry")}`);
  const text = page.getByRole("textbox", { name: FIELD.yaml });
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
  // After the editor there may be only controls of the browser.
  await page.keyboard.press("Shift+Tab");
  expect(await focusIsSeen(page)).toBe("seen");
});

test("opens the YAML of the focused row with y", async ({ page }) => {
  await page.goto("/groups?ns=payments&sort=name");
  await expect(page.locator("main [data-row-link]").first()).toBeVisible();
  await expectAlive(page);
  await page.keyboard.press("j");
  await page.keyboard.press("y");
  await expect(page).toHaveURL(/bank-connect#yaml$/);
  await expect(page.locator("[data-section=yaml]")).toContainText("kind: WorkloadGroup");
});

test("finds machines, groups and namespaces in the palette, also by the commands of k9s", async ({ page, cluster }) => {
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
  await expect(page.locator("main table")).toHaveAttribute("aria-rowcount", rowCount(await groupsIn(cluster, "")));

  await page.keyboard.press(":");
  await expect(field).toBeFocused();
  await page.keyboard.type("ns media");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ns=media/);
  await expect(page.locator("main table")).toHaveAttribute("aria-rowcount", rowCount(await groupsIn(cluster, "media")));

  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("lists every key in the help sheet, and returns the focus", async ({ page }) => {
  await page.goto("/groups?ns=legacy");
  await expect(page.locator("main [data-row-link]").first()).toBeVisible();
  await expectAlive(page);
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: DIALOG.keys });
  const keys = ["/", "Ctrl K", ":", "t", "?", "Esc", "j", "k", "Enter", "y", "c", "x", "X", "→", "←", "↑", "↓"];
  await expect.poll(async () => [...new Set(await sheet.locator("kbd").allTextContents())].sort()).toEqual([...keys].sort());
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(page.locator("main [data-row-link]").first()).toBeFocused();
});

test("moves in the fleet strip from cell to cell by the arrow keys, and names each machine", async ({ page, cluster }) => {
  await page.goto("/");
  await expectAlive(page);
  const ribbon = page.locator(`[data-section=fleet-strip] a[href^="${groupPage("legacy", "sap-bridge")}"]`).first();
  const count = (await entriesOf(cluster, "legacy", "sap-bridge")).length;
  await expect(ribbon).toHaveAccessibleName(new RegExp(`sap-bridge.*\\b${count}\\b`));
  await ribbon.focus();
  await page.keyboard.press("ArrowRight");
  const named = page.getByText(/^sap-bridge-10\.60/).first();
  await expect(named).toBeVisible();
  const first = (await named.textContent()) ?? "";
  await page.keyboard.press("ArrowRight");
  await expect(named).not.toHaveText(first);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/entries\/legacy\/sap-bridge-/);
});

test("leads a user on call from the list to the machine and back by the keyboard alone", async ({ page, house, cluster }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await untilTroubleIsNew(house.address);
  const { metadata } = await cluster.get("/apis/networking.istio.io/v1/namespaces/logistics/workloadgroups/parcel-tracking");
  const expected = metadata.annotations?.["stolos.dev/expected-size"] ?? "no expected size";
  const [lost = "", ...ailing] = (await entriesOf(cluster, "logistics", "parcel-tracking")).slice(0, 5).map(({ metadata }) => metadata.name);
  await tellMachine(house, "logistics", lost, "disconnect");
  for (const name of ailing) await reportHealth(house, "logistics", name, "probe failed: HTTP 503");
  await page.goto("/oncall");
  await expectAlive(page);
  const incident = page.locator("[data-section=incidents] tbody tr").filter({ hasText: "parcel-tracking" }).first().getByRole("link").first();
  await expect(incident).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, incident);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/incidents\/[\w-]+$/);
  await tabTo(page, page.locator(`main a[href^="${groupPage("logistics", "parcel-tracking")}"]`).first());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(groupPage("logistics", "parcel-tracking")));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(expected);

  // Each control of the journey is visible, and reached by Tab.
  const summary = page.getByRole("button", { name: BUTTON.copySummary }).filter({ visible: true });
  const folded = (name: string) => page.locator(`[data-section=${name}] button[aria-expanded]`).first();
  const gone = page.locator("[data-section=lost]").getByRole("link").first();
  const command = page.locator("#commands button:not([aria-expanded])").first();
  const host = page.locator("[data-section=selected-by] table").getByRole("link").first();
  for (const stop of [summary, host, folded("lost"), folded("commands")]) await expect(stop).toBeVisible();
  await page.locator("main").focus();
  await tabTo(page, summary);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sandbox logistics\/parcel-tracking\n/);
  await tabTo(page, host);
  for (const [row, stop] of [
    [folded("lost"), gone],
    [folded("commands"), command],
  ] as const) {
    await tabTo(page, row);
    await page.keyboard.press("Enter");
    await tabTo(page, stop);
  }
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-section=machine]")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(groupPage("logistics", "parcel-tracking")));
  const kept = await page.evaluate(() => [document.cookie, ...Object.entries({ ...localStorage, ...sessionStorage }).flat()].join(" "));
  expect(kept, "nothing of any object is left in the browser").not.toMatch(/logistics|parcel-tracking|sandbox/);
  for (const name of ailing) await reportHealth(house, "logistics", name, "");
  await tellMachine(house, "logistics", lost, "connect");
});
