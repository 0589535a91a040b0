import type { ActivityAnswer } from "@/lib/contract/answers/history";

/** Asks for what happened from one moment to another (milliseconds), newest first, at most so many rows. */
export type AskChanges = (from: number, to: number, limit: number) => Promise<Pick<ActivityAnswer, "rows" | "next">>;

const MOST = 500;
const DAY_MS = 86_400_000;

/** How far ahead is looked, nearest first, in milliseconds: the log is read from its end, so that the first change is the last row. */
const AHEAD_MS = [30_000, 600_000, 6 * 3_600_000, 7 * DAY_MS, 400 * DAY_MS] as const;

/** The moment of the last change before `at`; null where none is recorded. */
export async function changeBefore(ask: AskChanges, at: number): Promise<number | null> {
  for (const back of [DAY_MS, 399 * DAY_MS]) {
    const { rows } = await ask(Math.max(0, at - back), at, MOST);
    const found = rows.find((row) => row.at < at);
    if (found !== undefined) return found.at;
  }
  return null;
}

/** The moment of the first change after `at` that has happened until `now`; null where there is none. */
export async function changeAfter(ask: AskChanges, at: number, now: number): Promise<number | null> {
  for (const ahead of AHEAD_MS) {
    const to = Math.min(at + ahead, now);
    if (to <= at) return null;
    const found = await firstIn(ask, at, to);
    if (found !== null || to === now) return found;
  }
  return null;
}

/** Where a stretch holds more than a page, its earlier half is looked at: the answer is newest first. */
async function firstIn(ask: AskChanges, at: number, to: number): Promise<number | null> {
  const { rows, next } = await ask(at, to, MOST);
  const later = rows.filter((row) => row.at > at).map((row) => row.at);
  const first = later.length === 0 ? null : Math.min(...later);
  if (next === null || to - at < 2) return first;
  return (await firstIn(ask, at, at + Math.floor((to - at) / 2))) ?? first;
}
