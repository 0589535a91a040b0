import type { ActivityAnswer } from "@/lib/contract/answers/history";

/** Requests changes in a time range (milliseconds), newest first, with at most `limit` rows. */
export type RequestChanges = (from: number, to: number, limit: number) => Promise<Pick<ActivityAnswer, "rows" | "next">>;

const MOST = 500;
const DAY_MS = 86_400_000;

/** Search ranges, shortest first. Answers begin with the newest change, so that the next change is at the end of a range. Milliseconds. */
const AHEAD_MS = [30_000, 600_000, 6 * 3_600_000, 7 * DAY_MS, 400 * DAY_MS] as const;

/** Returns the time of the last change before `at`; null if none is recorded. Milliseconds. */
export async function timeOfChangeBefore(ask: RequestChanges, at: number): Promise<number | null> {
  for (const back of [DAY_MS, 399 * DAY_MS]) {
    const { rows } = await ask(Math.max(0, at - back), at, MOST);
    const found = rows.find((row) => row.at < at);
    if (found !== undefined) return found.at;
  }
  return null;
}

/** Returns the time of the first change after `at` and until `now`; null if there is none. Milliseconds. */
export async function timeOfChangeAfter(ask: RequestChanges, at: number, now: number): Promise<number | null> {
  for (const ahead of AHEAD_MS) {
    const to = Math.min(at + ahead, now);
    if (to <= at) return null;
    const found = await firstIn(ask, at, to);
    if (found !== null || to === now) return found;
  }
  return null;
}

/** If a range has more changes than one answer, its earlier half is searched, because answers begin with the newest change. */
async function firstIn(ask: RequestChanges, at: number, to: number): Promise<number | null> {
  const { rows, next } = await ask(at, to, MOST);
  const later = rows.filter((row) => row.at > at).map((row) => row.at);
  const first = later.length === 0 ? null : Math.min(...later);
  if (next === null || to - at < 2) return first;
  return (await firstIn(ask, at, at + Math.floor((to - at) / 2))) ?? first;
}
