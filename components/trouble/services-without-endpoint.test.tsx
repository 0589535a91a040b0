import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ServiceRow } from "@/lib/contract/views/services";
import { aHostRow } from "@/lib/testing/host-rows";
import { ServicesWithoutEndpoint } from "./services-without-endpoint";

const HOUR = 3_600_000;
const NOW = 100 * HOUR;
const page = vi.hoisted(() => ({
  rows: [] as unknown[],
  total: 0,
  past: null as number | null,
  sources: [] as { source: string; freshness: { kind: string } }[],
}));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: { head: { total: page.total }, rows: page.rows }, problem: null }) }));
vi.mock("@/lib/client/clock", () => ({ useOfServerNow: (of: (now: number) => unknown) => of(NOW), useOfNow: (of: (now: number) => unknown) => of(NOW) }));
vi.mock("@/lib/client/status", () => ({ useStatus: () => ({ clusters: [{ cluster: "prod-eu", sources: page.sources }] }) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => page.past, useKeptAt: () => (href: string) => href }));
vi.mock("@/lib/client/known-clusters", () => ({ useSeveralClusters: () => false }));
vi.mock("@/components/table/use-tense", () => ({ useTense: () => ({ past: false }) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/components/table/cluster-name", () => ({ ClusterName: () => null }));
vi.mock("@/lib/client/page-link", () => ({ Link: ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a> }));
afterEach(() => {
  cleanup();
  Object.assign(page, { rows: [], total: 0, past: null, sources: [] });
});

const machines = { ...aHostRow().machines, taken: 0, serving: 0 } as ServiceRow["machines"];
const lost = (name: string, hoursAgo: number | null, own: Partial<ServiceRow> = {}) =>
  aHostRow({
    ...{ id: name, name, host: `${name}.shop.svc.cluster.local`, status: { ...aHostRow().status, kind: "nobody" }, machines, pods: { taken: 0, ready: 0 } },
    ...{ since: hoursAgo === null ? null : NOW - hoursAgo * HOUR, ...own },
  });

function shown(...rows: readonly ServiceRow[]) {
  Object.assign(page, { rows, total: Math.max(page.total, rows.length) });
  return render(<ServicesWithoutEndpoint query="ns=shop" initial={null} />).container;
}

describe("services without endpoints", () => {
  it("are listed with link, reason and age: the newest loss first, losses older than a day last and without colour", () => {
    const container = shown(lost("old", 30), lost("unknown", null), lost("late", 2), lost("new", 1));
    const lines = [...container.querySelectorAll("li")];
    expect(lines.map(({ dataset }) => dataset.service)).toEqual(["new", "late", "unknown", "old"]);
    expect(lines[0]?.textContent).toBe("new.shopSelects no machine and no Pod60m");
    expect(lines.map((line) => line.innerHTML.includes("text-bad"))).toEqual([true, true, true, false]);
    expect(screen.getByRole("link", { name: "new.shop" }).getAttribute("href")).toBe("/c/prod-eu/services/shop/new");
  });

  it("links to the list of services when some have no room", () => {
    page.total = 11;
    shown(lost("new", 1));
    expect(screen.getByRole("link", { name: "10 more services without endpoints" }).getAttribute("href")).toBe("/services?ns=shop&q=status%3Anobody");
  });

  it("show nothing when every service has an endpoint", () => {
    expect(shown().innerHTML).toBe("");
  });

  it("name the kinds that are not visible, and not on a past page", () => {
    page.sources = [
      { source: "workload-pods", freshness: { kind: "denied" } },
      { source: "services", freshness: { kind: "live" } },
    ];
    expect(shown().textContent).toBe("Services without endpointsNot known where Pods are not visible.");
    cleanup();
    page.past = NOW;
    expect(shown().innerHTML).toBe("");
  });
});
