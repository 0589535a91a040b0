import { expect, it } from "vitest";
import { CountedSizes } from "./counted-sizes";

/** The sizes of a group with so many machines. */
function sizesWith(registered: number): CountedSizes {
  const sizes = new CountedSizes();
  for (let machine = 0; machine < registered; machine++) sizes.register("shop", "pay", 1);
  return sizes;
}

it("a group is complete with its declared size, and not without it", () => {
  const sizes = sizesWith(3);
  expect([sizes.isComplete("shop", "pay", "3"), sizes.isComplete("shop", "pay", "4"), sizes.isComplete("shop", "cart", "3")]).toEqual([true, false, false]);
  sizes.register("shop", "pay", -1);
  expect(sizes.isComplete("shop", "pay", "3")).toBe(false);
});

it("a group is complete with its learned size only if none is declared", () => {
  const sizes = sizesWith(3);
  expect(sizes.isComplete("shop", "pay", null)).toBe(false);
  sizes.learn("shop", "pay", { kind: "learned", size: 3 });
  expect([sizes.isComplete("shop", "pay", null), sizes.isComplete("shop", "pay", "4")]).toEqual([true, false]);
  sizes.learn("shop", "pay", { kind: "elastic", size: 3 });
  expect(sizes.isComplete("shop", "pay", null)).toBe(false);
});

it("a deleted group is not complete", () => {
  expect(sizesWith(3).isComplete("shop", "pay", undefined)).toBe(false);
});

it("an accepted loss lowers the size until it is declared again", () => {
  const sizes = sizesWith(3);
  sizes.accept("shop", "pay");
  expect(sizes.isComplete("shop", "pay", "4")).toBe(true);
  sizes.declare("shop", "pay");
  expect(sizes.isComplete("shop", "pay", "4")).toBe(false);
});
