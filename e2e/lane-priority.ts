import { setPriority } from "node:os";

/** Projects of `playwright.config.ts` whose name begins with this run with low priority. */
export const BACKGROUND_LANE = "background";

/** Niceness of these lanes. While all cores are busy, their processes get about a third of the CPU time of others. */
const NICENESS = 5;

/** Lowers the priority of this process and of all that it starts from now on, when it runs a background lane. */
export function setLanePriority(lane: string): void {
  if (lane.startsWith(BACKGROUND_LANE)) setPriority(NICENESS);
}
