"use client";

import { useState } from "react";
import { type HeldRows, heldRows } from "./held-rows";

const NONE: ReadonlySet<string> = new Set();

/** What a table shows while a pointer may be inside it, and how it is told of the pointer. */
export interface Holding<R> extends HeldRows<R> {
  readonly hold: () => void;
  /** Lets the list move to where it is. */
  readonly release: () => void;
  /** Takes the list as it is now, and goes on holding it. */
  readonly apply: () => void;
}

/** Holds the order of rows from `hold` to `release`; `page` names what is listed, and another page is never held back. */
export function useHeldRows<R extends { readonly id: string }>(rows: readonly R[], page: string): Holding<R> {
  const [held, setHeld] = useState<{ readonly rows: readonly R[]; readonly page: string } | null>(null);
  const take = () => setHeld({ rows, page });
  const actions = { hold: take, apply: take, release: () => setHeld(null) };
  if (held === null) return { rows, gone: NONE, pending: 0, ...actions };
  if (held.page !== page) {
    setHeld({ rows, page });
    return { rows, gone: NONE, pending: 0, ...actions };
  }
  return { ...heldRows(held.rows, rows), ...actions };
}
