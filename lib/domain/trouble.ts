import { STATES, type State } from "./verdict";

const FIRST_CALM = STATES.indexOf("draining");

/** Is this state a reason to look? What comes from draining on is a decision, a wait, or well. */
export function isTrouble(state: State): boolean {
  return STATES.indexOf(state) < FIRST_CALM;
}
