import { Cell } from "@/components/state/cell";
import { cellKindOf } from "@/components/state/tone";
import { shown } from "@/lib/domain/verdict/freshness";
import { statesOfWord } from "@/lib/domain/verdict/verdict";
import type { LayerKey } from "./band-shape";

/** The square of a band's layer: the cell of its state, an outline for what is missing. */
export function LayerCell({ layer }: { readonly layer: LayerKey }) {
  const state = layer === "missing" ? "vanished" : (statesOfWord(layer)[0] ?? "healthy");
  return <Cell kind={cellKindOf(shown({ state, vouched: true }, { kind: "live", asOf: 0 }))} />;
}
