import { expect, it } from "vitest";
import { hourOfTrouble } from "./hour-of-trouble";

it("is an equal script for an equal seed, of at least five kinds", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const script = hourOfTrouble(seed);
    expect(JSON.stringify(script)).toBe(JSON.stringify(hourOfTrouble(seed)));
    expect(new Set(script.events.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(5);
    expect(script.events.every(({ at }) => at >= 0)).toBe(true);
  }
  expect(JSON.stringify(hourOfTrouble(1))).not.toBe(JSON.stringify(hourOfTrouble(2)));
});
