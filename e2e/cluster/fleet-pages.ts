import { expect, type Locator, type Page } from "@playwright/test";

/** The row of an entry or a group, by the link that names it. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
}

/** Expects a row whose cells read exactly so, in any order. */
export async function expectCells(page: Page, name: string, cells: readonly (string | RegExp)[]): Promise<void> {
  for (const cell of cells) await expect(rowOf(page, name).getByRole("cell", { name: cell, exact: true }), `${name} reads ${cell}`).toBeVisible();
}

/** The sentence that begins a page. */
export function expectHeadline(page: Page, words: string | RegExp, within: { readonly timeout?: number } = {}): Promise<void> {
  return expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(words, within);
}

/** Expects the page to say these words somewhere below its frame. */
export async function expectWords(page: Page, ...words: readonly (string | RegExp)[]): Promise<void> {
  for (const word of words) await expect(page.getByRole("main")).toContainText(word);
}

/** Expects the table of where a group's machines are to tell so many on this replica: "0 / 2". */
export function expectReplica(group: Page, replica: string, share: string): Promise<void> {
  const table = group.getByRole("table", { name: "replica" });
  return expect(table.getByRole("row").filter({ has: group.getByRole("link", { name: replica, exact: true }) })).toContainText(share);
}

/** When this document was loaded: the same at the end of a test means that nothing was reloaded. */
export function loadedAt(page: Page): Promise<number> {
  return page.evaluate(() => performance.timeOrigin);
}

/** The colour in which a state's icon is drawn in a row. */
export function iconColour(page: Page, name: string): Promise<string> {
  return colourOf(rowOf(page, name).locator("[data-state-word]"));
}

/** The colour of the icon of a state's word. */
export function colourOf(stateWord: Locator): Promise<string> {
  return stateWord.locator("svg").evaluate((icon) => getComputedStyle(icon).color);
}
