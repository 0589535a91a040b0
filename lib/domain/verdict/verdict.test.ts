import { describe, expect, it } from "vitest";
import { isTrouble, STATES } from "./verdict";

describe("trouble", () => {
  it("is every failed, lost and unverified state, and no routine reconnect", () => {
    expect(STATES.filter(isTrouble)).toEqual(["unhealthy", "no-endpoint", "vanished", "unverified", "disconnected", "unreadable"]);
  });
});
