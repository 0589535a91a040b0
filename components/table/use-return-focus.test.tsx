import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetPage } from "@/lib/client/page-memory";
import { rememberNeighbour, useWayBack } from "@/lib/client/way-back";
import type { Column } from "./column";
import { DataTable } from "./data-table";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

const columns: readonly Column<{ readonly id: string }>[] = [
  {
    key: "name",
    head: "NAME",
    shown: "always",
    cell: ({ id }) => (
      <a href={`/m/${id}`} data-row-link="" onClick={(event) => event.preventDefault()}>
        {id}
      </a>
    ),
  },
];

function List({ ids }: { readonly ids: readonly string[] }) {
  return <DataTable caption="Machines" columns={columns} rows={ids.map((id) => ({ id }))} total={ids.length} signatureOf={() => ""} keys />;
}

function Page() {
  useWayBack();
  return (
    <>
      <button type="button">copy</button>
      <input aria-label="text" />
    </>
  );
}

beforeEach(() => {
  forgetPage();
  HTMLElement.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  push.mockReset();
  window.history.replaceState(null, "", "/");
});

/** Opens a row of a list, and goes to its page. */
function openRow(name: string) {
  window.history.replaceState(null, "", "/entries?q=zone%3Aa");
  render(<List ids={["a", "b", "c"]} />);
  fireEvent.click(screen.getByRole("link", { name }));
  cleanup();
  window.history.replaceState(null, "", `/m/${name}`);
}

const pressEscape = (target: Element = document.body) => act(() => void fireEvent.keyDown(target, { key: "Escape" }));

describe("Escape on the page of a row", () => {
  it("leads back to the list, and the focus to the row, wherever that stands by now", () => {
    openRow("b");
    render(<Page />);
    pressEscape();
    expect(push).toHaveBeenCalledWith("/entries?q=zone%3Aa");
    cleanup();
    window.history.replaceState(null, "", "/entries?q=zone%3Aa");
    render(<List ids={["c", "a", "b"]} />);
    expect(document.activeElement?.textContent).toBe("b");
  });

  it("leads to the row of the neighbour that one has gone on to", () => {
    openRow("b");
    window.history.replaceState(null, "", "/m/c");
    rememberNeighbour({ list: "/entries?q=zone%3Aa", href: "/m/c", index: 2 });
    render(<Page />);
    pressEscape();
    cleanup();
    window.history.replaceState(null, "", "/entries?q=zone%3Aa");
    render(<List ids={["a", "b", "c"]} />);
    expect(document.activeElement?.textContent).toBe("c");
  });

  it("belongs to a field, and does nothing on a page that was opened from nowhere", () => {
    openRow("b");
    render(<Page />);
    pressEscape(screen.getByLabelText("text"));
    window.history.replaceState(null, "", "/m/other");
    pressEscape();
    expect(push).not.toHaveBeenCalled();
  });

  it("takes no focus on a list that was come to in another way", () => {
    window.history.replaceState(null, "", "/entries");
    render(<List ids={["a"]} />);
    expect(document.activeElement).toBe(document.body);
  });
});
