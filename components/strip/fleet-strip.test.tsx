import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FleetStripRow } from "@/lib/contract/views/fleet";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES } from "@/lib/domain/verdict/verdict";
import { FleetStrip } from "./fleet-strip";

const world = vi.hoisted(() => ({ freshness: { kind: "live", asOf: 0 } as Freshness, pushed: [] as string[] }));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => world.freshness,
  useAnyLive: () => world.freshness.kind === "live",
  useStatus: () => ({ clusters: [{ cluster: "prod" }] }),
}));
vi.mock("@/lib/client/clock", () => ({ useNow: () => 0 }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: (href: string) => world.pushed.push(href) }) }));

const ALL_THERE = { lost: 0, missing: 0, expected: null, expectedFrom: "unknown" } as const;
const row = (namespace: string, name: string, some: Partial<Record<(typeof STATES)[number], number>>): FleetStripRow => {
  const counts = codedCounts(STATES.map((state) => some[state] ?? 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { id: `prod/${namespace}/${name}`, cluster: "prod", namespace, name, counts, unvouched: 0, total, notServing: some.unhealthy ?? 0, ...ALL_THERE };
};
const ROWS = [row("shop", "checkout", { unhealthy: 2, healthy: 38 }), row("shop", "media", { unchecked: 18 }), row("payments", "", { unverified: 3 })];
const HEAD = { total: 3, machines: 61 };

beforeEach(() => {
  world.freshness = { kind: "live", asOf: 0 };
  world.pushed = [];
  const cell = { cluster: "prod", namespace: "shop", name: "checkout-10.20.1.14", uid: "u1", state: "unhealthy", vouched: true };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(cell)));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const cells = (container: HTMLElement, kind: string) => container.querySelectorAll(`.flex-wrap > i.${kind}`).length;

describe("the fleet strip", () => {
  it("has a cell for each machine, and its table counts the same", async () => {
    const { container } = render(<FleetStrip head={HEAD} rows={ROWS} />);
    expect([cells(container, "cell-bad"), cells(container, "cell-good"), cells(container, "cell-idle"), cells(container, "cell-blind")]).toEqual([
      2, 38, 18, 3,
    ]);
    await userEvent.click(screen.getByRole("button", { name: "as table" }));
    await screen.findByRole("table");
    const lines = screen.getAllByRole("row").slice(1);
    expect(
      lines.map((line) =>
        within(line)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ["shop", "checkout", "40", "2 Unhealthy38 Healthy"],
      ["shop", "media", "18", "18 Not checked"],
      ["payments", "no group", "3", "3 Unverified"],
    ]);
  });

  it("draws an outline for each that is missing, says who expects it, and names the machines behind them still", async () => {
    const short: FleetStripRow = { ...row("shop", "checkout", { unhealthy: 1, healthy: 37 }), lost: 1, missing: 2, expected: 41, expectedFrom: "learned" };
    const { container } = render(<FleetStrip head={{ total: 1, machines: 41 }} rows={[short]} />);
    expect([cells(container, "cell-gone"), cells(container, "cell-bad"), cells(container, "cell-good")]).toEqual([3, 1, 37]);
    screen.getByRole("link", { name: "checkout, 41 machines: 1 lost, 2 missing of the learned 41, 1 Unhealthy, 37 Healthy" }).focus();
    expect(screen.getByRole("link", { name: /^checkout/ }).textContent).toBe("checkout−4");
    await userEvent.keyboard("{ArrowRight}");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1 lost"));
    await userEvent.keyboard("{Enter}");
    expect(world.pushed).toEqual(["/c/prod/groups/shop/checkout"]);
    const asked = vi.spyOn(globalThis, "fetch");
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(await screen.findByText("checkout-10.20.1.14")).toBeTruthy();
    expect(String(asked.mock.calls[0]?.[0])).toContain("index=0");
  });

  it("says in the name of a ribbon what its cells show", () => {
    render(<FleetStrip head={HEAD} rows={ROWS} />);
    expect(screen.getByRole("link", { name: "checkout, 40 machines: 2 Unhealthy, 38 Healthy" }).getAttribute("href")).toBe("/c/prod/groups/shop/checkout");
    expect(screen.getByRole("link", { name: /^no group/ }).getAttribute("href")).toContain("/entries?");
  });

  it("leaves nothing green when nothing is live, and says that it was so when last seen", () => {
    world.freshness = { kind: "stale", asOf: 0, reason: "silence" };
    const { container } = render(<FleetStrip head={HEAD} rows={ROWS} />);
    expect(container.querySelectorAll(".cell-good")).toHaveLength(0);
    expect(cells(container, "cell-hollow")).toBe(56);
    expect(cells(container, "cell-bad")).toBe(2);
    expect(screen.getByText("no trouble when last seen")).toBeTruthy();
    expect(screen.queryByText("healthy")).toBeNull();
    expect(screen.getByRole("link", { name: /^checkout/ }).getAttribute("aria-label")).toContain("when last seen");
  });

  it("names a cell reached by arrow keys and opens its machine by Enter", async () => {
    render(<FleetStrip head={HEAD} rows={ROWS} />);
    screen.getByRole("link", { name: /^checkout/ }).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(await screen.findByText("checkout-10.20.1.14")).toBeTruthy();
    expect((await screen.findByText("checkout-10.20.1.14, Unhealthy")).getAttribute("role")).toBe("status");
    await userEvent.keyboard("{Enter}");
    expect(world.pushed).toEqual(["/c/prod/entries/shop/checkout-10.20.1.14?uid=u1"]);
  });

  it("paints a large fleet instead of making two thousand elements", async () => {
    const { container } = render(<FleetStrip head={{ total: 1, machines: 12_000 }} rows={[row("shop", "checkout", { healthy: 12_000 })]} />);
    await waitFor(() => expect(container.querySelectorAll("canvas")).toHaveLength(1));
    expect(container.querySelectorAll("i").length).toBeLessThan(10);
  });

  it("says how many ribbons are not shown, and asks for more", async () => {
    const more = vi.fn();
    render(<FleetStrip head={{ total: 214, machines: 61 }} rows={ROWS} onMore={more} />);
    expect(screen.getByText(/3 of 214 ribbons shown/)).toBeTruthy();
    expect(screen.getByText("≥ 3 machines")).toBeTruthy();
    expect(screen.getByText("58 machines")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(more).toHaveBeenCalledOnce();
  });
});
