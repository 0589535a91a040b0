"use client";

import { type ChangeEvent, useEffect, useRef } from "react";
import type { Column } from "./column";
import { type SelectableRow, useSelectedRows } from "./selected-rows";

/** The column in which rows are chosen. */
export const selectColumn: Column<SelectableRow> = {
  key: "select",
  head: "select",
  unheaded: true,
  shown: "always",
  room: "tablet",
  cell: (row) => <SelectRow row={row} />,
};

/** Chooses a row; with Shift all rows between it and the one chosen before, as they stand in the table. */
function SelectRow({ row }: { readonly row: SelectableRow }) {
  const selected = useSelectedRows();
  const box = useRef<HTMLInputElement>(null);
  const withShift = useRef(false);
  const isChosen = selected?.rows.has(row.id) ?? false;
  useEffect(() => {
    box.current?.closest("tr")?.toggleAttribute("data-selected", isChosen);
  }, [isChosen]);
  if (selected === null) return null;
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const rows = withShift.current ? upTo(currentTarget) : [row];
    if (currentTarget.checked) selected.choose(rows);
    else selected.leaveOut(rows.map(({ id }) => id));
    mark(currentTarget);
  };
  return (
    <input
      ref={box}
      type="checkbox"
      data-row-select={row.id}
      data-row-cluster={row.cluster}
      data-row-namespace={row.namespace}
      data-row-name={row.name}
      data-row-group={row.group}
      aria-label={`Select ${row.name}`}
      className="block size-3.5 accent-accent"
      checked={isChosen}
      // A change does not say which keys were held; the click before it does, of the space bar and of a pointer alike.
      onClick={(event) => {
        withShift.current = event.shiftKey;
      }}
      onChange={change}
    />
  );
}

/** Where the next range begins. */
function mark(box: HTMLInputElement): void {
  const table = box.closest("tbody");
  for (const other of table?.querySelectorAll("[data-select-from]") ?? []) other.removeAttribute("data-select-from");
  box.setAttribute("data-select-from", "");
}

/** The rows from the one chosen before to this one, whichever stands higher; this one alone where that is not drawn any more. */
function upTo(box: HTMLInputElement): readonly SelectableRow[] {
  const boxes = [...(box.closest("tbody")?.querySelectorAll<HTMLInputElement>("input[data-row-select]") ?? [])];
  const here = boxes.indexOf(box);
  const from = boxes.findIndex((one) => one.hasAttribute("data-select-from"));
  const range = from < 0 ? [box] : boxes.slice(Math.min(from, here), Math.max(from, here) + 1);
  return range.map(({ dataset: { rowSelect = "", rowCluster = "", rowNamespace = "", rowName = "", rowGroup = "" } }) => ({
    ...{ id: rowSelect, cluster: rowCluster, namespace: rowNamespace, name: rowName, group: rowGroup },
  }));
}
