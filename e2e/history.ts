import { setTimeout as wait } from "node:timers/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import type { House } from "./house";

/** The captured groups of a line in the sandbox's log, once it is there: scenarios choose their machines at random. */
export async function told(house: House, line: RegExp): Promise<readonly string[]> {
  for (const startedAt = performance.now(); performance.now() - startedAt < 60_000; await wait(100)) {
    const found = line.exec(house.sandbox.log());
    if (found !== null) return found.slice(1);
  }
  throw new Error(`The sandbox did not log ${line}.`);
}

/** Waits until the history has the machines: earlier changes are found, not observed. `headers`: the credentials, where users sign in. */
export async function untilRecorded(address: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  await expect.poll(() => machinesAt(address, Date.now() - 2_000, headers), { timeout: 120_000 }).toBeGreaterThan(1_000);
}

/** The engine of incidents treats trouble of the first five seconds as older. It may start some seconds after the history. Milliseconds. */
const FIRST_START_MS = 10_000;

/** Waits until trouble opens an incident: at the first start of a dashboard, trouble counts as older and is long-running. */
export async function untilTroubleIsNew(address: string): Promise<void> {
  await expect.poll(() => machinesAt(address, Date.now() - FIRST_START_MS, {}), { timeout: 120_000 }).toBeGreaterThan(1_000);
}

/** The number of machines in the history at a moment; 0 if there is no history yet. */
async function machinesAt(address: string, at: number, headers: Readonly<Record<string, string>> = {}): Promise<number> {
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

/** The groups of a moment, from the history. */
export async function groupsAt(address: string, at: number): Promise<readonly GroupThen[]> {
  const answer = await fetch(`${address}/api/view?kind=groups&query=&offset=0&limit=200&at=${at}`);
  if (!answer.ok) throw new Error(`groups at ${at}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { rows: readonly GroupThen[] }).rows;
}

/** Waits until every machine of the large groups serves, in the history too. */
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

/** Rows of the activity log. Journeys use them to choose a machine, and then look for the row on the page. */
export async function happened(address: string, search: string): Promise<readonly Happened[]> {
  const answer = await fetch(`${address}/api/history/activity?${search}`);
  if (!answer.ok) throw new Error(`${search}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { rows: readonly Happened[] }).rows;
}

/** One row of the timeline table: a stretch of a lane (existence, connection, health, state), a change, a gap or a mark. */
export interface LaneRow {
  readonly lane: string;
  /** The value of a stretch: a uid, a replica, the status of a report, a state. */
  readonly value: string;
  readonly state: string;
}

/** The rows of the timeline table on a machine's page, newest first. */
export function laneRows(page: Page): Promise<readonly LaneRow[]> {
  const rows = page.locator('table[data-table="timeline"] tbody tr');
  return rows.evaluateAll((all) => (all as HTMLElement[]).map(({ dataset: { lane = "", value = "", state = "" } }) => ({ lane, value, state })));
}

/** Values of an event in the activity log or in the fleet's list of changes. */
interface EventValues {
  /** The type of the transition, such as "ended". */
  readonly event: string;
  /** The new value of the changed field, such as a cause. */
  readonly after?: string;
  readonly group?: string;
}

/** The rows of the activity log with these values. */
export function eventRows(page: Page | Locator, { event, after, group }: EventValues): Locator {
  const [ofAfter, ofGroup] = [after === undefined ? "" : `[data-after="${after}"]`, group === undefined ? "" : `[data-group="${group}"]`];
  return page.locator(`[data-event="${event}"]${ofAfter}${ofGroup}`);
}
