import { expect, it } from "vitest";
import { RESOLVES_WORDS } from "./across-words";

it.each([
  ["by-own", null],
  ["named", null],
  ["not-defined", "warn"],
  ["not-visible", "blind"],
] as const)("%s is told in tone %s", (as, tone) => {
  expect(RESOLVES_WORDS[as].tone).toBe(tone);
  expect(RESOLVES_WORDS[as].means).toMatch(/\.$/);
});
