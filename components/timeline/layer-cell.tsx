import type { LayerKey } from "./band-shape";
import { layerFill } from "./state-fill";

/** The legend square of a layer, with the same fill as in the chart. */
export function LayerCell({ layer }: { readonly layer: LayerKey }) {
  return (
    <svg width="9" height="9" aria-hidden="true" data-layer={layer} className="block flex-none forced-color-adjust-none">
      <rect x="0.75" y="0.75" width="7.5" height="7.5" rx="1" className={layerFill(layer)} />
    </svg>
  );
}
