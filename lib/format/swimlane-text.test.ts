import { describe, expect, it } from "vitest";
import {
  flapCountText,
  type LaneSegment,
  segmentDurationText,
  segmentLabel,
  segmentLabels,
  segmentSentence,
  stateChanges,
  timeShareText,
} from "./swimlane-text";

const NOW = Date.UTC(2026, 7, 12, 4, 16, 12);
const minute = 60_000;
const a = (value: string, change: Partial<LaneSegment> = {}): LaneSegment => ({
  from: NOW - 46 * minute,
  to: null,
  fromAtLeast: false,
  value,
  state: "healthy",
  detail: "",
  marks: [],
  ...change,
});

describe("the label of a lane's segment", () => {
  it.each([
    ["existence", a("57fd0001-aaaa", { from: NOW - 9 * 1440 * minute }), "uid 57fd… · since 3 Aug 04:16:12"],
    ["existence", a("57fd0001-aaaa", { fromAtLeast: true }), "uid 57fd…"],
    ["connection", a("istiod-7c9f-c"), "istiod-7c9f-c"],
    ["connection", a("istiod-7c9f-a", { marks: [NOW - 30 * minute] }), "istiod-7c9f-a · renewed 03:46:12"],
    ["connection", a("istiod-7c9f-a", { marks: [NOW - 40 * minute, NOW - 30 * minute] }), "istiod-7c9f-a · renewed 2×, last 03:46:12"],
    ["health", a("True", { marks: [NOW - 30 * minute] }), "healthy · confirmed 03:46:12"],
    ["health", a("False", { state: "unhealthy", detail: "HTTP 503" }), "HTTP 503"],
    ["health", a("False", { state: "unhealthy" }), "failed"],
    [
      "health",
      a("False", { state: "unhealthy", detail: 'Get "http://10.0.0.1:8080/": dial tcp 10.0.0.1:8080: connect: connection refused' }),
      "connection refused",
    ],
    ["health", a("", { state: "awaiting" }), "no report"],
    ["state", a("unhealthy", { state: "unhealthy" }), "none"],
    ["state", a("draining", { state: "draining" }), "none: draining"],
    ["state", a("healthy"), "ready for traffic"],
  ] as const)("%s: %#", (lane, stretch, label) => {
    expect(segmentLabel(lane, stretch, NOW, "utc")).toBe(label);
  });

  it("states that a connection to a lost replica is unverified", () => {
    const words = segmentSentence("connection", a("istiod-7c9f-a", { state: "unverified" }), NOW, "utc");
    expect(words).toBe("connected to istiod-7c9f-a, unverified, since 03:30:12");
  });
});

it("the label of a segment keeps the end of a long reason", () => {
  const labels = segmentLabels("health", a("False", { state: "unhealthy", detail: "context deadline exceeded" }), NOW, "utc");
  expect(labels).toEqual(["context deadline exceeded", "deadline exceeded", "exceeded"]);
});

it("only the sentence of a segment states a lower bound if its start was not observed", () => {
  const entry = a("57fd0001-aaaa", { fromAtLeast: true });
  expect(segmentSentence("existence", entry, NOW, "utc")).toBe("exists as uid 57fd0001-aaaa at least since 03:30:12");
  expect(segmentDurationText(entry, NOW)).toBe("46 min+");
});

it("the name of a replica loses the hash of its ReplicaSet first, then its beginning", () => {
  const labels = segmentLabels("connection", a("istiod-1-31-6d4cf8b7f9-x8f2p"), NOW, "utc");
  expect(labels).toEqual(["istiod-1-31-6d4cf8b7f9-x8f2p", "istiod-1-31…x8f2p", "…x8f2p"]);
});

it("stateChanges returns changes newest first, without repeated states and routine reconnects", () => {
  const spans = [
    { from: 1, state: "healthy", detail: "" },
    { from: 2, state: "unhealthy", detail: "HTTP 503" },
    { from: 3, state: "unhealthy", detail: "HTTP 503" },
    { from: 4, state: "healthy", detail: "" },
    { from: 5, state: "reconnecting", detail: "" },
    { from: 6, state: "healthy", detail: "" },
  ] as const;
  expect(stateChanges(spans)).toEqual([
    { at: 4, from: "unhealthy", to: "healthy", detail: "" },
    { at: 2, from: "healthy", to: "unhealthy", detail: "HTTP 503" },
  ]);
});

describe("the figures below the swimlanes", () => {
  it.each([
    [59, 60, "98.3 %"],
    [60, 60, "100.0 %"],
    [9_999, 10_000, "99.9 %"],
    [1, 10_000, "under 0.1 %"],
    [0, 60, "0.0 %"],
    [0, 0, "0.0 %"],
  ])("%d of %d is %s: never rounded up", (part, whole, words) => {
    expect(timeShareText(part, whole)).toBe(words);
  });

  it("state the observed time of flaps", () => {
    const day = 86_400_000;
    const words = [null, 0, 1, 3].map((flaps) => flapCountText(flaps, day));
    expect(words).toEqual(["flaps not recorded", "no flap in 24 h", "1 flap in 24 h", "3 flaps in 24 h"]);
    expect([flapCountText(0, 480_000), flapCountText(2, day / 2)]).toEqual(["no flap in 8 min observed", "2 flaps in 12 h observed"]);
  });
});
