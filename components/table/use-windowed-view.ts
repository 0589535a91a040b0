"use client";

import { useCallback, useState } from "react";
import { withSameParts } from "@/lib/client/same-parts";
import { useView } from "@/lib/client/use-view";
import type { HeadOf, RowOf, ViewState, ViewStateOf } from "@/lib/contract/views/view";
import type { ViewRow } from "@/lib/contract/views/view-declaration";
import { FIRST_ROWS, FIRST_WINDOW } from "./first-window";

const STEP = 30;
const LIMIT_MAX = 500;

/** A long list as far as it is here: the rows of one window, and how the table says which window it wants. */
export interface WindowedView<H, R> {
  readonly head: H | null;
  readonly rows: readonly R[];
  readonly offset: number;
  /** How many rows the window asks for. */
  readonly limit: number;
  /** The question that the rows answer: while they are behind, the one before. */
  readonly query: string;
  /** True while the rows shown answer the question before this one. */
  readonly behind: boolean;
  readonly problem: string | null;
  /** Whether it was taken away, as the viewer is not let in any more. */
  readonly isWithdrawn: boolean;
  readonly onWindow: (first: number, last: number) => void;
}

interface Kept<H extends object, R extends ViewRow> {
  readonly state: ViewState<H, R>;
  /** The rows of `state`, those that were shown before being the objects they were. */
  readonly rows: readonly R[];
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
}

/** The views that a page shows as a long list. */
type ListKind =
  | "entries"
  | "groups"
  | "findings"
  | "incidents"
  | "incident"
  | "service"
  | "services"
  | "unselected"
  | "what-if"
  | "networks"
  | "single-zone"
  | "control-plane";

/** Subscribes to the rows around the screen; what was shown stays until the next window is here. */
export function useWindowedView<Kind extends ListKind>(kind: Kind, query: string, initial: ViewStateOf<Kind> | null): WindowedView<HeadOf<Kind>, RowOf<Kind>> {
  const [wanted, setWanted] = useState<{ readonly offset: number; readonly limit: number }>(FIRST_WINDOW);
  const { state, problem, isWithdrawn = false } = useView(kind, query, wanted, initial);
  const [kept, setKept] = useState<Kept<HeadOf<Kind>, RowOf<Kind>> | null>(null);
  if (state !== null && state !== kept?.state) setKept({ state, rows: withSameRows(kept?.rows ?? [], state.rows), query, ...wanted });
  if (isWithdrawn && kept !== null) setKept(null);
  const onWindow = useCallback((first: number, last: number) => setWanted((before) => sameOr(before, windowFor(first, last))), []);
  const shown = state === null || state === kept?.state ? kept : { state, rows: state.rows, query, ...wanted };
  return {
    head: shown?.state.head ?? null,
    rows: shown?.rows ?? [],
    offset: shown?.offset ?? 0,
    limit: shown?.limit ?? 0,
    query: shown?.query ?? query,
    behind: state === null && kept?.query !== query,
    problem,
    isWithdrawn,
    onWindow,
  };
}

/** The window to ask for so that [first, last) can be scrolled by a screen either way; in steps, so that few are asked for. */
export function windowFor(first: number, last: number): { readonly offset: number; readonly limit: number } {
  const offset = Math.max(0, Math.floor((first - STEP) / STEP) * STEP);
  const end = Math.max(Math.ceil((first === 0 ? last : last + STEP) / STEP) * STEP, FIRST_ROWS);
  return { offset, limit: Math.min(end - offset, LIMIT_MAX) };
}

/** What a row is shown as, as long as it is that very row: another window brings the same rows as other objects. */
const shownAs = new WeakMap<object, unknown>();

function withSameRows<R extends { readonly id: string }>(before: readonly R[], now: readonly R[]): readonly R[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return now.map((row) => {
    const shown = shownAs.get(row) ?? withSameParts(known.get(row.id), row);
    shownAs.set(row, shown);
    return shown as R;
  });
}

function sameOr<W extends { readonly offset: number; readonly limit: number }>(before: W, next: W): W {
  return before.offset === next.offset && before.limit === next.limit ? before : next;
}
