import { STATES, type State } from "./verdict";

const FIRST_CALM = STATES.indexOf("reconnecting");

/** Is this state a reason to look? Reconnecting is not yet: every connection is recycled about every half hour (facts 3.7, debounce by the grace period). */
export function isTrouble(state: State): boolean {
  return STATES.indexOf(state) < FIRST_CALM;
}
