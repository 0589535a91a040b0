import { type State, type StateWord, wordOfState } from "@/lib/domain/verdict/verdict";
import type { StackedStateKey } from "./state-chart-shape";

/** The fill class of each state in a chart, in the colour of its icon. On a stale page, Healthy has only an outline. */
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

/** Returns the CSS class that fills a shape in the colour of an exact state. */
export function stateFillClass(state: State): string {
  return stateWordFillClass(wordOfState(state));
}

/** Returns the CSS class that fills a shape in the colour of a state. */
export function stateWordFillClass(word: StateWord): string {
  return WORD_FILLS[word];
}

/** Returns the CSS classes of a layer in a chart and in its legend. Lost machines have only an outline, because they no longer exist. */
export function layerFillClass(layer: StackedStateKey): string {
  return layer === "lost" ? "fill-bad-cell/40 stroke-bad-cell stroke-[1.5]" : stateWordFillClass(layer);
}
