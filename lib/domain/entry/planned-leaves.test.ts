import { describe, expect, it } from "vitest";
import { addPlannedLeaves, formatPlannedLeaves, MAX_PLANNED_LEAVES, type PlannedLeave, parsePlannedLeaves, removePlannedLeaves } from "./planned-leaves";

const BY = Date.UTC(2026, 7, 20, 12);
const A: PlannedLeave = { entry: "vm-a", by: BY, reason: "moved to Kubernetes" };
const B: PlannedLeave = { entry: "vm-b", by: null, reason: "" };

describe("the annotation of planned leaves", () => {
  it("the annotation of planned leaves is parsed into the list from which it was formatted", () => {
    const text = formatPlannedLeaves([A, B]);
    expect(text).toBe('[{"entry":"vm-a","by":"2026-08-20T12:00:00.000Z","reason":"moved to Kubernetes"},{"entry":"vm-b","reason":""}]');
    expect(parsePlannedLeaves(text)).toEqual({ kind: "read", leaves: [A, B] });
  });

  it("the annotation of planned leaves is absent for an empty list, and an absent annotation is an empty list", () => {
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
  ])("the annotation of planned leaves is unreadable, and not empty, if its text is '%s'", (text) => {
    expect(parsePlannedLeaves(text)).toEqual({ kind: "unreadable" });
  });

  it("the annotation of planned leaves is unreadable if it lists more machines than the limit", () => {
    const many = Array.from({ length: MAX_PLANNED_LEAVES + 1 }, (_, index) => ({ entry: `vm-${index}`, by: null, reason: "" }));
    expect(parsePlannedLeaves(formatPlannedLeaves(many)).kind).toBe("unreadable");
    expect(parsePlannedLeaves(formatPlannedLeaves(many.slice(1))).kind).toBe("read");
  });
});

it("planned leaves have each machine once, with its latest plan, and no machine that was removed", () => {
  const later = { ...A, by: null };
  expect(addPlannedLeaves([A, B], [later])).toEqual([B, later]);
  expect(removePlannedLeaves([A, B], new Set(["vm-a", "vm-c"]))).toEqual([B]);
});
