import { Cell } from "@/components/state/cell";
import { cellKindOf } from "@/components/state/tone";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import { statesCountedAs } from "@/lib/domain/verdict/verdict";
import type { LayerKey } from "./band-shape";

/** The square of a band's layer: the cell of its state, an outline for what is missing. */
export function LayerCell({ layer }: { readonly layer: LayerKey }) {
  const state = layer === "missing" ? "vanished" : (statesCountedAs(layer)[0] ?? "healthy");
  return <Cell kind={cellKindOf(shownVerdict({ state, vouched: true }, { kind: "live", asOf: 0 }))} />;
}
