import { cleanup, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RolloutsAnswer, WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";
import type { ClusterControlPlane, ControlPlaneHead, ReplicaRow } from "@/lib/contract/views/control-plane";
import { noCounts, STATE_CODES } from "@/lib/domain/verdict/state-code";
import { aBand } from "@/lib/testing/history-answers";
import { ROWS_NOW } from "@/lib/testing/rows";
import { ControlPlaneView } from "./control-plane-view";

const world = vi.hoisted(() => ({ state: null as unknown, problem: null as string | null, live: true, answer: null as unknown, search: "" }));
vi.mock("next/navigation", () => ({
  usePathname: () => "/control-plane",
  useSearchParams: () => new URLSearchParams(world.search),
  useRouter: () => ({ push: () => undefined }),
}));
vi.mock("@/lib/client/use-view", () => ({ useView: () => world }));
vi.mock("@/lib/client/rollouts", () => ({ useRollouts: () => ({ value: world.answer, problem: null, isPrevious: false }) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("@/lib/client/live-provider", () => ({ useLive: () => ({ serverNow: () => ROWS_NOW }), useLiveIfAny: () => null }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => (world.live ? { kind: "live", asOf: ROWS_NOW } : { kind: "stale", asOf: ROWS_NOW, reason: "cut" }),
  useStatus: () => ({ clusters: [{ cluster: "prod-eu", sources: [] }] }),
}));
vi.mock("@/components/strip/use-available-width", () => ({ useAvailableWidth: () => 1000 }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const MINUTE = 60_000;
const counts = (own: Partial<Record<keyof typeof STATE_CODES, number>>) => {
  const all = noCounts();
  for (const [state, count] of Object.entries(own)) all[STATE_CODES[state as keyof typeof STATE_CODES]] = count;
  return all;
};
const row = (own: Partial<ReplicaRow>): ReplicaRow => ({
  ...{ id: `prod-eu/${own.name}`, cluster: "prod-eu", name: "istiod-a", namespace: "istio-system", revision: "1-31", standing: "runs", doubt: null },
  ...{ zone: "eu-a", node: "n1", runningSince: ROWS_NOW - 14 * MINUTE, deletingAt: null, restarts: 0, counts: counts({ healthy: 6 }), unvouched: 0 },
  ...{ machines: 6, held: 6, overdue: 0, unverified: 0, reconnecting: 0, disconnected: 0, even: 4, oldest: ROWS_NOW - 10 * MINUTE, median: null, began: 1 },
  sweep: null,
  ...own,
});
const ROWS = [
  row({ name: "istiod-a" }),
  row({ name: "istiod-d", held: 0, machines: 0, counts: counts({}), oldest: null, began: 0 }),
  row({
    ...{ name: "istiod-old", standing: "gone", revision: "", zone: "", held: 0, machines: 2, unverified: 2, even: null, counts: counts({ unverified: 2 }) },
    ...{ runningSince: null, oldest: null, sweep: { from: ROWS_NOW + 31 * MINUTE, to: ROWS_NOW + 33 * MINUTE, assumed: false } },
  }),
];
const cluster = (own: Partial<ClusterControlPlane> = {}): ClusterControlPlane => ({
  ...{ cluster: "prod-eu", managed: 10, unmanaged: 1, held: 8, overdue: 0, ghosts: 2, leaked: 0, reconnecting: 0, disconnected: 0, never: 0 },
  replicas: { kind: "known", running: 2, source: "Pods" },
  revisions: [{ revision: "1-31", running: 2, held: 8, fullest: null }],
  maxAge: { kind: "known", value: 30 * MINUTE, source: "arguments of istiod's Pods" },
  grace: { kind: "assumed", value: 10_000, source: "istiod's default" },
  rate: { began: 1, windowMs: 5 * MINUTE, expected: 1.3, kind: "expected" },
  labels: [{ revision: "", count: 10 }],
  moreLabels: 0,
  flags: [{ revision: "1-31", name: "PILOT_ENABLE_WORKLOAD_ENTRY_AUTOREGISTRATION", value: "true", kind: "known", source: "istiod's default" }],
  ...{ namespaces: "known", rejectedConfig: [] },
  ...own,
});
const head = (own: Partial<ControlPlaneHead> = {}): ControlPlaneHead => ({ total: 3, clusters: [cluster()], mismatches: [], moreMismatches: 0, ...own });

const BOARD: WireReconnectionOutcome = {
  ...{ kind: "rollout", id: "prod-eu@1", from: ROWS_NOW - 10 * MINUTE, until: ROWS_NOW, ended: ROWS_NOW - 9 * MINUTE },
  // The first replica ended after the first new one had started.
  ...{ rolledAt: ROWS_NOW - 10 * MINUTE, began: ROWS_NOW - 9.5 * MINUTE },
  ...{
    isOver: false,
    total: 10,
    back: 8,
    same: 0,
    away: 0,
    out: 1,
    vanished: 1,
    p50: 2_000,
    p95: 11_000,
    slowest: 12_000,
    moves: 8,
    own: 3,
    byEnd: 5,
    early: 0,
    isCut: false,
  },
  steps: [{ at: ROWS_NOW - 9 * MINUTE, back: 8 }],
  targets: [{ replica: "istiod-a", revision: "1-31", count: 8 }],
  replicas: [{ cluster: "prod-eu", name: "istiod-old", revision: "1-30", endedAt: ROWS_NOW - 10 * MINUTE, stoppingAt: null, held: 10 }],
  health: { checked: 8, confirmed: 8, worse: 0, better: 0, awaiting: 0 },
  shared: [],
  missing: (["out", "vanished"] as const).map((outcome, at) => ({
    ...{ id: `prod-eu/${at}`, cluster: "prod-eu", namespace: "shop", name: `vm-${at}`, uid: `${at}`, group: "checkout", locality: "eu/eu-a", network: "vpc-2" },
    ...{ replica: "istiod-old", outcome, state: "unverified", since: ROWS_NOW - 10 * MINUTE, cause: outcome === "vanished" ? "left" : "" },
    next: outcome === "out" ? { kind: "sweep", at: ROWS_NOW + 31 * MINUTE, latestAt: ROWS_NOW + 33 * MINUTE, assumed: false } : null,
  })),
  moreMissing: 0,
};
const answer = (own: Partial<RolloutsAnswer> = {}): RolloutsAnswer => ({
  rollouts: [
    {
      ...{ id: "prod-eu@1", cluster: "prod-eu", kind: "rolled", from: ROWS_NOW - 10 * MINUTE, to: ROWS_NOW - 9 * MINUTE, ended: 1, came: 2 },
      ...{ rolledAt: ROWS_NOW - 10 * MINUTE, revisionsBefore: ["1-30"], revisionsAfter: ["1-31"] },
    },
  ],
  ...{ moreRollouts: 0, seen: ["prod-eu"], board: BOARD, problem: null, gaps: [], recorded: aBand({}).recorded },
  ...own,
});

beforeEach(() => Object.assign(world, { state: { head: head(), rows: ROWS }, problem: null, live: true, answer: answer(), search: "" }));

const show = () => render(<ControlPlaneView initial={null} initialQuery="" />).container;
const headline = () => screen.getByRole("heading", { level: 1 }).textContent?.replace(/\s+/g, " ").trim();
const rowNamed = (name: string) => screen.getAllByRole("row").find((one) => within(one).queryByRole("link", { name }) !== null)?.textContent ?? "";

describe("the page of the control plane", () => {
  it("shows each key of the mesh configuration that istiod rejects", () => {
    const rejectedConfig = [{ configMap: "istio", key: "mesh", by: "istiod", why: "its key mesh is not YAML", isBeforeKnown: false }] as const;
    world.state = { head: head({ clusters: [cluster({ rejectedConfig: [...rejectedConfig] })] }), rows: ROWS };
    const fact = show().querySelector('[data-fact="rejected-config"]');
    expect(fact?.textContent).toContain("istiod rejects mesh in ConfigMap istio: its key mesh is not YAML.");
    world.state = { head: head(), rows: ROWS };
    expect(show().querySelector('[data-fact="rejected-config"]')).toBeNull();
  });

  it("begins with a rollout that goes on, and has every part under its name", () => {
    show();
    expect(headline()).toMatch(/^8 of 10 machines are back since istiod rolled at \d\d:\d\d:\d\d\. Two are still out\.$/);
    expect(screen.getByText("half were back after 2 s, 95 % after 11 s")).toBeDefined();
    for (const name of [/^The rollout of/, "Replicas", "Still out", "What istiod is told", "Revisions"])
      expect(screen.getByRole("region", { name })).toBeDefined();
    expect(screen.getByRole("link", { name: /1-30 → 1-31/ }).getAttribute("href")).toBe("/control-plane?rollout=prod-eu%401");
  });

  it("says of each replica how it stands, what it holds, and when its lost machines are swept", () => {
    show();
    expect(rowNamed("istiod-a")).toContain("runs");
    expect(rowNamed("istiod-d")).toContain("runs, holds nobody");
    expect(rowNamed("istiod-old")).toContain("gone, still named");
    expect(rowNamed("istiod-old")).toContain("swept in 31 min to 33 min");
    expect(screen.getByRole("img", { name: "6 Healthy; an even share is 4" })).toBeDefined();
  });

  it("names those that are not back, with where they were and what istiod does", () => {
    show();
    const [out, gone] = within(screen.getByRole("region", { name: "Still out" })).getAllByRole("listitem");
    expect(out?.textContent).toMatch(/vm-0.*not back, since \d\d:\d\d:\d\d, swept in 31 min.*was held by istiod-old/);
    expect(gone?.textContent).toMatch(/vm-1.*lost: disconnected and not back within the grace period/);
  });

  it("is not green and speaks of the past where it is not live", () => {
    world.live = false;
    const container = show();
    expect(headline()).toMatch(/^8 of 10 machines were back at/);
    expect(container.querySelectorAll(".fill-good-cell, .stroke-good, .cell-good")).toHaveLength(0);
    expect(rowNamed("istiod-a")).toContain("ran");
  });

  it("begins with who holds the machines where a rollout is long over, unless it was asked for", () => {
    world.answer = answer({ board: { ...BOARD, isOver: true } });
    show();
    const { dataset } = screen.getByRole("heading", { level: 1 });
    expect(dataset).toMatchObject({ statement: "machines-connected", connected: "8", managed: "10", replicas: "2", unverified: "2" });
    cleanup();
    world.search = "rollout=prod-eu@1";
    show();
    expect(headline()).toMatch(/^8 of 10 machines were back by/);
  });

  it("is a table where one is asked for", () => {
    world.search = "as=table";
    show();
    expect(screen.getByRole("table", { name: /^The rollout of/ }).textContent).toContain("istiod-old ended, which held 10 machines");
  });

  it("says what is not visible, and that a baseline can be taken all the same", () => {
    const hidden = cluster({
      replicas: { kind: "denied", running: 0, source: "Pods are not in your sight" },
      revisions: [],
      flags: null,
      namespaces: "denied",
    });
    world.state = { head: head({ clusters: [hidden] }), rows: [row({ standing: "not-visible", revision: "", zone: "", even: null })] };
    world.answer = answer({ rollouts: [], seen: [], board: null });
    show();
    expect(headline()).toContain("8 of 10 machines look connected.");
    expect(screen.getByText(/its Pods are not visible to you/)).toBeDefined();
    expect(screen.getByRole("button", { name: "take a baseline now" })).toBeDefined();
    expect(screen.getByText("which revisions run is not visible")).toBeDefined();
  });

  it("tells of groups that another revision holds", () => {
    const mismatch = { cluster: "prod-eu", namespace: "shop", group: "checkout", wanted: "1-31", isUnknown: false, others: 5 };
    world.state = { head: head({ mismatches: [{ ...mismatch, wantedBy: "namespace", heldBy: [{ revision: "1-30", count: 5 }] }] }), rows: ROWS };
    show();
    expect(screen.getByRole("region", { name: "Revisions" }).textContent).toContain("Namespace shop asks for 1-31, and 5 machines are held by 1-30.");
  });
});
