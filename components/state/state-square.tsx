"use client";

import { useFreshness } from "@/lib/client/status";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import type { State } from "@/lib/domain/verdict/verdict";
import { CellSquare } from "./cell-square";
import { type CellKind, cellKind } from "./tone";

interface StateCellProps {
  readonly state: State;
  readonly vouched?: boolean;
  readonly cluster?: string;
}

/** The coloured square of a state, for example in a list of filters. */
export function StateSquare({ state, vouched = true, cluster }: StateCellProps) {
  return <CellSquare kind={cellKind(shownVerdict({ state, vouched }, useFreshness(cluster)))} />;
}

/** Returns the kind of square for a healthy machine in a legend. Without `cluster`, the least fresh cluster decides. */
export function useHealthyCellKind(cluster?: string): CellKind {
  return cellKind(shownVerdict({ state: "healthy", vouched: true }, useFreshness(cluster)));
}
