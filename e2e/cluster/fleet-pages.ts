import { expect, type Locator, type Page } from "@playwright/test";
import { expectHeading, expectStatement } from "@/e2e/statements";

/** The row of an entry or a group, by the link that names it. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
}

/** Selects the word of a state. */
export function stateWord(state: string): string {
  return `[data-state-word="${state}"]`;
}

/** Selects the reason of a state in a list of entries, with a probe's message. */
export function whyWithMessage(message: string): string {
  return `[data-statement="entry-why"][data-state="unhealthy"][data-message=${JSON.stringify(message)}]`;
}

/** Expects the headline of a group to count its serving machines, and no trouble. The group has no expected size. */
export async function expectServingAlone(group: Page, serving: number): Promise<void> {
  await expectHeading(group, "group-serving", { serving, basis: "registered" });
  await expect(group.locator(':is([data-statement="group-trouble"], [data-statement="group-losses"])')).toHaveCount(0);
}

/** The values of an entry in a list, as a test expects them. */
interface EntryValues {
  readonly state: string;
  readonly verified?: boolean;
  readonly reason?: string;
  readonly message?: string;
  readonly replica?: string;
  readonly zone?: string;
}

/** Expects the row of an entry to have this state, and the other values if they are given. */
export async function expectEntryRow(list: Page, name: string, { state, verified, reason, message, replica, zone }: EntryValues): Promise<void> {
  const row = rowOf(list, name);
  const word = row.locator(stateWord(state)).first();
  await expect(word, `${name} is ${state}`).toBeVisible();
  if (verified !== undefined) await expect(word).toHaveAttribute("data-verified", String(verified));
  for (const [column, value] of Object.entries({ replica, zone }))
    if (value !== undefined) await expect(row.locator(`[data-column="${column}"]`), `${column} of ${name}`).toHaveAccessibleName(value);
  const why = { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
  if (reason !== undefined || message !== undefined) await expectStatement(row, "entry-why", { state, ...why });
}

/** Expects the breakdown of a group to count its machines on a replica, and those in trouble. */
export async function expectReplica(group: Page, replica: string, machines: number, trouble: number): Promise<void> {
  const row = group.locator(`[data-facet="replica"] [data-value="${replica}"]`);
  await expect(row).toHaveAttribute("data-machines", String(machines));
  await expect(row).toHaveAttribute("data-trouble", String(trouble));
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
