"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { type Column, columnsOf, fixedChoice, toggleColumn } from "./column";

export interface ColumnChoice<R> {
  readonly columns: readonly Column<R>[];
  readonly choice: string;
  readonly onChoose: (choice: string) => void;
}

/** A switch for all columns, and one for each. */
export function ColumnSwitches<R>({ columns, choice, onChoose }: ColumnChoice<R>) {
  const shown = new Set(columnsOf(columns, choice).map((column) => column.key));
  return (
    <>
      <Checkbox label="wide: all of them, sideways" checked={choice === "wide"} onChange={() => onChoose(choice === "wide" ? "" : "wide")} />
      <div className="my-1.5 h-px bg-line" />
      <Switches
        columns={columns}
        shown={shown}
        onToggle={(key) => onChoose(toggleColumn(columns, choice, key))}
        onRoom={() => onChoose(fixedChoice(columns, choice))}
      />
    </>
  );
}

interface SwitchesProps<R> {
  readonly columns: readonly Column<R>[];
  readonly shown: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
  readonly onRoom: () => void;
}

/** A switch for each column. It looks at the table's own headings: what is on the screen is what they say. */
function Switches<R>({ columns, shown, onToggle, onRoom }: SwitchesProps<R>) {
  const seen = useHeadings();
  const hasNoRoom = (key: string) => seen !== null && shown.has(key) && !seen.has(key);
  return (
    <>
      {columns
        .filter((column) => column.shown !== "always")
        .map(({ key, head }) => (
          <Checkbox
            key={key}
            label={
              <>
                {head}
                {hasNoRoom(key) && <span className="text-ink-3"> · no room for it</span>}
              </>
            }
            checked={shown.has(key)}
            onChange={() => onToggle(key)}
          />
        ))}
      {columns.some(({ key }) => hasNoRoom(key)) && (
        <Button look="quiet" className="mt-1.5" onClick={onRoom}>
          Show these too, sideways
        </Button>
      )}
    </>
  );
}

/** The keys of the headings that are on the screen, whatever hides the others; null before they were looked at. */
function useHeadings(): ReadonlySet<string> | null {
  const [seen, setSeen] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const look = () => {
      const headings = [...document.querySelectorAll<HTMLElement>("main th[data-column]")];
      setSeen(new Set(headings.filter((heading) => heading.getClientRects().length > 0).map(({ dataset }) => dataset.column ?? "")));
    };
    const frame = requestAnimationFrame(look);
    window.addEventListener("resize", look);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("resize", look);
    };
  }, []);
  return seen;
}
