import { expect, it } from "vitest";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { wallClock, wallFreshness, wallPart, wallScope } from "./wall-words";

const NOW = Date.UTC(2026, 10, 24, 4, 16, 12);
const AS_OF = NOW - 45_000;

it.each<[PageFreshness, string, string]>([
  [{ kind: "live", asOf: NOW }, "live", ""],
  [{ kind: "stale", asOf: AS_OF, reason: "" }, "Not live since 04:15:27", "no update for 45 s"],
  [{ kind: "stale", asOf: AS_OF, reason: "the connection is lost" }, "Not live since 04:15:27", "no update for 45 s: the connection is lost"],
  [{ kind: "stale", asOf: NOW - 86_400_000, reason: "" }, "Not live since 23 Nov 04:16:12", "no update for 24 h"],
  [{ kind: "catching-up", asOf: null, reason: "" }, "Not live", "no data yet"],
  [{ kind: "starting", asOf: null, reason: "" }, "Starting", "no data yet"],
  [{ kind: "denied", asOf: null, reason: "Pods cannot be listed" }, "No permission", "Pods cannot be listed"],
  [{ kind: "absent", asOf: null, reason: "the API server has no WorkloadEntries" }, "Not installed", "the API server has no WorkloadEntries"],
  [{ kind: "past", asOf: AS_OF, reason: "" }, "The past: 04:15:27", ""],
])("wallFreshness of %j is %j, %j", (freshness, word, detail) => {
  expect(wallFreshness(freshness, NOW, "utc")).toEqual({ word, detail });
});

it("wallClock names the zone of UTC only", () => {
  expect(wallClock(NOW, "utc")).toBe("04:16 UTC");
  expect(wallClock(NOW, "local")).toMatch(/^\d\d:\d\d$/);
});

it.each([
  [[], [], "all clusters · all namespaces"],
  [["prod-eu"], [], "prod-eu · all namespaces"],
  [["prod-eu", "prod-us"], ["shop", "payments"], "prod-eu, prod-us · shop, payments"],
])("wallScope of %j and %j is %j", (clusters, namespaces, text) => {
  expect(wallScope(clusters, namespaces)).toBe(text);
});

const list = (count: number) => Array.from({ length: count }, (_, index) => index);

it.each([
  [0, 0, [], ""],
  [4, 7, [0, 1, 2, 3], ""],
  [5, 0, [0, 1, 2, 3], "1 of 2"],
  [5, 1, [4], "2 of 2"],
  [5, 2, [0, 1, 2, 3], "1 of 2"],
  [12, 2, [8, 9, 10, 11], "3 of 3"],
])("wallPart of %d rows shows at turn %d the rows %j and the text %j", (count, turn, shown, text) => {
  expect(wallPart(list(count), turn)).toEqual({ shown, text });
});
