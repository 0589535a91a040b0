import { setPriority } from "node:os";

/** The project of `playwright.config.ts` whose journeys run with low priority. */
export const BACKGROUND_LANE = "background";

/** Niceness of that lane. While all cores are busy, its processes get about a third of the CPU time of others. */
const NICENESS = 5;

/** Lowers the priority of this process and of all that it starts from now on, when it runs the background lane. */
export function setLanePriority(lane: string): void {
  if (lane === BACKGROUND_LANE) setPriority(NICENESS);
}
