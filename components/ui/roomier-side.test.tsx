import { expect, it } from "vitest";
import { roomierSide } from "./roomier-side";

/** What floats beside a trigger of 20 px in a window of 900. */
function floating({ side, top, height, whole }: { side: "top" | "bottom"; top: number; height: number; whole: number }): HTMLElement {
  const element = document.createElement("div");
  document.body.append(element);
  element.dataset.side = side;
  element.style.setProperty("--radix-popover-trigger-height", "20px");
  Object.defineProperties(element, { clientHeight: { value: height }, scrollHeight: { value: whole } });
  element.getBoundingClientRect = () => new DOMRect(0, top, 320, height);
  return element;
}

it.each([
  ["stays where all of it is seen", { side: "bottom", top: 700, height: 190, whole: 190 }, null],
  ["goes above a trigger that stands low", { side: "bottom", top: 700, height: 190, whole: 260 }, "top"],
  ["stays below a trigger that stands high: there is less room above", { side: "bottom", top: 200, height: 690, whole: 800 }, null],
  ["goes below a trigger that stands high", { side: "top", top: 12, height: 150, whole: 300 }, "bottom"],
  ["stays above a trigger that stands low: there is less room below", { side: "top", top: 12, height: 700, whole: 800 }, null],
] as const)("what floats %s", (_claim, shape, side) => {
  Object.defineProperty(window, "innerHeight", { value: 900, configurable: true });
  expect(roomierSide(floating(shape))).toBe(side);
});
