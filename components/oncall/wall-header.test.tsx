import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { WallHeader } from "./wall-header";

const page = vi.hoisted(() => ({ freshness: { kind: "live", asOf: 0 } as PageFreshness, partly: null as { live: number; total: number } | null }));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => page.freshness,
  usePartlyLive: () => page.partly,
  useStatus: () => ({ clusters: [{ cluster: "eu-1" }, { cluster: "ap-1" }] }),
}));
vi.mock("@/lib/client/clock", () => ({ useServerNow: () => 0, useOfServerNow: (read: (now: number) => unknown) => read(0) }));
vi.mock("@/lib/client/page-activity", () => ({ usePageActivity: () => "quiet" }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
afterEach(cleanup);

const LIVE = { past: false } as const;
const AWAY = { kind: "cluster-not-reached", cluster: "ap-1", since: 0, why: "lost" } as const;

it.each<[shown: string, freshness: PageFreshness, partly: typeof page.partly]>([
  ["all clusters · all namespaceslive ·00:00 UTC", { kind: "live", asOf: 0 }, null],
  ["all clusters · all namespaces ap-1 is not reached since 00:00:00.1 of 2 live ·00:00 UTC", { kind: "stale", asOf: 0, reason: "" }, { live: 1, total: 2 }],
  ["Not live since 00:00:00no update for 0 s00:00 UTC", { kind: "stale", asOf: 0, reason: "" }, null],
])("shows %s", (shown, freshness, partly) => {
  Object.assign(page, { freshness, partly });
  const { container } = render(<WallHeader query="" counted={{ notReached: partly === null ? [] : [AWAY], tense: LIVE }} />);
  expect(container.textContent?.replace("Leave the wall display", "")).toBe(shown);
});
