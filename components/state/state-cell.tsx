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

/** The coloured square of a state, for example in a list of filters. */
export function StateCell({ state, vouched = true, cluster }: StateCellProps) {
  return <Cell kind={cellKindOf(shownVerdict({ state, vouched }, useFreshness(cluster)))} />;
}

/** Returns the kind of square for a healthy machine in a legend. Without `cluster`, the least fresh cluster decides. */
export function useHealthyCell(cluster?: string): CellKind {
  return cellKindOf(shownVerdict({ state: "healthy", vouched: true }, useFreshness(cluster)));
}
