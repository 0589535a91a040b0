import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Folded } from "./folded";

const list = (count: number) => (
  <Folded items={Array.from({ length: count }, (_, at) => `label-${at}`)} first={12} what="labels">
    {(items) => items.map((item) => <i key={item}>{item}</i>)}
  </Folded>
);
const shown = () => screen.getAllByText(/^label-/).length;

it("shows the first of a hundred, and all of them on demand", () => {
  render(list(100));
  expect(shown()).toBe(12);
  fireEvent.click(screen.getByRole("button", { name: "All 100 labels" }));
  expect(shown()).toBe(100);
  fireEvent.click(screen.getByRole("button", { name: "Only the first 12 labels" }));
  expect(shown()).toBe(12);
});

it("does not fold a few", () => {
  render(list(14));
  expect(shown()).toBe(14);
  expect(screen.queryByRole("button")).toBeNull();
});
