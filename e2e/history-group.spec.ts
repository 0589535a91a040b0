import { expectHeadline, rowOf } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entriesOf, groupPage, tellMachine } from "./fleet";

// Half the pace of life, so that what happens within a second is seen as such; and a house that may write.
test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "2"],
    settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false" },
  },
});

test("three machines of a zone vanish: headline, band, losses and lists tell who, when and what they share", async ({ page, house, cluster }) => {
  await page.goto(groupPage("shop", "checkout"));
  await expectHeadline(page, "48 of 48 expected machines serve.");
  const band = page.getByRole("slider", { name: /^A moment in the band/ });
  await expect(band).toHaveAttribute("aria-valuetext", /: 48 of 48 served$/);
  await expect(page.getByRole("region", { name: "Lost" })).toContainText(/^LostNo machine was lost/);

  const three = (await entriesOf(cluster, "shop", "checkout")).filter(({ metadata }) => metadata.name.includes("10.20.0.")).slice(0, 3);
  await Promise.all(three.map(({ metadata }) => tellMachine(house, "shop", metadata.name, "disconnect")));
  await expectHeadline(
    page,
    /^45 of 48 expected machines serve\. Three machines vanished (at once|within \w+ seconds?) at \d\d:\d\d:\d\d; all three were in zone \S+\.$/,
  );
  const lost = page.getByRole("region", { name: "Lost" });
  await expect(lost.getByRole("listitem").filter({ hasText: "not back in time, deleted" })).toHaveCount(3);
  await expect(lost).toContainText("What the three share, against the 45 that stayed:");
  await expect(band).toHaveAttribute("aria-valuetext", /: 45 of 48 served; 3 missing$/);

  await test.step("the band is read and cut by the keys, and is a table", async () => {
    await band.focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Shift+Home");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/window=\d+-\d+/);
    await page.getByRole("button", { name: "reset" }).click();
    await expect(page).not.toHaveURL(/window=/);
    await page.getByRole("button", { name: "as table" }).click();
    await expect(page).toHaveURL(/as=table/);
    await expect(page.getByRole("table", { name: /^What did not serve/ }).getByRole("columnheader", { name: "missing" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("table", { name: /^What did not serve/ })).toBeVisible();
  });

  await test.step("the lost are asked for as entries, and the fleet names the group", async () => {
    await page.goto("/entries?q=state:vanished+group:shop/checkout");
    const vanished = page.getByRole("table", { name: /^Machines that vanished, newest first/ }).getByRole("row");
    await expect(vanished).toHaveCount(4);
    const filter = page.getByRole("combobox", { name: "Filter" });
    await filter.fill("app=nobody");
    await expect(page.getByText(/^None of \d+ vanished entries matches$/)).toBeVisible();
    await filter.fill("app=checkout");
    await expect(vanished).toHaveCount(4);
    await expect(page.getByText(/Recorded since .*: who vanished before is not known\./)).toBeVisible();
    await page.getByRole("link", { name: three[0]?.metadata.name ?? "", exact: true }).click();
    await expect(page).toHaveURL(/uid=/);
    await page.goto("/");
    const row = page.getByRole("table", { name: "Groups in trouble" }).getByRole("row").filter({ hasText: "shop / checkout" });
    await expect(row).toContainText(/vanished/i);
    await expect(row).toContainText(/Lost three machines .* all in zone/);
    await expect(page.getByRole("region", { name: "Lately" })).toContainText(/checkout · 3 machines.*lost/);
  });
});

test("the expected size is changed by whoever may, and a refusal keeps what was typed", async ({ page, cluster, complaints }) => {
  complaints.claim(/status of 422/);
  await page.goto(groupPage("shop", "cart"));
  await expectHeadline(page, "40 of 40 expected machines serve.");
  const field = page.getByRole("textbox", { name: "How many machines this group should have" });
  await page.getByRole("button", { name: "change the expected size" }).click();
  await field.fill("forty");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "A size is a whole number" })).toBeVisible();
  await expect(field).toHaveValue("forty");

  await field.fill("42");
  await page.getByRole("button", { name: "Save" }).click();
  await expectHeadline(page, /^40 of 42 expected machines serve\./);
  await expect(page.getByText("42, declared")).toBeVisible();
  const group = await cluster.get("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/cart");
  expect(JSON.stringify(group)).toContain('"stolos.dev/expected-size":"42"');
});

test("a list shows the last hour of the rows on screen", async ({ page }) => {
  await page.goto("/groups?ns=shop");
  await expect(rowOf(page, "storefront").getByRole("img", { name: /^last hour: / })).toBeVisible();
});
