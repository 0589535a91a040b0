import { describe, expect, it } from "vitest";
import { isRoutine, TOLD_TYPES } from "./routine";

describe("what is left out of the log unless it is asked for", () => {
  it.each([
    ["state", "healthy", "reconnecting", true],
    ["state", "reconnecting", "healthy", true],
    ["state", "reconnecting", "unchecked", true],
    ["state", "reconnecting", "disconnected", false],
    ["state", "reconnecting", "unhealthy", false],
    ["state", "healthy", "unverified", false],
    ["renewed", "istiod-a", "istiod-b", true],
    ["ended", "healthy", "left", false],
  ] as const)("%s from %s to %s: %s", (type, from, to, routine) => {
    expect(isRoutine({ type, from, to })).toBe(routine);
  });

  it("is never a loss, a failed probe, an edit or a new owner of a name", () => {
    for (const type of ["ended", "health", "group-edited", "labels", "incarnation", "replica-went"] as const) expect(TOLD_TYPES).toContain(type);
  });
});
