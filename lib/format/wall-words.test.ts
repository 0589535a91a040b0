import { expect, it } from "vitest";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { wallFreshness } from "./wall-words";

const NOW = Date.UTC(2026, 10, 24, 4, 16, 12);
const AS_OF = NOW - 45_000;

it.each<[PageFreshness, string]>([
  [{ kind: "live", asOf: NOW }, "Live: as of 2026-11-24 04:16:12 UTC"],
  [{ kind: "stale", asOf: AS_OF, reason: "" }, "Not live: true at 2026-11-24 04:15:27 UTC, 45 s ago, and not confirmed since"],
  [{ kind: "catching-up", asOf: null, reason: "" }, "Not live: nothing was seen so far"],
  [{ kind: "starting", asOf: null, reason: "" }, "Starting: nothing can be shown so far"],
  [{ kind: "denied", asOf: null, reason: "Pods cannot be listed" }, "Not allowed: Pods cannot be listed"],
  [{ kind: "past", asOf: AS_OF, reason: "" }, "The past: as it was at 2026-11-24 04:15:27 UTC"],
])("a wall display says how fresh it is: %j", (freshness, words) => {
  const { word, rest } = wallFreshness(freshness, NOW, "utc");
  expect(`${word}: ${rest}`).toBe(words);
});
