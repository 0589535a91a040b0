import { type State, type StateWord, wordOfState } from "@/lib/domain/verdict/verdict";

/** The fill of a word in a picture over time: the tone of its cell. On a stale page a healthy stretch has an outline only. */
const WORD_FILLS: Record<StateWord, string> = {
  healthy: "fill-good-cell stale:stroke-line-2",
  unchecked: "fill-idle-cell",
  reconnecting: "fill-warn-cell",
  unhealthy: "fill-bad-cell",
  lost: "fill-bad-cell",
  unverified: "fill-blind-cell",
  draining: "fill-idle-cell",
  starting: "fill-idle-cell",
};

/** The fill of a state in a picture over time. */
export function stateFill(state: State): string {
  return wordFill(wordOfState(state));
}

/** The fill of a word in a picture over time. */
export function wordFill(word: StateWord): string {
  return WORD_FILLS[word];
}
