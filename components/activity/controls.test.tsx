import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Controls } from "./controls";

it("are folded on a phone until asked for, and say what they are set to", () => {
  render(
    <Controls summary="6h, cart">
      <input aria-label="text" />
    </Controls>,
  );
  const button = screen.getByRole("button", { name: /Window, filters, the past: 6h, cart/ });
  const content = document.getElementById(button.getAttribute("aria-controls") ?? "");
  expect([button.getAttribute("aria-expanded"), content?.className]).toEqual(["false", "max-desk:hidden"]);
  fireEvent.click(button);
  expect([button.getAttribute("aria-expanded"), content?.className]).toEqual(["true", ""]);
});
