import { setPriority } from "node:os";

/** The project of `playwright.config.ts` whose journeys run with low priority. */
export const BACKGROUND_LANE = "background";

/** Niceness of that lane. It gets about a tenth of the CPU time while the other lanes use all cores. */
const NICENESS = 10;

/** Lowers the priority of this process and of all that it starts from now on, when it runs the background lane. */
export function setLanePriority(lane: string): void {
  if (lane === BACKGROUND_LANE) setPriority(NICENESS);
}
