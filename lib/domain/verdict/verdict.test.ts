import { describe, expect, it } from "vitest";
import { isTrouble, STATES } from "./verdict";

describe("a state of trouble", () => {
  it("a state of trouble is each failed, lost or unverified state, and not a routine reconnect", () => {
    expect(STATES.filter(isTrouble)).toEqual(["unhealthy", "no-endpoint", "vanished", "unverified", "disconnected", "unreadable"]);
  });
});
