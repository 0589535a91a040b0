import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import type { House } from "./house";

/** What the sandbox says it did, once it has said so: scenarios choose their victims by chance. */
export async function told(house: House, words: RegExp): Promise<readonly string[]> {
  for (const startedAt = performance.now(); performance.now() - startedAt < 60_000; await wait(100)) {
    const found = words.exec(house.sandbox.log());
    if (found !== null) return found.slice(1);
  }
  throw new Error(`The sandbox never said ${words}.`);
}

/** Waits until the machines are recorded: what happens before that is found, not seen. `headers`: who asks, where people sign in. */
export async function untilRecorded(address: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  await expect.poll(() => machinesAt(address, Date.now() - 2_000, headers), { timeout: 120_000 }).toBeGreaterThan(1_000);
}

/** How many machines the record has at a moment; 0 where there is none yet. */
async function machinesAt(address: string, at: number, headers: Readonly<Record<string, string>>): Promise<number> {
  const answer = await fetch(`${address}/api/view?kind=fleet&query=&offset=0&limit=1&at=${at}`, { headers });
  if (!answer.ok) return 0;
  const { head } = (await answer.json()) as { head: { rollUp: { total: number } } };
  return head.rollUp.total;
}

interface GroupThen {
  readonly name: string;
  readonly missing: number;
  readonly rollUp: { readonly total: number; readonly serving: number };
}

/** The groups as the record has them at a moment. */
export async function groupsAt(address: string, at: number): Promise<readonly GroupThen[]> {
  const answer = await fetch(`${address}/api/view?kind=groups&query=&offset=0&limit=200&at=${at}`);
  if (!answer.ok) throw new Error(`groups at ${at}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { rows: readonly GroupThen[] }).rows;
}

/** Waits until every machine of the groups that scenarios are played with serves again, in the record too. */
export async function untilWell(house: House): Promise<void> {
  const unwell = async () => (await groupsAt(house.address, Date.now() - 1_000)).filter(({ rollUp }) => rollUp.total >= 20 && rollUp.serving < rollUp.total);
  await expect.poll(async () => (await unwell()).map(({ name }) => name), { timeout: 60_000 }).toEqual([]);
}

interface Happened {
  readonly at: number;
  readonly type: string;
  readonly namespace: string;
  readonly group: string;
  readonly name: string;
  readonly uid: string;
  readonly to: string;
  readonly detail: string;
  readonly count: number;
  readonly names: readonly string[];
}

/** Lines of the log, to find who it happened to; what a person reads of them is looked for on the pages. */
export async function happened(address: string, search: string): Promise<readonly Happened[]> {
  const answer = await fetch(`${address}/api/history/activity?${search}`);
  if (!answer.ok) throw new Error(`${search}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { rows: readonly Happened[] }).rows;
}

/** The lanes of a machine's page as their table has them: "health|03:28:12|03:32:12|4 min|HTTP 503|…". */
export async function laneRows(page: Page): Promise<readonly string[]> {
  const rows = page.getByRole("table", { name: /^What happened to this machine/ }).getByRole("row");
  return rows.evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent?.trim() ?? "").join("|")));
}

/** The line of the log that says this. */
export function lineOf(page: Page, words: string | RegExp) {
  return page.getByRole("table", { name: "What happened, newest first" }).getByRole("row").filter({ hasText: words });
}
