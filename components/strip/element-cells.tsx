import { memo } from "react";
import type { CellKind } from "@/components/state/tone";
import { placesOf, type Run } from "./runs";

interface ElementCellsProps {
  readonly runs: readonly Run[];
  readonly kindOf: (run: Run) => CellKind;
}

/** The cells of one ribbon as elements that wrap by themselves: the server can draw them without knowing how wide the page is. */
export const ElementCells = memo(function ElementCells({ runs, kindOf }: ElementCellsProps) {
  return (
    <div className="flex flex-wrap gap-[2px]" aria-hidden="true">
      {runs.flatMap((run) => {
        const name = `cell ${kindOf(run)}`;
        return placesOf(run).map((place) => <i key={place} className={name} />);
      })}
    </div>
  );
});
