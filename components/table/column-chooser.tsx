"use client";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { type Column, columnsOf, toggleColumn } from "./column";

interface ColumnChooserProps<R> {
  readonly columns: readonly Column<R>[];
  readonly choice: string;
  readonly onChoose: (choice: string) => void;
}

/** Which columns are shown: `wide` as kubectl has it, or one by one. */
export function ColumnChooser<R>({ columns, choice, onChoose }: ColumnChooserProps<R>) {
  const shown = new Set(columnsOf(columns, choice).map((column) => column.key));
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button look="quiet">Columns</Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-56" aria-label="Columns">
        <Checkbox label="wide (all of them)" checked={choice === "wide"} onChange={() => onChoose(choice === "wide" ? "" : "wide")} />
        <div className="my-1.5 h-px bg-line" />
        {columns
          .filter((column) => column.shown !== "always")
          .map((column) => (
            <Checkbox
              key={column.key}
              label={column.head}
              checked={shown.has(column.key)}
              onChange={() => onChoose(toggleColumn(columns, choice, column.key))}
            />
          ))}
      </PopoverContent>
    </Popover>
  );
}
