import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { FleetIncidentsState } from "@/components/trouble/use-fleet-incidents";
import type { RolloutSummary } from "@/lib/contract/answers/rollouts";
import { EndedIncidents } from "./ended-incidents";

const NOW = Date.UTC(2026, 10, 30, 16, 0, 0);
const MINUTE = 60_000;
const history = vi.hoisted(() => ({ rollouts: [] as unknown[], asked: [] as unknown[] }));
vi.mock("@/lib/client/rollouts", () => ({
  useRollouts: (...asked: unknown[]) => {
    history.asked = asked;
    return { value: { rollouts: history.rollouts }, problem: null };
  },
}));
vi.mock("@/lib/client/clock", () => ({ useOfNow: (read: (now: number) => unknown) => read(NOW) }));
vi.mock("@/lib/client/known-clusters", () => ({ useSeveralClusters: () => false }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/lib/client/page-link", () => ({ Link: ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a> }));
afterEach(cleanup);

const rollout = (id: string, endedMinutesAgo: number, change: Partial<RolloutSummary> = {}): RolloutSummary => ({
  ...{ id, cluster: "prod-eu", kind: "rolled", ended: 3, came: 3, revisionsBefore: ["1-30"], revisionsAfter: ["1-31"] },
  from: NOW - (endedMinutesAgo + 4) * MINUTE,
  rolledAt: NOW - (endedMinutesAgo + 4) * MINUTE,
  to: NOW - endedMinutesAgo * MINUTE,
  ...change,
});

function show(rollouts: readonly RolloutSummary[], numbers: ReadonlyMap<string, number> | null = null): readonly (string | null)[] {
  history.rollouts = [...rollouts];
  const incidents = { ended: [], endedMore: 0 } as unknown as FleetIncidentsState;
  render(<EndedIncidents incidents={incidents} numbers={numbers} window={{ kind: "last", name: "24h" }} query="ns=shop" />);
  return screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
}

it("lists a finished rollout of istiod with its replicas, revisions and times, and links it to the control plane page", () => {
  expect(show([rollout("r1", 196)])).toEqual(["istiod rollout 3 replicas replaced 12:40 – 12:44Rollout · 1-30 → 1-31"]);
  expect(screen.getByRole("link", { name: "istiod rollout" }).getAttribute("href")).toBe("/control-plane?ns=shop&rollout=r1");
  expect(screen.getByText("0 incidents · 1 rollout")).toBeTruthy();
  expect(history.asked).toEqual([
    { cluster: [], ns: ["shop"] },
    { rollout: "none", baseline: null },
  ]);
});

it("shows the number that a rollout has in the chart", () => {
  expect(show([rollout("r1", 196)], new Map([["r1", 2]]))).toEqual(["2istiod rollout 3 replicas replaced 12:40 – 12:44Rollout · 1-30 → 1-31"]);
});

it("lists no rollout that may go on, that is older than the window, or that replaced nothing", () => {
  expect(show([rollout("goes-on", 2), rollout("old", 25 * 60), rollout("ended", 60, { kind: "ended" })])).toEqual([]);
  expect(screen.getByText("No incident ended.")).toBeTruthy();
});
