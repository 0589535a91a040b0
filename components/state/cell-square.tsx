import type { CellKind } from "./tone";

/** The coloured square of one machine, for legends and bullets. Decorative: place a state or count next to it. */
export function CellSquare({ kind }: { readonly kind: CellKind }) {
  return <i className={`cell ${kind}`} aria-hidden="true" />;
}
