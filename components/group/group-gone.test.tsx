import { render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LossesAnswer, StateChartAnswer } from "@/lib/contract/answers/history";
import type { GroupRow } from "@/lib/contract/views/groups";
import { aBand, aBandPoint, aLoss, theLosses } from "@/lib/testing/history-answers";
import { aGroupRow, anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { GoneGroupPage } from "./group-gone";

const world = vi.hoisted(() => ({
  band: null as StateChartAnswer | null,
  losses: null as LossesAnswer | null,
  deletions: [] as { readonly at: number; readonly notBefore: number | null }[],
}));
vi.mock("next/navigation", () => ({
  usePathname: () => "/c/prod-eu/groups/shop/x",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ push: () => undefined, replace: () => undefined }),
}));
vi.mock("@/lib/client/history", () => ({
  useStateChart: () => ({ value: world.band, problem: null, isPrevious: false }),
  useLosses: () => ({ value: world.losses, problem: null, isPrevious: false }),
  useActivity: () => ({ value: { rows: world.deletions }, problem: null, isPrevious: false }),
}));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: null, problem: null }) }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => ({ kind: "live", asOf: ROWS_NOW }),
  useStatus: () => ({ clusters: [{ cluster: "prod-eu" }] }),
}));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/components/strip/use-available-width", () => ({ useAvailableWidth: () => 1000 }));

beforeEach(() => Object.assign(world, { band: aBand({ points: [{ ...aBandPoint(360), total: 0, serving: 0 }] }), losses: theLosses([]), deletions: [] }));

const show = (cluster = "prod-eu", row: GroupRow | null = null) =>
  render(<GoneGroupPage row={row} offered={["accept-losses"]} cluster={cluster} namespace="shop" name="x" problem={null} />).container;
const statement = () => ({ ...screen.getByRole("heading", { level: 1 }).dataset });

describe("the page of a group that does not exist", () => {
  it.each([
    ["prod-eu", "It does not exist, or it is not visible to you"],
    ["stage", 'There is no cluster "stage" here, only prod-eu'],
  ])("has no green line and no text about losses if the history has no such group: in %s", (cluster, reason) => {
    const container = show(cluster);
    expect(statement()).toEqual({ statement: "group-gone", namespace: "shop", group: "x", deleted: "false", past: "false" });
    expect(container.textContent).toContain(reason);
    expect(container.querySelector(".stroke-ground, [role=img]")).toBe(null);
    expect(container.textContent).not.toContain("No machine was lost");
  });

  it("shows the recorded deletion and the machines deleted with the group", () => {
    const collected = (n: number) => aLoss({ row: anEntryRow({ id: `prod-eu/${n}`, uid: String(n), name: `x-${n}` }), cause: "group-deleted" });
    Object.assign(world, { deletions: [{ at: ROWS_NOW - 60_000, notBefore: null }], losses: theLosses([collected(1), collected(2)]) });
    const container = show();
    const at = String(ROWS_NOW - 60_000);
    expect(statement()).toMatchObject({ statement: "group-gone", deleted: "true", from: at, to: at });
    expect(container.querySelector("[data-statement=deleted-with-group]")?.getAttribute("data-count")).toBe("2");
    expect(container.querySelectorAll("#lost li")).toHaveLength(2);
    expect(container.querySelector("details")).toBe(null);
    expect(container.textContent).not.toContain("No machine was lost");
    expect(screen.queryByRole("button", { name: "Will not come back" })).toBeNull();
  });

  it("offers to accept the lost machines that still count", () => {
    Object.assign(world, { losses: theLosses([aLoss({ row: anEntryRow({ name: "x-1" }), cause: "group-deleted" })]) });
    show("prod-eu", aGroupRow({ exists: false, lost: 1, deleted: { at: ROWS_NOW - 60_000, notBefore: null } }));
    expect(screen.getByRole("button", { name: "Will not come back" })).toBeDefined();
  });
});
