"use client";

import { useState } from "react";
import { type HeldRows, heldRows } from "./held-rows";

const NONE: ReadonlySet<string> = new Set();

/** What holds a table still: a pointer inside it, or the focus of somebody who uses the keys, which a row that moves would lose. */
type Holder = "pointer" | "focus";

/** What a table shows while somebody may be in the middle of it, and how it is told of that. */
export interface Holding<R> extends HeldRows<R> {
  readonly hold: (by: Holder) => void;
  /** Lets the list move to where it is, unless something else holds it. */
  readonly release: (by: Holder) => void;
  /** Takes the list as it is now, and goes on holding it. */
  readonly apply: () => void;
}

interface Held<R> {
  readonly rows: readonly R[];
  readonly page: string;
  readonly by: readonly Holder[];
}

/** Holds the order of rows from `hold` to `release`; `page` names what is listed, and another page is never held back. */
export function useHeldRows<R extends { readonly id: string }>(rows: readonly R[], page: string): Holding<R> {
  const [held, setHeld] = useState<Held<R> | null>(null);
  const actions = {
    hold: (by: Holder) => setHeld((before) => ({ rows: before?.rows ?? rows, page: before?.page ?? page, by: [...without(before, by), by] })),
    release: (by: Holder) => setHeld((before) => (before === null || without(before, by).length === 0 ? null : { ...before, by: without(before, by) })),
    apply: () => setHeld((before) => ({ rows, page, by: before?.by ?? [] })),
  };
  if (held === null) return { rows, gone: NONE, pending: 0, ...actions };
  if (held.page !== page) {
    setHeld({ rows, page, by: held.by });
    return { rows, gone: NONE, pending: 0, ...actions };
  }
  return { ...heldRows(held.rows, rows), ...actions };
}

function without<R>(held: Held<R> | null, by: Holder): readonly Holder[] {
  return (held?.by ?? []).filter((one) => one !== by);
}
