import { STATES, type State } from "./verdict";

const FIRST_CALM = STATES.indexOf("draining");

/** Is this state a reason to look? From draining on, a state is a decision, a wait, a routine reconnect, or well. */
export function isTrouble(state: State): boolean {
  return STATES.indexOf(state) < FIRST_CALM;
}
