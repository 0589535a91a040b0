import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { MACHINE_FILTER } from "@/lib/contract/url/filter-term";
import { formatListQuery, type ListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { FilterBox } from "./filter-box";

const FACETS = [{ key: "zone", values: ["eu-a", "eu-b"].map((value) => ({ value, count: 2 })), more: 0 }];

function box(search: string, absent: Parameters<typeof FilterBox>[0]["absent"] = []) {
  const [go, amend] = [vi.fn(), vi.fn()];
  const query = parseMachinesQuery(search);
  render(<FilterBox url={{ grammar: MACHINE_FILTER, query, choice: "", go, amend, choose: vi.fn() }} placeholder="filter" facets={FACETS} absent={absent} />);
  const words = (change: Partial<ListQuery>) => new URLSearchParams(formatListQuery({ ...query, ...change })).get("q");
  return { go, amend, wordsOf: (spy: typeof go) => spy.mock.calls.map(([change]) => words(change)) };
}

describe("the filter box", () => {
  it("shows a chip for each word in force, and takes one away without the others", () => {
    const { go, wordsOf } = box("q=zone:a app=cart");
    fireEvent.click(screen.getByRole("button", { name: "Remove the filter zone:a" }));
    expect(wordsOf(go)).toEqual(["app=cart"]);
  });

  it("filters while one types: the first letter is a step for Back, the rest amends it", () => {
    const { go, amend, wordsOf } = box("q=zone:a");
    fireEvent.change(screen.getByRole("combobox", { name: "Filter" }), { target: { value: "1" } });
    fireEvent.change(screen.getByRole("combobox", { name: "Filter" }), { target: { value: "10.2" } });
    expect(wordsOf(go)).toEqual(["zone:a 1"]);
    expect(wordsOf(amend)).toEqual(["zone:a 10.2"]);
  });

  it("gives the last chip back to the box for editing", () => {
    box("q=zone:a app=cart");
    fireEvent.keyDown(screen.getByRole("combobox", { name: "Filter" }), { key: "Backspace" });
    expect(screen.getByRole("combobox", { name: "Filter" })).toHaveProperty("value", "app=cart");
    expect(screen.queryByRole("button", { name: /app=cart/ })).toBeNull();
  });

  it("completes a key and its value by the arrow keys, and says what they stand on", () => {
    const { go, amend, wordsOf } = box("");
    const field = screen.getByRole("combobox", { name: "Filter" });
    expect(field.getAttribute("aria-expanded")).toBe("false");
    fireEvent.change(field, { target: { value: "zo" } });
    expect(wordsOf(go)).toEqual(["zo"]);
    expect(field.getAttribute("aria-expanded")).toBe("true");
    fireEvent.keyDown(field, { key: "ArrowDown" });
    const [first] = screen.getAllByRole("option");
    expect([first?.textContent, field.getAttribute("aria-activedescendant"), first?.getAttribute("aria-selected")]).toEqual([
      "zone:of its locality",
      first?.id,
      "true",
    ]);
    fireEvent.keyDown(field, { key: "Enter" });
    expect([field, ...screen.getAllByRole("option")].map((one) => (one instanceof HTMLInputElement ? one.value : one.textContent))).toEqual([
      "zone:",
      "zone:eu-a2",
      "zone:eu-b2",
    ]);
    fireEvent.keyDown(field, { key: "ArrowUp" });
    fireEvent.keyDown(field, { key: "Enter" });
    expect([wordsOf(amend).at(-1), field].map((one) => (one instanceof HTMLInputElement ? one.value : one))).toEqual(["zone:eu-b", ""]);
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("shows every key to whoever presses the arrow first, and closes with Escape", () => {
    box("");
    const field = screen.getByRole("combobox", { name: "Filter" });
    fireEvent.keyDown(field, { key: "ArrowDown" });
    expect(screen.getAllByRole("option").map(({ id }) => id)).toHaveLength(13);
    fireEvent.keyDown(field, { key: "Escape" });
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("lets a word that is on its way, or not understood, filter with Enter only", () => {
    const { go, amend, wordsOf } = box("");
    const field = screen.getByRole("combobox", { name: "Filter" });
    fireEvent.change(field, { target: { value: "zone:eu" } });
    expect(wordsOf(go)).toEqual([null]);
    fireEvent.change(field, { target: { value: "foo:bar" } });
    expect(wordsOf(amend)).toEqual([null]);
    expect(screen.getByRole("status").textContent).toContain('foo:bar finds nothing. There is no key "foo", the nearest is "for".');
    fireEvent.keyDown(field, { key: "Enter" });
    expect(wordsOf(amend)).toEqual([null, "foo:bar"]);
  });

  it("puts what was meant in the place of what was not understood", () => {
    const { go, wordsOf } = box("q=app=cart -sate:healthy");
    fireEvent.click(screen.getByRole("button", { name: "Use -state:healthy" }));
    expect(wordsOf(go)).toEqual(["app=cart !state:healthy"]);
  });

  it("says that nobody has a value, and offers the nearest", () => {
    const { go, wordsOf } = box("q=zone:ue-a", [{ term: "zone:ue-a", nearest: "eu-a" }]);
    expect(screen.getByRole("status").textContent).toContain("No entry that matches the rest has zone:ue-a");
    fireEvent.click(screen.getByRole("button", { name: "Use zone:eu-a" }));
    expect(wordsOf(go)).toEqual(["zone:eu-a"]);
  });
});
