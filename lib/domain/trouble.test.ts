import { describe, expect, it } from "vitest";
import { isTrouble } from "./trouble";
import { STATES } from "./verdict";

describe("trouble", () => {
  it("is every state up to reconnecting; a decision, a wait and being well are none", () => {
    expect(STATES.filter((state) => !isTrouble(state))).toEqual(["draining", "awaiting", "unchecked", "healthy"]);
  });
});
