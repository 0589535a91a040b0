"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { usePast } from "@/lib/client/past";

/** A row that can be chosen: a machine, with the group that it belongs to ("" = none). */
export interface SelectableRow {
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly group: string;
}

/** The rows that somebody has chosen, by their ids, for something that is done with all of them. */
export interface SelectedRows {
  readonly rows: ReadonlyMap<string, SelectableRow>;
  readonly choose: (rows: readonly SelectableRow[]) => void;
  readonly leaveOut: (ids: readonly string[]) => void;
  readonly clear: () => void;
  /** True if the lists show the boxes that choose rows. */
  readonly isActive: boolean;
  /** Shows the boxes, or hides them and leaves out all rows. */
  readonly setActive: (isActive: boolean) => void;
}

const Selected = createContext<SelectedRows | null>(null);

interface SelectableRowsProps {
  /** False where nothing could be done with the rows. */
  readonly active: boolean;
  /** True if the lists show no boxes until the viewer asks for them. */
  readonly onRequest?: boolean;
  readonly children: ReactNode;
}

/** Lets rows of the lists within be chosen. Nothing can be chosen in the past: nothing can be done there. */
export function SelectableRows({ active, onRequest = false, children }: SelectableRowsProps) {
  const past = usePast();
  const [rows, setRows] = useState<ReadonlyMap<string, SelectableRow>>(new Map());
  const [isActive, setActive] = useState(!onRequest);
  const value = useMemo<SelectedRows>(
    () => ({
      rows,
      isActive,
      setActive: (next) => {
        setActive(next);
        if (!next) setRows(new Map());
      },
      choose: (more) => setRows((before) => new Map([...before, ...more.map((row) => [row.id, row] as const)])),
      leaveOut: (ids) => setRows((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
      clear: () => setRows(new Map()),
    }),
    [rows, isActive],
  );
  return <Selected value={active && past === null ? value : null}>{children}</Selected>;
}

/** The chosen rows; null where rows cannot be chosen. */
export function useSelectedRows(): SelectedRows | null {
  return useContext(Selected);
}
