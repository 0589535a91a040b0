import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { PageStateChart } from "@/components/timeline/use-page-state-chart";
import type { GroupRow } from "@/lib/contract/views/groups";
import { GroupRecoveryText } from "./group-recovery";

const NOW = Date.UTC(2026, 10, 24, 3, 41, 10);
const MINUTE = 60_000;
const world = { freshness: "live" };
vi.mock("@/lib/client/status", () => ({ useFreshness: () => ({ kind: world.freshness }) }));
vi.mock("@/lib/client/clock", () => ({ useOfNow: (read: (now: number) => unknown) => read(NOW) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const point = (minutesAgo: number, serving: number) => ({ at: NOW - minutesAgo * MINUTE, serving, total: 5, missing: 0 });
const band = (asked: PageStateChart["url"]["asked"] = null) =>
  ({ value: { points: [point(60, 5), point(30, 3), point(10, 5)], gaps: [], stepMs: 1_000 }, url: { asked } }) as unknown as PageStateChart;
const falling = { ...band(), value: { points: [point(60, 5), point(10, 3)], gaps: [], stepMs: 1_000 } } as unknown as PageStateChart;
const row = (change: Partial<GroupRow["rollUp"]> = {}, unvouched = 0) => {
  const rollUp = { serving: 5, total: 5, expected: 5, ...change };
  return { cluster: "prod-eu", unvouched, rollUp: { ...rollUp, fullTotal: Math.max(rollUp.total, rollUp.expected ?? 0) } } as unknown as GroupRow;
};

it.each<[string, Parameters<typeof GroupRecoveryText>[0], string, string]>([
  ["all serve again", { row: row(), band: band() }, "live", "Back since 03:31:10: 5 of 5 for 10 min."],
  ["a window that ends now", { row: row(), band: band({ kind: "last", name: "1h" }) }, "live", "Back since 03:31:10: 5 of 5 for 10 min."],
  ["more are there than expected", { row: row({ serving: 6, total: 6 }), band: band() }, "live", "Back since 03:31:10: 6 of 6 for 10 min."],
  ["a window that ended before now", { row: row(), band: band({ kind: "between", from: 0, to: NOW - MINUTE }) }, "live", ""],
  ["one fails", { row: row({ serving: 4 }), band: falling }, "live", "On the way back: 4 of 5 serve, after 3 at 03:31:10. Waiting for 1."],
  ["two are missing and none returned, as in the headline", { row: row({ serving: 3, total: 3 }), band: falling }, "live", ""],
  [
    "one fails beside all that are expected",
    { row: row({ total: 6 }), band: falling },
    "live",
    "On the way back: 5 of 6 serve, after 3 at 03:31:10. Waiting for 1.",
  ],
  ["two are missing, and nothing is remembered", { row: row({ serving: 3, total: 3 }), band: { ...band(), value: null } }, "live", ""],
  ["two are missing in a window that ended before now", { row: row({ serving: 3 }), band: band({ kind: "between", from: 0, to: 1 }) }, "live", ""],
  ["two are missing and the page is stale", { row: row({ serving: 3 }), band: band() }, "stale", ""],
  ["nobody can vouch for one", { row: row({}, 1), band: band() }, "live", ""],
  [
    "nobody knows how many there should be, and as many serve as before",
    { row: row({ expected: null }), band: band() },
    "live",
    "Back since 03:31:10: 5, as many as before, for 10 min. How many there should be is not known.",
  ],
  [
    "nobody knows how many there should be, and fewer serve",
    { row: row({ expected: null, serving: 3, total: 3 }), band: band() },
    "live",
    "5 served at 03:31:10, 3 now. How many there should be is not known.",
  ],
  ["the page is stale", { row: row(), band: band() }, "stale", ""],
  ["nothing is remembered yet", { row: row(), band: { ...band(), value: null } }, "live", ""],
])("shows the recovery, or nothing: %s", (_what, props, freshness, words) => {
  world.freshness = freshness;
  const { container } = render(<GroupRecoveryText {...props} />);
  expect(container.textContent).toBe(words);
});

it.each([
  ["all that are expected serve", row(), band(), true],
  ["some are missing", row({ serving: 4 }), falling, false],
  ["nobody knows how many there should be", row({ expected: null }), band(), false],
])("is green only if all expected machines serve: %s", (_what, one, past, isGreen) => {
  world.freshness = "live";
  const { container } = render(<GroupRecoveryText row={one} band={past} />);
  expect(container.textContent).not.toBe("");
  expect(container.querySelector(".text-good") !== null).toBe(isGreen);
});
