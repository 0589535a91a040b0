import { describe, expect, it } from "vitest";
import { NO_CLUSTER, type PageFreshness } from "@/lib/domain/verdict/freshness";
import { freshnessLabel, isProvenLive } from "./freshness-label";

const NOW = Date.UTC(2026, 10, 30, 4, 17, 0);

describe("freshnessLabel", () => {
  it.each([
    ["live", { kind: "live", asOf: NOW - 29_900 }],
    ["live", { kind: "live", asOf: NOW + 20 }],
    ["31 s old", { kind: "live", asOf: NOW - 31_000 }],
    ["not live", { kind: "stale", asOf: NOW - 4_000, reason: "" }],
    ["not live", { kind: "stale", asOf: null, reason: "" }],
    ["48 s old", { kind: "stale", asOf: NOW - 48_000, reason: "" }],
    ["catching up", { kind: "catching-up", asOf: NOW - 2_000, reason: "" }],
    ["starting", { kind: "starting", asOf: null, reason: "" }],
    ["no access", { kind: "denied", asOf: NOW - 90_000, reason: "" }],
    ["no cluster", { kind: "denied", asOf: null, reason: "", failure: NO_CLUSTER }],
    ["not installed", { kind: "absent", asOf: null, reason: "" }],
    ["past", { kind: "past", asOf: NOW - 90_000, reason: "" }],
  ] satisfies [string, PageFreshness][])("returns %s for %o", (label, freshness) => {
    expect(freshnessLabel(freshness, NOW)).toBe(label);
  });
});

describe("isProvenLive", () => {
  it("is false once the last proof of a live source is older than 30 s", () => {
    expect(isProvenLive({ kind: "live", asOf: NOW - 29_000 }, NOW)).toBe(true);
    expect(isProvenLive({ kind: "live", asOf: NOW - 30_000 }, NOW)).toBe(false);
    expect(isProvenLive({ kind: "stale", asOf: NOW, reason: "" }, NOW)).toBe(false);
  });
});
