import { type State, type StateWord, wordOfState } from "@/lib/domain/verdict/verdict";
import type { LayerKey } from "./band-shape";

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

/** The fill and the outline of a layer, in a chart and in its legend. Lost machines are an outline, as their cells are: they are not here any more. */
export function layerFill(layer: LayerKey): string {
  return layer === "lost" ? "fill-bad-cell/40 stroke-bad-cell stroke-[1.5]" : wordFill(layer);
}
