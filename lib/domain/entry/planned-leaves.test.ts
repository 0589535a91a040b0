import { describe, expect, it } from "vitest";
import { addPlannedLeaves, formatPlannedLeaves, MAX_PLANNED_LEAVES, type PlannedLeave, parsePlannedLeaves, removePlannedLeaves } from "./planned-leaves";

const BY = Date.UTC(2026, 7, 20, 12);
const A: PlannedLeave = { entry: "vm-a", by: BY, reason: "moved to Kubernetes" };
const B: PlannedLeave = { entry: "vm-b", by: null, reason: "" };

describe("the annotation", () => {
  it("is read as it was written", () => {
    const text = formatPlannedLeaves([A, B]);
    expect(text).toBe('[{"entry":"vm-a","by":"2026-08-20T12:00:00.000Z","reason":"moved to Kubernetes"},{"entry":"vm-b","reason":""}]');
    expect(parsePlannedLeaves(text)).toEqual({ kind: "read", leaves: [A, B] });
  });

  it("that is not there names nobody, and for nobody there is none", () => {
    expect(parsePlannedLeaves(null)).toEqual({ kind: "read", leaves: [] });
    expect(formatPlannedLeaves([])).toBeNull();
  });

  it.each([
    "",
    "vm-a",
    "{}",
    '["vm-a"]',
    '[{"by":"2026-08-20"}]',
    '[{"entry":"vm-a","by":"soon"}]',
    '[{"entry":"vm-a","by":5}]',
    '[{"entry":"vm-a","reason":1}]',
    "[null]",
  ])("%s is unreadable, which is not nobody", (text) => {
    expect(parsePlannedLeaves(text)).toEqual({ kind: "unreadable" });
  });

  it("of too many is unreadable", () => {
    const many = Array.from({ length: MAX_PLANNED_LEAVES + 1 }, (_, index) => ({ entry: `vm-${index}`, by: null, reason: "" }));
    expect(parsePlannedLeaves(formatPlannedLeaves(many)).kind).toBe("unreadable");
    expect(parsePlannedLeaves(formatPlannedLeaves(many.slice(1))).kind).toBe("read");
  });
});

it("a machine is marked once, anew instead of before, and its mark is taken away", () => {
  const later = { ...A, by: null };
  expect(addPlannedLeaves([A, B], [later])).toEqual([B, later]);
  expect(removePlannedLeaves([A, B], new Set(["vm-a", "vm-c"]))).toEqual([B]);
});
