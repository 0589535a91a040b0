import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { formatListQuery, type ListQuery, parseListQuery } from "@/lib/contract/list-query";
import { FilterBox } from "./filter-box";

afterEach(cleanup);

function box(search: string) {
  const [go, amend] = [vi.fn(), vi.fn()];
  const query = parseListQuery(search);
  render(<FilterBox url={{ query, choice: "", go, amend, choose: vi.fn() }} placeholder="filter" />);
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
    fireEvent.change(screen.getByRole("textbox", { name: "Filter" }), { target: { value: "1" } });
    fireEvent.change(screen.getByRole("textbox", { name: "Filter" }), { target: { value: "10.2" } });
    expect(wordsOf(go)).toEqual(["zone:a 1"]);
    expect(wordsOf(amend)).toEqual(["zone:a 10.2"]);
  });

  it("gives the last chip back to the box for editing", () => {
    box("q=zone:a app=cart");
    fireEvent.keyDown(screen.getByRole("textbox", { name: "Filter" }), { key: "Backspace" });
    expect(screen.getByRole("textbox", { name: "Filter" })).toHaveProperty("value", "app=cart");
    expect(screen.queryByRole("button", { name: /app=cart/ })).toBeNull();
  });
});
