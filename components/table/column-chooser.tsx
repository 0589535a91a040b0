"use client";

import { Button } from "@/components/ui/button";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { Popover, PopoverContent, PopoverTrigger, popoverWith } from "@/components/ui/popover";
import { useClusterColumn } from "./cluster-name";
import type { Column } from "./column";

interface ColumnChooserProps<R> {
  readonly columns: readonly Column<R>[];
  readonly choice: string;
  readonly onChoose: (choice: string) => void;
}

const loadSwitches = partLoader(() => import("./column-switches"));
const load = popoverWith(loadSwitches);
const ColumnSwitches = lazyPart(loadSwitches, (loaded) => loaded.ColumnSwitches<never>);

/** Which columns are shown: `wide` as kubectl has it, or one by one. What was not chosen away but has no room is told apart. */
export function ColumnChooser<R>({ columns, choice, onChoose }: ColumnChooserProps<R>) {
  const offered = useClusterColumn(columns);
  return (
    <Popover load={load}>
      <PopoverTrigger asChild>
        <Button look="quiet">Columns</Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-64" aria-label="Columns">
        <ColumnSwitches columns={offered} choice={choice} onChoose={onChoose} />
      </PopoverContent>
    </Popover>
  );
}
