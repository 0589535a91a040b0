"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { usePast } from "@/lib/client/past";

/** A row that can be chosen. */
export interface SelectableRow {
  readonly id: string;
  readonly name: string;
}

/** The rows that somebody has chosen, names by ids, for something that is done with all of them. */
export interface SelectedRows {
  readonly names: ReadonlyMap<string, string>;
  readonly choose: (rows: readonly SelectableRow[]) => void;
  readonly leaveOut: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

const Selected = createContext<SelectedRows | null>(null);

interface SelectableRowsProps {
  /** False where nothing could be done with the rows. */
  readonly active: boolean;
  readonly children: ReactNode;
}

/** Lets rows of the lists within be chosen. Nothing can be chosen in the past: nothing can be done there. */
export function SelectableRows({ active, children }: SelectableRowsProps) {
  const past = usePast();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const value = useMemo<SelectedRows>(
    () => ({
      names,
      choose: (rows) => setNames((before) => new Map([...before, ...rows.map(({ id, name }) => [id, name] as const)])),
      leaveOut: (ids) => setNames((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
      clear: () => setNames(new Map()),
    }),
    [names],
  );
  return <Selected value={active && past === null ? value : null}>{children}</Selected>;
}

/** The chosen rows; null where rows cannot be chosen. */
export function useSelectedRows(): SelectedRows | null {
  return useContext(Selected);
}
