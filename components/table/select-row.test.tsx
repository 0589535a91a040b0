import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Column } from "./column";
import { DataTable } from "./data-table";
import { selectColumn } from "./select-row";
import { type SelectableRow, SelectableRows, useSelectedRows } from "./selected-rows";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));

const columns: readonly Column<SelectableRow>[] = [
  selectColumn,
  {
    key: "name",
    head: "NAME",
    shown: "always",
    cell: ({ name }) => (
      <a href={`/m/${name}`} data-row-link="">
        {name}
      </a>
    ),
  },
];
const rows = ["a", "b", "c", "d"].map((name) => ({ id: `eu/${name}`, cluster: "eu", namespace: "shop", name, group: `group-of-${name}` }));

function Chosen() {
  const rows = useSelectedRows()?.rows;
  return (
    <>
      <p title="selected">{[...(rows?.keys() ?? ["nothing can be selected"])].sort().join(" ")}</p>
      <p title="as told">{JSON.stringify([...(rows?.values() ?? [])])}</p>
    </>
  );
}

function list(active = true) {
  return (
    <SelectableRows active={active}>
      <Chosen />
      <DataTable caption="Machines" columns={columns} rows={rows} total={rows.length} signatureOf={() => ""} keys />
    </SelectableRows>
  );
}

const box = (name: string) => screen.getByRole("checkbox", { name: `Select ${name}` });
const chosen = () => screen.getByTitle("selected").textContent;
const press = (key: string) => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));

it("a row is selected and taken out again, and with Shift all between it and the one before", () => {
  render(list());
  fireEvent.click(box("a"));
  fireEvent.click(box("c"), { shiftKey: true });
  expect(chosen()).toBe("eu/a eu/b eu/c");
  expect(JSON.parse(screen.getByTitle("as told").textContent)).toEqual(rows.slice(0, 3));
  fireEvent.click(box("b"));
  expect(chosen()).toBe("eu/a eu/c");
  expect(screen.getAllByRole("row").map((row) => row.hasAttribute("data-selected"))).toEqual([false, true, false, true, false]);
});

it("x selects the row that has the focus, X all between, and j goes on from a box", () => {
  render(list());
  press("j");
  press("x");
  press("j");
  press("j");
  press("X");
  expect(chosen()).toBe("eu/a eu/b eu/c");
  act(() => box("c").focus());
  press("j");
  expect(document.activeElement?.textContent).toBe("d");
});

it("there is no box where nothing could be done with a row", () => {
  render(list(false));
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(chosen()).toBe("nothing can be selected");
});
