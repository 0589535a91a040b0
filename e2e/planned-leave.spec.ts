import { expectAlive } from "./alive";
import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { disconnectedOf, entriesOf, entryPage, entryPath, groupObject, groupPage, reportHealth, tellMachine, writeEntry } from "./fleet";
import { BUTTON, FIELD } from "./labels";
import { menuAction } from "./page-menu";
import { expectHeading, expectStatement, expectValues, statementOf } from "./statements";
import { signIn } from "./token-sign-in";
import { unfold } from "./unfold";

test.use({ houseOptions: "shortTokens" });

const GROUP = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/checkout";

test("a machine with a planned-leave mark leaves without an alarm, and the mark outlives its entry", async ({ page, house, cluster, complaints }) => {
  // A machine that changes its connection is away for a second.
  const { expected } = await groupObject(cluster, "shop", "checkout");
  await expect.poll(async () => (await entriesOf(cluster, "shop", "checkout")).length, { timeout: 30_000 }).toBe(expected);
  const machines = await entriesOf(cluster, "shop", "checkout");
  await cluster.patch(GROUP, { metadata: { annotations: { "stolos.dev/expected-size": String(machines.length) } } });
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto(groupPage("shop", "checkout"));
  // A machine on the screen: the table renders no other rows.
  const name = (await page.locator('[data-section="entries"] [data-row-link]').first().getAttribute("title")) ?? "";
  await (await menuAction(page, BUTTON.planMachinesToGo)).click();
  await page.getByRole("checkbox", { name: BUTTON.select(name), exact: true }).check();
  await page.getByRole("button", { name: BUTTON.planMachines(1), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(FIELD.why)).toBeFocused();
  await dialog.getByRole("button", { name: BUTTON.cancel }).click();
  await expect(page.getByRole("button", { name: BUTTON.planMachines(1), exact: true }), "the focus is back where it was").toBeFocused();
  await page.keyboard.press("Enter");
  const by = dialog.getByLabel(FIELD.byWhenUtc);
  await by.fill("soon");
  await expect(by).toHaveAttribute("aria-invalid", "true");
  await by.fill("2099-01-31");
  await expect(by).toHaveAttribute("aria-invalid", "false");
  await dialog.getByLabel(FIELD.why).fill("moved to Kubernetes");
  await expectNoViolations(page, "the plan that a machine goes");
  await dialog.getByRole("button", { name: BUTTON.markMachines(1), exact: true }).click();
  await expectStatement(dialog, "command-result", { accepted: 1, refused: 0 });
  await dialog.getByRole("button", { name: BUTTON.close }).last().click();
  const planned = await unfold(page, "planned-leaves");
  const mark = planned.getByRole("listitem");
  const end = Date.parse("2099-01-31T23:59:59Z");
  await expectValues(mark, { machine: name, here: "true", by: String(end), over: "false" });
  await expect(mark).toContainText("moved to Kubernetes");
  expect((await cluster.get(GROUP)).metadata.annotations?.["stolos.dev/planned-leaves"]).toBe(
    JSON.stringify([{ entry: name, by: "2099-01-31T23:59:59.000Z", reason: "moved to Kubernetes" }]),
  );
  await page.goto(entryPage("shop", name));
  await expectValues(page.locator("[data-planned-by]"), { plannedBy: String(end), over: "false" });
  await expect(page.locator("[data-planned-by]")).toContainText("moved to Kubernetes");

  await tellMachine(house, "shop", name, "disconnect");
  await expect(async () => expect(cluster.get(entryPath("shop", name))).rejects.toThrow(/404|not found/i)).toPass({ timeout: 20_000 });
  await page.goto(groupPage("shop", "checkout"));
  await unfold(page, "planned-leaves");
  await expectValues(mark, { machine: name, here: "false" });
  await expectStatement(page.locator('[data-fact="expected-size"]'), "template-size", {
    expected: machines.length - 1,
    source: "declared",
    plannedGone: 1,
  });
  await expectHeading(page, "group-serving", { serving: machines.length - 1, total: machines.length - 1 });
  await expect(statementOf(page, "group-losses"), "the headline states no loss").toHaveCount(0);
  await page.goto("/oncall");
  await expectAlive(page);
  await expect(page.locator('[data-group="shop/checkout"] [data-vanished]')).toHaveCount(0);
  await expect(page.locator('[data-statement="group-lost"][data-group="checkout"]')).toHaveCount(0);
  await expect(page.locator('[data-section="incidents"] tbody tr').filter({ hasText: "shop / checkout" }), "no incident").toHaveCount(0);
  await page.goto(entryPage("shop", name));
  await expectStatement(page, "entry-ended", { cause: "planned" });

  // It registers again under its name: the mark is still there, because the group has it.
  await tellMachine(house, "shop", name, "connect");
  await expect(async () => expect(await cluster.get(entryPath("shop", name))).toBeTruthy()).toPass({ timeout: 20_000 });
  await page.goto(groupPage("shop", "checkout"));
  await unfold(page, "planned-leaves");
  await expectValues(mark, { machine: name, here: "true" });
  await page.getByRole("button", { name: BUTTON.takeMarkAway(name), exact: true }).click();
  await page.getByRole("button", { name: BUTTON.takeItAway, exact: true }).click();
  await expect(planned).toBeHidden();
  expect((await cluster.get(GROUP)).metadata.annotations).not.toHaveProperty("stolos.dev/planned-leaves");
});

test("marks machines of several groups from the list of entries, with one command and one outcome for each group", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  const groupOf = (name: string) => `/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/${name}`;
  const marksOf = async (group: string): Promise<readonly { readonly entry: string }[]> =>
    JSON.parse((await cluster.get(groupOf(group))).metadata.annotations?.["stolos.dev/planned-leaves"] ?? "[]");
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups");
  const [first = "", second = ""] = items.map(({ metadata }) => metadata.name).sort();
  await writeEntry(cluster, "shop", "by-hand", { spec: { address: "10.99.8.1", labels: { app: "by-hand" } } });
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  const names: string[] = ["by-hand"];
  for (const group of [first, second]) names.push((await entriesOf(cluster, "shop", group)).map(({ metadata }) => metadata.name).sort()[0] ?? "");
  await page.goto("/entries?ns=shop&sort=name");
  for (const name of names) {
    await page.getByRole("combobox", { name: FIELD.filter, exact: true }).fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: BUTTON.select(name), exact: true }).check();
    await page.getByRole("button", { name: BUTTON.removeFilter(name) }).click();
  }
  await page.getByRole("button", { name: BUTTON.planMachines(3), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(FIELD.why)).toBeFocused();
  await expect(dialog.locator("[data-without-group]")).toHaveAttribute("data-without-group", "by-hand");
  // The second group changes after it was read: it is not overwritten, and its line shows the reason.
  await expect(dialog.getByRole("button", { name: BUTTON.markMachines(2), exact: true })).toHaveAttribute("aria-disabled", "false");
  await cluster.patch(groupOf(second), { metadata: { annotations: { "stolos.dev/expected-size": "7" } } });
  complaints.claim(/status of 409/);
  await page.keyboard.type("rack 4 is given back");
  await expectNoViolations(page, "the plan that machines of several groups go");
  await page.keyboard.press("Enter");
  await expectStatement(dialog, "command-result", { accepted: 1, refused: 1 });
  await expectValues(dialog.locator(`li[data-group="shop/${second}"]`), { outcome: "refused", status: "409" });
  expect((await marksOf(first)).map(({ entry }) => entry)).toEqual([names[1]]);
  expect(await marksOf(second)).toEqual([]);
  await dialog.getByRole("button", { name: BUTTON.markOtherMachines(1), exact: true }).click();
  await expectStatement(dialog, "command-result", { accepted: 2, refused: 0 });
  expect((await marksOf(second)).map(({ entry }) => entry)).toEqual([names[2]]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: BUTTON.planMachines(3), exact: true })).toBeFocused();
  await page.goto("/audit");
  await expect(
    page
      .getByRole("row", { name: /plan-leaves/ })
      .filter({ hasText: first })
      .first(),
  ).toBeVisible();
  await page.goto(groupPage("shop", second));
  await expect(await unfold(page, "planned-leaves")).toContainText("rack 4 is given back");
});

test("lost machines that will not come back count no more and lower the expected size, until that is undone", async ({ page, house, cluster, complaints }) => {
  // A machine that changes its connection is disconnected for a second: it must not be missing in the expected size.
  await expect.poll(() => disconnectedOf(cluster, "shop", "checkout")).toEqual([]);
  const connected = await entriesOf(cluster, "shop", "checkout");
  const size = connected.length;
  await cluster.patch(GROUP, { metadata: { annotations: { "stolos.dev/expected-size": String(size) } } });
  // Other tests of this file lose the first machines.
  const [first = "", second = ""] = connected
    .map(({ metadata }) => metadata.name)
    .sort()
    .slice(-2);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  for (const name of [first, second]) await tellMachine(house, "shop", name, "disconnect");
  await page.goto(groupPage("shop", "checkout"));
  await expectHeading(page, "group-serving", { serving: size - 2, total: size });
  const lost = await unfold(page, "lost");
  const end = (name: string) => lost.locator(`[data-machine="${name}"] [data-count-end="accepted"]`);
  await expect(lost.locator(`[data-machine="${first}"]`)).toBeVisible();
  await expect(lost.locator(`[data-machine="${second}"]`)).toBeVisible();

  await page.getByRole("button", { name: BUTTON.willNotComeBack, exact: true }).click();
  const dialog = page.getByRole("dialog");
  for (const name of [first, second]) await dialog.getByRole("checkbox", { name, exact: true }).check();
  await expectValues(dialog.locator("[data-effect]"), { effect: "declared", count: "2" });
  await expect(dialog.locator("[data-effect]")).toContainText(String(size - 2));
  await dialog.getByRole("button", { name: BUTTON.accept, exact: true }).click();
  await dialog.getByRole("button", { name: BUTTON.close, exact: true }).last().click();
  await expectHeading(page, "group-serving", { serving: size - 2, total: size - 2 });
  await expectStatement(page.locator('[data-fact="expected-size"]'), "template-size", { expected: size - 2, source: "declared", accepted: 2 });
  for (const name of [first, second]) await expect(end(name)).toBeVisible();

  await page.getByRole("button", { name: BUTTON.undoFor(first), exact: true }).click();
  await page.getByRole("button", { name: BUTTON.undo, exact: true }).click();
  await expectHeading(page, "group-serving", { serving: size - 2, total: size - 1 });
  await expect(end(first)).toHaveCount(0);
  await expect(end(second)).toBeVisible();
  await page.goto("/audit");
  for (const command of ["accept-losses", "undo-accepted-losses"]) await expect(page.getByRole("row").filter({ hasText: command }).first()).toBeVisible();
});

test("an incident is linked from its machines and found by its key; its notes need the right to update its group, and appear on the page of another viewer", async ({
  page,
  house,
  cluster,
  complaints,
  browser,
}) => {
  // Two of so many could fail together by chance.
  const names = (await entriesOf(cluster, "shop", "storefront"))
    .map(({ metadata }) => metadata.name)
    .sort()
    .slice(0, 5);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto(entryPage("shop", names[0] ?? ""));
  await expectAlive(page);
  const link = page.locator("[data-incidents] [data-incident], [data-section=why] [data-incident]");
  await expect(link).toHaveCount(0);
  // What the first start of a server finds in its first seconds is old trouble, and long-running.
  await expect.poll(() => Date.now() - house.startedAt).toBeGreaterThan(20_000);
  for (const name of names) await reportHealth(house, "shop", name, "no power");
  await expect(link, "without a reload").toHaveAttribute("data-state", "open", { timeout: 20_000 });
  const key = (await link.getAttribute("data-incident")) ?? "";
  await page.goto(groupPage("shop", "storefront"));
  await expect(page.locator(`[data-incidents] [data-incident="${key}"]`)).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type(`#${key}`);
  await expect(page.locator(`[data-kind="incident"]`)).toContainText(key);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/incidents/${key}$`));
  await expectHeading(page, "incident-title", { groups: "shop/storefront" });
  const other = await browser.newContext({ baseURL: house.address });
  const reader = await other.newPage();
  await signIn(reader, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  await reader.goto(page.url());
  const readNote = reader.locator('[data-section="incident-notes"] [data-note]');
  await expect(reader.getByRole("button", { name: BUTTON.addANote, exact: true })).toBeVisible();

  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: BUTTON.addANote, exact: true }).click();
  await dialog.getByRole("textbox").fill("rack <b>4</b>");
  complaints.claim(/status of 400/);
  await dialog.getByRole("button", { name: BUTTON.save, exact: true }).click();
  await expect(dialog.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
  await expectNoViolations(page, "a note that is refused");
  await page.reload();
  await page.getByRole("button", { name: BUTTON.addANote, exact: true }).click();
  await expect(dialog.getByRole("textbox"), "what was typed is kept").toHaveValue("rack <b>4</b>");
  await dialog.getByRole("textbox").fill("rack 4\nno power");
  await dialog.getByRole("button", { name: BUTTON.save, exact: true }).click();
  await expect(dialog).toBeHidden();
  const note = page.locator('[data-section="incident-notes"] [data-note]');
  await expect(note).toContainText("no power");
  await expect(readNote, "without a reload").toContainText("no power", { timeout: 20_000 });
  const author = (await note.getAttribute("data-who")) ?? "";

  await page.getByRole("button", { name: BUTTON.editNoteOf(author), exact: true }).click();
  await dialog.getByRole("textbox").fill("rack 5");
  await dialog.getByRole("button", { name: BUTTON.save, exact: true }).click();
  await expect(note).toContainText("rack 5");
  await expect(note.locator("[data-edited-by]")).toHaveAttribute("data-edited-by", author);
  for (const text of ["no power", ""]) {
    await page.getByRole("button", { name: BUTTON.undoNoteOf(author), exact: true }).click();
    await dialog.getByRole("button", { name: BUTTON.undo, exact: true }).click();
    if (text === "") await expect(note).toHaveCount(0);
    else await expect(note).toContainText(text);
  }

  await expect(page.locator('[data-section="timeline"] [role="img"]'), "its chart").toBeVisible();
  await page.getByRole("button", { name: BUTTON.moreActions, exact: true }).click();
  const postMortem = await page.getByRole("menuitem", { name: BUTTON.postMortem, exact: true }).getAttribute("href");
  await page.keyboard.press("Escape");
  const file = await (await page.request.get(postMortem ?? "")).text();
  for (const part of ["Simulated:", "shop/storefront", ...names]) expect(file).toContain(part);
  const opened = new Date().toISOString();
  const [gone = ""] = names;
  await tellMachine(house, "shop", gone, "disconnect");
  const line = page.locator('[data-section="incident-groups"] [data-group="shop/storefront"]');
  await line.getByRole("button", { name: BUTTON.willNotComeBackIn("shop/storefront"), exact: true }).click({ timeout: 30_000 });
  await expect(dialog.getByRole("checkbox", { name: gone, exact: true })).toBeVisible();
  await expectNoViolations(page, "the lost machines of an incident");
  await dialog.getByRole("button", { name: BUTTON.accept, exact: true }).click();
  await dialog.getByRole("button", { name: BUTTON.close, exact: true }).last().click();
  await expect(line.locator("[data-accepted]"), "without a reload").toHaveAttribute("data-accepted", "1", { timeout: 20_000 });
  await page.goto(`${page.url()}?at=${opened}`);
  await expect(line.locator('[data-condition="failed"]')).toBeVisible();
  await expect(line.locator("[data-accepted]"), "it was not lost yet").toHaveCount(0);

  await reader.getByRole("button", { name: BUTTON.addANote, exact: true }).click();
  await expect(reader.getByRole("dialog").locator("[data-missing]")).toHaveAttribute("data-missing", "update workloadgroups");
  await expect(reader.getByRole("dialog").getByRole("textbox")).toHaveCount(0);
  await other.close();
  await page.goto("/audit");
  for (const command of ["add-incident-note", "edit-incident-note", "undo-incident-note"])
    await expect(page.getByRole("row").filter({ hasText: command }).first()).toBeVisible();
  for (const name of names) await reportHealth(house, "shop", name, "");
});
