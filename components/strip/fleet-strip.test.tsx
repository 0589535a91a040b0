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
vi.mock("@/lib/client/clock", () => ({ useNow: () => 0, useOfNow: (read: (now: number) => string) => read(0) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: (href: string) => world.pushed.push(href) }) }));

const ALL_THERE = { lost: 0, missing: 0, expected: null, expectedFrom: "unknown" } as const;
const row = (namespace: string, name: string, some: Partial<Record<(typeof STATES)[number], number>>): FleetStripRow => {
  const counts = codedCounts(STATES.map((state) => some[state] ?? 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { id: `prod/${namespace}/${name}`, cluster: "prod", namespace, name, counts, unvouched: 0, total, notServing: some.unhealthy ?? 0, ...ALL_THERE };
};
const ROWS = [row("shop", "checkout", { unhealthy: 2, healthy: 38 }), row("shop", "media", { unchecked: 18 }), row("payments", "", { unverified: 3 })];
const HEAD = { total: 3, machines: 61, groups: 3, isLarge: false };

beforeEach(() => {
  world.freshness = { kind: "live", asOf: 0 };
  world.pushed = [];
  const cell = { cluster: "prod", namespace: "shop", name: "checkout-10.20.1.14", uid: "u1", state: "unhealthy", vouched: true };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(cell)));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Counts the cells of a kind: a rectangle covers whole cells of 9 px. */
const cells = (container: HTMLElement, kind: string) =>
  [...container.querySelectorAll(`svg:not(.desk\\:hidden) > rect[fill="url(#${kind})"]`)].reduce((sum, rect) => {
    const cellsAlong = (edge: string) => (Number(rect.getAttribute(edge)) + 2) / 9;
    return sum + cellsAlong("width") * cellsAlong("height");
  }, 0);

describe("the fleet strip", () => {
  it("draws one cell per machine, and its table has the same counts", async () => {
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

  it("draws outlines for lost and missing machines, and requests names of registered machines by their own index", async () => {
    const short: FleetStripRow = { ...row("shop", "checkout", { unhealthy: 1, healthy: 37 }), lost: 1, missing: 2, expected: 41, expectedFrom: "learned" };
    const { container } = render(<FleetStrip head={{ ...HEAD, total: 1, machines: 41 }} rows={[short]} />);
    expect(["cell-gone", "cell-missing", "cell-bad", "cell-good"].map((kind) => cells(container, kind))).toEqual([1, 2, 1, 37]);
    screen.getByRole("link", { name: "checkout, 41 machines: 1 lost, 2 missing of the learned 41, 1 Unhealthy, 37 Healthy" }).focus();
    expect(screen.getByRole("link", { name: /^checkout/ }).textContent).toBe("checkout1 unhealthy+3");
    await userEvent.keyboard("{ArrowRight}");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1 lost"));
    await userEvent.keyboard("{Enter}");
    expect(world.pushed).toEqual(["/c/prod/groups/shop/checkout"]);
    const asked = vi.spyOn(globalThis, "fetch");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(await screen.findByText("checkout-10.20.1.14")).toBeTruthy();
    expect(String(asked.mock.calls[0]?.[0])).toContain("index=0");
  });

  it("names a ribbon by its counts", () => {
    render(<FleetStrip head={HEAD} rows={ROWS} />);
    expect(screen.getByRole("link", { name: "checkout, 40 machines: 2 Unhealthy, 38 Healthy" }).getAttribute("href")).toBe("/c/prod/groups/shop/checkout");
    expect(screen.getByRole("link", { name: /^no group/ }).getAttribute("href")).toContain("/entries?");
  });

  it("has no green cell while the source is stale, and labels its counts as old", () => {
    world.freshness = { kind: "stale", asOf: 0, reason: "silence" };
    const { container } = render(<FleetStrip head={HEAD} rows={ROWS} />);
    expect(cells(container, "cell-good")).toBe(0);
    expect(cells(container, "cell-hollow")).toBe(56);
    expect(cells(container, "cell-bad")).toBe(2);
    expect(screen.getByRole("link", { name: /^checkout/ }).getAttribute("aria-label")).toContain("when last seen");
  });

  it("requests the name of a focused cell, and opens its machine on Enter", async () => {
    render(<FleetStrip head={HEAD} rows={ROWS} />);
    screen.getByRole("link", { name: /^checkout/ }).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(await screen.findByText("checkout-10.20.1.14")).toBeTruthy();
    expect((await screen.findByText("checkout-10.20.1.14, Unhealthy")).getAttribute("role")).toBe("status");
    await userEvent.keyboard("{Enter}");
    expect(world.pushed).toEqual(["/c/prod/entries/shop/checkout-10.20.1.14?uid=u1"]);
  });

  it("strikes through the name of a deleted group, and shows when it was deleted and its lost machines", async () => {
    const deleted: FleetStripRow = { ...row("shop", "batch", {}), lost: 6, deleted: { at: 0 } };
    const { container } = render(<FleetStrip head={HEAD} rows={[deleted]} deletions={[{ cluster: "prod", namespace: "shop", name: "old", at: 60_000 }]} />);
    expect(screen.getByRole("link", { name: "batch (deleted), 6 machines: 6 lost" }).textContent).toBe("batch deleted 00:006 lost");
    expect(screen.getByRole("link", { name: "old deleted 00:01" }).textContent).toBe("old deleted 00:01");
    expect([...container.querySelectorAll("s")].map(({ textContent }) => textContent)).toEqual(["batch", "old"]);
  });

  it("needs few elements for a group of 1,000 machines", () => {
    const { container } = render(<FleetStrip head={{ ...HEAD, total: 1, machines: 1_000 }} rows={[row("shop", "checkout", { unhealthy: 1, healthy: 999 })]} />);
    expect(cells(container, "cell-good")).toBe(999);
    expect(container.querySelectorAll("[data-section=fleet-strip] *").length).toBeLessThan(80);
  });

  describe("with a large fleet", () => {
    const LARGE = { total: 4, machines: 12_000, groups: 31, isLarge: true };
    const shared = (some: Parameters<typeof row>[2], groups: FleetStripRow["shared"], place = "shop"): FleetStripRow => {
      return { ...row(place, "", some), id: `prod/${place}//${groups?.isTrouble}`, ...(groups !== undefined && { shared: groups }) };
    };
    const rows = [
      row("shop", "checkout", { unhealthy: 18, reconnecting: 2, healthy: 460 }),
      shared({ unverified: 4, healthy: 400 }, { groups: 4, namespaces: 1, isTrouble: true }),
      shared({ unchecked: 100, healthy: 5_000 }, { groups: 20, namespaces: 1, isTrouble: false }),
      shared({ healthy: 6_016 }, { groups: 6, namespaces: 3, isTrouble: false }, ""),
    ];

    it("draws cells for machines in trouble, and a bar with one scale for the others", () => {
      const { container } = render(<FleetStrip head={LARGE} rows={rows} />);
      expect(["cell-bad", "cell-blind", "cell-good", "cell-warn"].map((kind) => cells(container, kind))).toEqual([18, 4, 0, 0]);
      const widths = [...container.querySelectorAll("svg[width$=em]")].map((bar) => Number.parseFloat(bar.getAttribute("width") ?? ""));
      const [first = 0, , , last = 0] = widths;
      expect(widths).toHaveLength(4);
      expect(last / first).toBeCloseTo(6_016 / 462, 0);
      expect(last).toBeLessThanOrEqual(95);
    });

    it("names a shared ribbon by its number of groups, and links it to the list of groups", () => {
      render(<FleetStrip head={LARGE} rows={rows} />);
      expect(screen.getByRole("link", { name: "4 more groups, 404 machines: 4 Unverified, 400 Healthy" }).textContent).toBe("4 more groups4 unverified");
      const calm = screen.getByRole("link", { name: /^20 groups without trouble, 5,100 machines/ });
      expect(calm.getAttribute("href")).toBe("/groups?cluster=prod&ns=shop");
    });

    it("requests no machine name for a cell of a shared ribbon", async () => {
      const asked = vi.spyOn(globalThis, "fetch");
      render(<FleetStrip head={LARGE} rows={rows} />);
      screen.getByRole("link", { name: /^4 more groups/ }).focus();
      await userEvent.keyboard("{ArrowRight}");
      await waitFor(() => expect(screen.getByRole("status").textContent).toBe("4 Unverified"));
      expect(asked).not.toHaveBeenCalled();
    });

    it("requests more namespaces when the user clicks the button", async () => {
      const more = vi.fn();
      render(<FleetStrip head={LARGE} rows={rows} onMore={more} />);
      await userEvent.click(screen.getByRole("button", { name: /3 more/ }));
      expect(more).toHaveBeenCalledOnce();
    });
  });
});
