import { describe, expect, it } from "vitest";
import { aReport, NOW } from "@/lib/testing/entries";
import { SAME_VALUES, samePairs } from "./field-values";
import { timestampOf } from "./timestamp";

const owner = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "checkout", uid: "1" };
const writer = { manager: "kubectl", operation: "Update", subresource: "", time: NOW };

describe("two values", () => {
  it.each([
    ["times of one millisecond", "time", timestampOf("2026-01-01T00:00:00.0001Z"), timestampOf("2026-01-01T00:00:00Z"), true],
    ["times of two", "time", timestampOf("2026-01-01T00:00:00.001Z"), timestampOf("2026-01-01T00:00:00Z"), false],
    ["texts that are no times", "time", timestampOf("soon"), timestampOf("later"), false],
    ["a time and none", "time", timestampOf("soon"), null, false],
    ["reports that differ in their times", "report", aReport("True"), { ...aReport("True"), lastProbeTime: null }, true],
    ["reports that differ in their message", "report", aReport("True"), aReport("True", "slow"), false],
    ["owners that differ in their uid", "owner", owner, { ...owner, uid: "2" }, false],
    ["writers that differ in their time", "writer", writer, { ...writer, time: 0 }, true],
    ["writers that differ in their name", "writer", writer, { ...writer, manager: "helm" }, false],
    ["a missing text and an empty one", "optional text", null, "", false],
  ] as const)("%s", (_, kind, a, b, same) => {
    const compare = SAME_VALUES[kind] as (a: unknown, b: unknown) => boolean;
    expect(compare(a, b)).toBe(same);
    expect(compare(a, a)).toBe(true);
  });

  it("are the same pairs in the same order only", () => {
    expect(samePairs([["a", "1"]], [["a", "1"]])).toBe(true);
    expect(samePairs([["a", "1"]], [["a", "2"]])).toBe(false);
    expect(samePairs([["a", "1"]], [])).toBe(false);
  });
});
