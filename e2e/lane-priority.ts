import { setPriority } from "node:os";

/** The project of `playwright.config.ts` whose journeys run with low priority. */
export const BACKGROUND_LANE = "background";

/** Niceness of that lane. While all cores are busy, each of its processes gets about a sixth of the CPU time of another one. */
const NICENESS = 8;

/** Lowers the priority of this process and of all that it starts from now on, when it runs the background lane. */
export function setLanePriority(lane: string): void {
  if (lane === BACKGROUND_LANE) setPriority(NICENESS);
}
