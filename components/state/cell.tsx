import type { CellKind } from "./tone";

/** One machine's square, as legend and bullet. Decorative: a word or a count stands beside it. */
export function Cell({ kind }: { readonly kind: CellKind }) {
  return <i className={`cell ${kind}`} aria-hidden="true" />;
}
