import { rowOf } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entriesOf, groupObject, groupPage, tellMachine } from "./fleet";
import { eventRows } from "./history";
import { BUTTON, FIELD } from "./labels";
import { expectHeading, expectStatement, expectValues, statementOf } from "./statements";
import { unfold } from "./unfold";

// Half the usual speed, so that losses within a second stay within a second; and a dashboard that may write.
test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "2"],
    settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false" },
  },
});

test("three lost machines of a zone: headline, band, losses and lists have their number, time and zone", async ({ page, house, cluster }) => {
  await page.goto(groupPage("shop", "checkout"));
  const { expected } = await groupObject(cluster, "shop", "checkout");
  await expectHeading(page, "group-serving", { serving: expected, total: expected, basis: "expected" });
  const band = page.locator('[data-section="timeline"]').getByRole("slider");
  await expectValues(band, { serving: String(expected), size: String(expected), missing: "0" });
  const lost = await unfold(page, "lost");
  await expect(statementOf(lost, "none-lost")).toBeVisible();

  const three = (await entriesOf(cluster, "shop", "checkout")).filter(({ metadata }) => metadata.name.includes("10.20.0.")).slice(0, 3);
  await Promise.all(three.map(({ metadata }) => tellMachine(house, "shop", metadata.name, "disconnect")));
  const left = expected - three.length;
  await expectHeading(page, "group-serving", { serving: left, total: expected });
  await expectStatement(page, "group-losses", { lost: three.length, from: /^\d+$/, trait: "zone", value: /./, sharedBy: three.length });
  const { from, to, value: zone = "" } = await statementOf(page, "group-losses").evaluate((node) => ({ ...(node as HTMLElement).dataset }));
  expect(Number(to) - Number(from), "they left suddenly").toBeLessThan(120_000);
  for (const { metadata } of three) {
    await expectStatement(lost.locator(`li[data-machine="${metadata.name}"]`), "entry-ended", { cause: "left", endedAt: /^\d+$/ });
  }
  await expectStatement(lost, "lost-compared", { lost: three.length, stayed: left });
  await expectValues(band, { serving: String(left), size: String(expected), missing: String(three.length) });

  await test.step("the keys read and cut the band, and it has a table", async () => {
    await band.focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Shift+Home");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/window=\d+-\d+/);
    await page.getByRole("button", { name: BUTTON.reset }).click();
    await expect(page).not.toHaveURL(/window=/);
    await page.getByRole("button", { name: BUTTON.asTable }).click();
    await expect(page).toHaveURL(/as=table/);
    const table = page.locator('table[data-table="band"]');
    await expect(
      table
        .locator('td[data-column="lost"]')
        .filter({ hasText: String(three.length) })
        .first(),
    ).toBeVisible();
    await page.reload();
    await expect(table).toBeVisible();
  });

  await test.step("the list of entries has the lost machines, and the fleet has the group", async () => {
    await page.goto("/entries?q=state:vanished+group:shop/checkout");
    const vanished = page.locator("main tbody [data-row-link]");
    await expect(vanished).toHaveCount(three.length);
    const filter = page.getByRole("combobox", { name: FIELD.filter });
    await filter.fill("app=nobody");
    await expect(vanished).toHaveCount(0);
    await expect(page.locator('[data-notice="empty"]')).toBeVisible();
    await filter.fill("app=checkout");
    await expect(vanished).toHaveCount(three.length);
    await expect(page.locator("main [data-recorded-since]")).toHaveAttribute("data-recorded-since", /^\d+$/);
    await page.getByRole("link", { name: three[0]?.metadata.name ?? "", exact: true }).click();
    await expect(page).toHaveURL(/uid=/);
    await page.goto("/");
    // Not an incident for two minutes: successors may replace machines that left healthy.
    const row = page.locator('[data-section="trouble"] li').filter({ hasText: "shop / checkout" });
    await expectStatement(row, "group-lost", { namespace: "shop", group: "checkout", lost: three.length });
    await expect(row).toContainText(zone);
    await page.goto("/activity?type=ended&group=checkout");
    const recent = eventRows(page, { event: "ended", after: "left", group: "shop/checkout" });
    await expect(recent.first()).toHaveAttribute("data-count", String(three.length));
  });
});

test("changes the expected size, and keeps the typed text after a refusal", async ({ page, cluster, complaints }) => {
  complaints.claim(/status of 422/);
  await page.goto(groupPage("shop", "cart"));
  const { expected } = await groupObject(cluster, "shop", "cart");
  await expectHeading(page, "group-serving", { serving: expected, total: expected });
  const field = page.getByRole("textbox", { name: FIELD.expectedSizeOfGroup });
  await page.getByRole("button", { name: BUTTON.changeTheExpectedSize }).click();
  await field.fill("forty");
  await page.getByRole("button", { name: BUTTON.save, exact: true }).click();
  await expectValues(page.locator("[role=alert][data-status]"), { status: "422" });
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("forty");

  await field.fill("42");
  await page.getByRole("button", { name: BUTTON.save, exact: true }).click();
  await expectHeading(page, "group-serving", { serving: expected, total: 42 });
  await expectStatement(page.locator('[data-fact="expected-size"]'), "template-size", { expected: 42, source: "declared" });
  const group = await cluster.get("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/cart");
  expect(JSON.stringify(group)).toContain('"stolos.dev/expected-size":"42"');
});

test("a list shows the last hour of its rows on the screen", async ({ page }) => {
  await page.goto("/groups?ns=shop");
  const hour = rowOf(page, "storefront").locator('td[data-column="hour"] svg');
  await expectValues(hour, { band: "recorded", windowMs: /^\d+$/ });
});
