import { expect, type Page } from "@playwright/test";

/** One look at a page: as it is loaded, or after what more a person does there. Looks of one name are one column of the table of what is seen where. */
export interface Look {
  readonly name: string;
  readonly after?: (page: Page) => Promise<unknown>;
}

/** What stands on a page until something is read, which a reader hears. */
const READING = /^(Reading|Looking for|Working out|Asking|Opening the) /;

/** Waits until nothing of a page is still being read. */
export async function untilRead(page: Page): Promise<void> {
  await expect(page.getByText(READING), `${page.url()} has read all of it`).toHaveCount(0);
}

/** Opens the YAML of the object. */
export async function showYaml(page: Page): Promise<void> {
  const yaml = page.getByRole("region", { name: "YAML" });
  await yaml.getByRole("button", { name: "Show" }).click();
  await expect(yaml).toContainText("apiVersion:");
}

/** A machine's Events are fetched when its page is open. */
export async function showEvents(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "Events" })).toContainText(/Warning|None/);
  await showYaml(page);
}

/** Opens the editor of the YAML. */
export async function editYaml(page: Page): Promise<void> {
  await page.getByRole("region", { name: "YAML" }).getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "The object as YAML" })).toContainText("apiVersion:");
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

/** Opens a dialog in the place of one that may be open, and leaves it open while the page is looked at. */
export const openDialog = (button: RegExp) => async (page: Page) => {
  await closeDialog(page);
  await page.getByRole("button", { name: button }).first().click();
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
      await page.getByRole("button", { name: "Clone", exact: true }).click();
      await expect(page.getByRole("textbox", { name: "The object as YAML" })).toContainText("apiVersion:");
    },
  },
  {
    name: "new group/reach",
    after: async (page) => {
      await page.getByRole("link", { name: "Next: how callers reach it" }).click();
      await page.getByRole("radio", { name: /A new Service / }).check();
      await expect(page.getByRole("textbox", { name: "The object as YAML" })).toContainText("kind: Service");
    },
  },
  {
    name: "new group/review",
    after: async (page) => {
      await page.getByRole("link", { name: "Next: review" }).click();
      await expect(page.getByText(/^(It would take it|Refused|There already)/)).toHaveCount(2);
    },
  },
];

/** Tries an edit of the object of the page. */
export const TRY = (link: string): Look => ({
  name: "preview",
  after: async (page) => {
    await page.getByRole("link", { name: link }).click();
    await page.waitForURL("**/services/preview?**");
    await expect(page.getByRole("textbox", { name: "The object as YAML" })).toHaveValue(/apiVersion:/);
  },
});

/** Makes the files of a machine, without a token: nobody gets one for an account of such a name. */
export async function showFiles(page: Page): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("button", { name: /^Show the files/ }).click();
  await expect(main.getByText("mesh.yaml", { exact: true }).or(main.getByRole("alert")).first()).toBeVisible();
}
