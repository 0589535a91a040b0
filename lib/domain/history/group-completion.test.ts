import { expect, it } from "vitest";
import { firstGroupCompletion } from "./group-completion";

const version = (at: number, text: string | null, change: { readonly uid?: string; readonly notBefore?: number } = {}) => ({
  uid: "u",
  at,
  notBefore: null,
  text,
  ...change,
});
/** The number of machines at each time from 0 on. */
const steps = (...sizes: readonly number[]) => sizes.map((size, at) => ({ at, size }));

it.each([
  ["false while machines arrive", [version(1, "3")], steps(0, 0, 1, 2), false],
  ["true once all machines joined", [version(1, "3")], steps(0, 0, 1, 3), true],
  ["true after one of them left", [version(1, "3")], steps(0, 1, 3, 2), true],
  ["true if all were there before the size was declared", [version(1, null), version(3, "3")], steps(0, 1, 3, 3, 1), true],
  ["true after a raised size", [version(1, "2"), version(3, "5")], steps(0, 1, 2, 2, 3), true],
  ["false after a raised size that no machine count reached before", [version(1, "4"), version(3, "5")], steps(0, 1, 2, 3, 4), false],
  ["true after a lowered size", [version(1, "4"), version(3, "2")], steps(0, 1, 2, 2), true],
  ["true at the lower end of a range", [version(1, "2-9")], steps(0, 1, 2), true],
  ["false below a range", [version(1, "2-9")], steps(0, 1, 1), false],
  ["not known if the group was created in a gap", [version(1, "3", { notBefore: 0 })], steps(0, 1, 2), null],
  ["true for a group created in a gap if all machines joined", [version(1, "3", { notBefore: 0 })], steps(0, 1, 3), true],
  ["not known if the group began before the first step", [version(-1, "3")], steps(1, 2, 2), null],
  ["not known without a size", [version(1, null)], steps(0, 1, 2), null],
  ["not known after the size was removed", [version(1, "3"), version(2, null)], steps(0, 1, 2), null],
  ["not known with an unreadable size", [version(1, "many")], steps(0, 1, 2), null],
  ["false if only an earlier group of the name was complete", [version(0, "2", { uid: "old" }), version(3, "2")], steps(2, 2, 0, 0, 1), false],
  ["not known without a group", [], steps(0, 1), null],
] as const)("whether all machines of a group ever joined is %s", (_claim, versions, sizes, complete) => {
  expect(firstGroupCompletion(versions, sizes)?.complete ?? null).toBe(complete);
});

it("firstGroupCompletion returns the first time with all machines, if that was observed", () => {
  expect(firstGroupCompletion([version(1, "3")], steps(0, 1, 2, 3, 1))).toEqual({ complete: true, at: 3 });
  expect(firstGroupCompletion([version(1, "3", { notBefore: 0 })], steps(0, 1, 2, 3))).toEqual({ complete: true, at: null });
});
