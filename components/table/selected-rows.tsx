"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { usePast } from "@/lib/client/past";

/** The rows that somebody has chosen, by their ids, for something that is done with all of them. */
export interface SelectedRows {
  readonly ids: ReadonlySet<string>;
  /** Chooses these rows, or takes them out again. */
  readonly choose: (ids: readonly string[], chosen: boolean) => void;
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
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const value = useMemo<SelectedRows>(
    () => ({
      ids,
      choose: (chosen, isChosen) => setIds((before) => new Set(isChosen ? [...before, ...chosen] : [...before].filter((id) => !chosen.includes(id)))),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
  return <Selected value={active && past === null ? value : null}>{children}</Selected>;
}

/** The chosen rows; null where rows cannot be chosen. */
export function useSelectedRows(): SelectedRows | null {
  return useContext(Selected);
}
