import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useWindowedView } from "./use-windowed-view";

const STATE = { head: { total: 1 }, rows: [{ id: "one" }] };
const view = vi.hoisted(() => ({ now: {} as object }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => view.now }));

it("what a list keeps while its next window is on its way goes where all is taken away, and stays where it could not be checked", () => {
  view.now = { state: STATE, problem: null };
  const { result, rerender } = renderHook(() => useWindowedView("entries", "", null));
  const shown = () => [result.current.head, result.current.rows, result.current.problem, result.current.isWithdrawn];
  view.now = { state: null, problem: "It could not be checked." };
  rerender();
  expect(shown()).toEqual([STATE.head, STATE.rows, "It could not be checked.", false]);
  view.now = { state: null, problem: "It is taken away.", isWithdrawn: true };
  rerender();
  expect(shown()).toEqual([null, [], "It is taken away.", true]);
});
