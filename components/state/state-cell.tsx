"use client";

import { useFreshness } from "@/lib/client/status";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import type { State } from "@/lib/domain/verdict/verdict";
import { Cell } from "./cell";
import { type CellKind, cellKindOf } from "./tone";

interface StateCellProps {
  readonly state: State;
  readonly vouched?: boolean;
  readonly cluster?: string;
}

/** The square of a state, as a facet's bullet. */
export function StateCell({ state, vouched = true, cluster }: StateCellProps) {
  return <Cell kind={cellKindOf(shownVerdict({ state, vouched }, useFreshness(cluster)))} />;
}

/** The cell of a healthy machine in a legend. Without a cluster it is that of the worst one. */
export function useHealthyCell(cluster?: string): CellKind {
  return cellKindOf(shownVerdict({ state: "healthy", vouched: true }, useFreshness(cluster)));
}
