"use client";

import { useFreshness } from "@/lib/client/status";
import { shown } from "@/lib/domain/freshness";
import type { State } from "@/lib/domain/verdict";
import { Cell } from "./cell";
import { cellKindOf } from "./tone";

interface StateCellProps {
  readonly state: State;
  readonly vouched?: boolean;
  readonly cluster?: string;
}

/** The square of a state, as a facet's bullet. */
export function StateCell({ state, vouched = true, cluster }: StateCellProps) {
  return <Cell kind={cellKindOf(shown({ state, vouched }, useFreshness(cluster)))} />;
}
