import { readFileSync } from "node:fs";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Column } from "./column";
import { DataTable } from "./data-table";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));
afterEach(() => {
  push.mockReset();
});

interface Machine {
  readonly id: string;
  readonly state: string;
}

const drawn = vi.fn();
const columns: readonly Column<Machine>[] = [
  {
    key: "name",
    head: "NAME",
    shown: "always",
    sorts: true,
    cell: (row) => {
      drawn(row.id);
      return (
        <a href={`/m/${row.id}`} data-row-link="">
          {row.id}
        </a>
      );
    },
  },
  { key: "state", head: "STATE", shown: "usual", cell: (row) => row.state },
  { key: "address", head: "ADDRESS", shown: "wide", cell: () => "10.0.0.1" },
];

const machines = (...ids: string[]): Machine[] => ids.map((id) => ({ id, state: "healthy" }));
const signatureOf = (row: Machine) => row.state;

function table(rows: readonly Machine[], more: Partial<Parameters<typeof DataTable<Machine>>[0]> = {}) {
  return <DataTable caption="Machines" columns={columns} rows={rows} total={rows.length} signatureOf={signatureOf} keys {...more} />;
}

const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).queryByRole("link")?.textContent);

describe("the table", () => {
  it("has a caption, headings with a scope, and the place of each row in the whole list", () => {
    render(table(machines("a", "b"), { total: 924, offset: 0 }));
    expect(screen.getByRole("table", { name: "Machines" }).getAttribute("aria-rowcount")).toBe("925");
    expect(screen.getByRole("row", { name: /^b/ }).getAttribute("aria-rowindex")).toBe("3");
    expect(screen.getAllByRole("columnheader").map((head) => head.getAttribute("scope"))).toEqual(["col", "col"]);
  });

  it("writes no style attribute into the server's HTML, however long the list is", () => {
    const html = renderToString(table(machines(...Array.from({ length: 60 }, (_, index) => `m${index}`)), { total: 100_000 }));
    expect(html).toContain("m59");
    expect(html).not.toContain("style=");
  });

  it("is as tall in the server's HTML as with all its rows, at a desk and on a phone, so that nothing below it moves once its rows are measured", () => {
    const html = renderToString(table(machines(...Array.from({ length: 60 }, (_, index) => `m${index}`)), { total: 77 }));
    expect(html).toContain('<td height="510" colSpan="2" class="max-desk:hidden"></td><td height="748" colSpan="2" class="desk:hidden"></td>');
    const heights = [...readFileSync("app/globals.css", "utf8").matchAll(/ --row: (\d+)px;/g)].map(([, px]) => Number(px));
    expect(heights).toEqual([510 / 17, 748 / 17]);
    expect(renderToString(table(machines("a", "b")))).not.toContain("height=");
  });

  it("sorts by a heading that says so", () => {
    const onSort = vi.fn();
    render(table(machines("a"), { sort: "name", onSort }));
    expect(screen.getByRole("columnheader", { name: /NAME/ }).getAttribute("aria-sort")).toBe("ascending");
    fireEvent.click(screen.getByRole("button", { name: /NAME/ }));
    expect(onSort).toHaveBeenCalledWith("-name");
  });

  it("draws one row again when one row has changed", () => {
    const rows = machines("a", "b", "c");
    const { rerender } = render(table(rows));
    drawn.mockClear();
    rerender(table([rows[0] ?? { id: "", state: "" }, { id: "b", state: "unhealthy" }, rows[2] ?? { id: "", state: "" }]));
    expect(drawn.mock.calls.flat()).toEqual(["b"]);
  });
});

describe("while a mouse is inside", () => {
  it("rows keep their places, the news is counted, and a press takes it", () => {
    const { rerender } = render(table(machines("a", "b")));
    const inside = screen.getByRole("table").parentElement ?? document.body;
    fireEvent.pointerEnter(inside, { pointerType: "mouse" });
    rerender(table(machines("b", "a", "c")));
    expect(names()).toEqual(["a", "b"]);
    fireEvent.click(screen.getByRole("button", { name: "3 updates, apply" }));
    expect(names()).toEqual(["b", "a", "c"]);
    rerender(table(machines("c")));
    fireEvent.pointerLeave(inside);
    expect(names()).toEqual(["c"]);
  });

  it("rows keep their places under the keys too, for a row that moves would lose the focus; a press of the mouse holds nothing", () => {
    const { rerender } = render(table(machines("a", "b")));
    const link = screen.getByRole("link", { name: "b" });
    const { matches } = link;
    let isKeyboard = false;
    const value = (selectors: string) => (selectors === ":focus-visible" ? isKeyboard : matches.call(link, selectors));
    Object.defineProperty(link, "matches", { value });
    act(() => link.focus());
    rerender(table(machines("b", "a")));
    expect(names()).toEqual(["b", "a"]);
    act(() => link.blur());
    isKeyboard = true;
    act(() => link.focus());
    rerender(table(machines("a", "b", "c")));
    expect(names()).toEqual(["b", "a"]);
    const inside = screen.getByRole("table").parentElement ?? document.body;
    fireEvent.pointerEnter(inside, { pointerType: "mouse" });
    fireEvent.pointerLeave(inside);
    expect(names()).toEqual(["b", "a"]);
    act(() => link.blur());
    expect(names()).toEqual(["a", "b", "c"]);
  });

  it("a list of other rows is not held back", () => {
    const { rerender } = render(table(machines("a"), { page: "q=a" }));
    fireEvent.pointerEnter(screen.getByRole("table").parentElement ?? document.body, { pointerType: "mouse" });
    rerender(table(machines("z"), { page: "q=z" }));
    expect(names()).toEqual(["z"]);
  });
});

describe("keys", () => {
  const press = (key: string) => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));

  it("j and k move the focus from link to link and stop at the ends", () => {
    render(table(machines("a", "b")));
    press("j");
    expect(document.activeElement?.textContent).toBe("a");
    press("j");
    press("j");
    expect(document.activeElement?.textContent).toBe("b");
    press("k");
    expect(document.activeElement?.textContent).toBe("a");
  });

  it("y opens the YAML of the row that has the focus", () => {
    render(table(machines("a")));
    press("j");
    press("y");
    expect(push).toHaveBeenCalledWith("/m/a#yaml");
  });

  it("are left alone while somebody types", () => {
    render(
      <>
        <input aria-label="filter" />
        {table(machines("a"))}
      </>,
    );
    screen.getByLabelText("filter").focus();
    press("j");
    expect(document.activeElement?.tagName).toBe("INPUT");
  });
});
