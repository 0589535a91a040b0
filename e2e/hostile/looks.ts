import { expect, type Page } from "@playwright/test";
import { BUTTON, FIELD, LINK } from "@/e2e/labels";
import { menuAction } from "@/e2e/page-menu";
import { unfold, unfoldPage } from "@/e2e/unfold";

/** A look at a loaded page, or at a page after an action of the user. Looks of one name share a column of the coverage table. */
export interface Look {
  readonly name: string;
  readonly after?: (page: Page) => Promise<unknown>;
}

/** Parts of a page that still wait for an answer. */
const READING = '[data-skeleton], [data-reading], [data-result="asking"], [data-phase="asking"]';

/** Waits until no part of a page waits for an answer. */
export async function untilRead(page: Page): Promise<void> {
  await expect(page.locator(READING), `${page.url()} has read all of it`).toHaveCount(0);
}

const yamlOf = (page: Page) => page.locator('[data-section="yaml"]');
const yamlFieldOf = (page: Page) => page.getByRole("textbox", { name: FIELD.yaml });

/** Opens the YAML of the object: a folded row, or a section with a button. */
export async function showYaml(page: Page): Promise<void> {
  const folded = yamlOf(page).locator("button[aria-expanded=false]");
  await folded
    .or(yamlOf(page).getByRole("button", { name: BUTTON.show, exact: true }))
    .first()
    .click();
  await expect(yamlOf(page)).toContainText("apiVersion:");
}

/** A machine's Events are fetched when its page is open. */
export async function showEvents(page: Page): Promise<void> {
  await unfold(page, "events");
  await expect(page.locator('[data-section="events"] [data-events]')).toBeVisible();
  await showYaml(page);
}

/** Opens all that the page folds. Events are fetched then. */
export async function unfoldAndRead(page: Page): Promise<void> {
  await closeDialog(page);
  await unfoldPage(page);
  await expect(page.locator('[data-section="events"] [data-events]')).toBeVisible();
}

/** Opens the editor of the YAML. */
export async function editYaml(page: Page): Promise<void> {
  await yamlOf(page).getByRole("button", { name: BUTTON.edit, exact: true }).click();
  await expect(yamlFieldOf(page)).toContainText("apiVersion:");
}

/** Searches for objects whose names begin so, in the place of what was searched for before. */
export const search = (beginning: string) => async (page: Page) => {
  if ((await page.getByRole("dialog").count()) === 0) await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(beginning);
  const found = page.getByRole("option").filter({ hasText: new RegExp(`^${beginning}\\d`) });
  await expect(found.first()).toBeVisible();
};

/** Closes a dialog that may be open, opens the one of a button with one of these names, and leaves it open. */
export const openDialog = (names: readonly string[]) => async (page: Page) => {
  await closeDialog(page);
  const [first, ...others] = names.map((name) => page.getByRole("button", { name, exact: true }));
  if (first === undefined) throw new Error("A button has a name.");
  await others
    .reduce((any, one) => any.or(one), first)
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
};

/** The same for an action in the menu of the page, which has one of these names. */
export const openMenuDialog =
  (name: string, other = name) =>
  async (page: Page) => {
    await closeDialog(page);
    const action = await menuAction(page, name);
    await action
      .or(page.getByRole("menuitem", { name: other, exact: true }))
      .first()
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
  };

async function closeDialog(page: Page): Promise<void> {
  if ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}

/** The steps of a new group that is a clone of the group of the page. */
export const CLONE: readonly Look[] = [
  {
    name: "new group/describe",
    after: async (page) => {
      await closeDialog(page);
      await (await menuAction(page, BUTTON.clone)).click();
      await expect(yamlFieldOf(page)).toContainText("apiVersion:");
    },
  },
  {
    name: "new group/reach",
    after: async (page) => {
      await page.getByRole("link", { name: LINK.nextHowCallersReachIt }).click();
      await page.locator('input[name="reach"][value="service"]').check();
      await expect(yamlFieldOf(page)).toContainText("kind: Service");
    },
  },
  {
    name: "new group/review",
    after: async (page) => {
      await page.getByRole("link", { name: LINK.nextReview }).click();
      await expect(
        page.locator("main li[data-kind]:is([data-result=would], [data-result=refused], [data-result=there], [data-result=same], [data-result=used])"),
      ).toHaveCount(2);
    },
  },
];

/** Tries an edit of the object of the page. */
export const TRY = (link: string): Look => ({
  name: "preview",
  after: async (page) => {
    await page.getByRole("link", { name: link }).click();
    await page.waitForURL("**/services/preview?**");
    await expect(yamlFieldOf(page)).toHaveValue(/apiVersion:/);
  },
});

/** Makes the files of a machine without a token: the API server gives none for an account of such a name. */
export async function showFiles(page: Page): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("button", { name: BUTTON.showTheFiles }).first().click();
  await expect(main.locator('[data-file="mesh.yaml"]').or(main.getByRole("alert")).first()).toBeVisible();
}
