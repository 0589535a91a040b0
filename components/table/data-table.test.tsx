import { readFileSync } from "node:fs";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
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

describe("the order of rows", () => {
  const inside = () => screen.getByRole("table").parentElement ?? document.body;
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("stays while a mouse is inside, until a press on the pill; then until 10 s after the last move", () => {
    vi.useFakeTimers();
    const { rerender } = render(table(machines("a", "b")));
    fireEvent.pointerEnter(inside(), { pointerType: "mouse" });
    wait(60_000);
    rerender(table(machines("b", "a", "c")));
    expect(names()).toEqual(["a", "b"]);
    fireEvent.click(screen.getByRole("button", { name: "2 changes in order · show" }));
    expect(names()).toEqual(["b", "a", "c"]);
    rerender(table(machines("c")));
    fireEvent.pointerMove(inside());
    fireEvent.pointerLeave(inside());
    wait(9_999);
    expect(names()).toEqual(["b", "a", "c"]);
    wait(1);
    expect(names()).toEqual(["c"]);
  });

  it("changes at once while the viewer does nothing", () => {
    const { rerender } = render(table(machines("a", "b")));
    rerender(table(machines("b", "a", "c")));
    expect(names()).toEqual(["b", "a", "c"]);
    expect(screen.queryByRole("button", { name: /in order/ })).toBeNull();
  });

  it("stays while a row has the visible focus, and the focus follows its row to the new place", () => {
    vi.useFakeTimers();
    const { rerender } = render(table(machines("a", "b", "c")));
    const link = screen.getByRole("link", { name: "a" });
    const { matches } = link;
    // jsdom has no keyboard focus.
    Object.defineProperty(link, "matches", { value: (selectors: string) => selectors === ":focus-visible" || matches.call(link, selectors) });
    act(() => link.focus());
    wait(60_000);
    rerender(table(machines("b", "c", "a")));
    expect(names()).toEqual(["a", "b", "c"]);
    fireEvent.click(screen.getByRole("button", { name: "1 change in order · show" }));
    expect(names()).toEqual(["b", "c", "a"]);
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "a" }));
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
