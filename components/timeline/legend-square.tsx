import type { StackedStateKey } from "./state-chart-shape";
import { layerFillClass } from "./state-fill";

/** The legend square of a layer, with the same fill as in the chart. */
export function LegendSquare({ layer }: { readonly layer: StackedStateKey }) {
  return (
    <svg width="9" height="9" aria-hidden="true" data-layer={layer} className="block flex-none forced-color-adjust-none">
      <rect x="0.75" y="0.75" width="7.5" height="7.5" rx="1" className={layerFillClass(layer)} />
    </svg>
  );
}
