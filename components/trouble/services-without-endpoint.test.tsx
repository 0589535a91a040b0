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
  all: 38 as number | undefined,
  past: null as number | null,
  denied: null as { source: string; namespace: string } | null,
  sources: [] as { source: string; freshness: { kind: string } }[],
  history: null as { kind: "off" } | null,
}));
vi.mock("@/lib/client/use-view", () => ({
  useView: () => ({ state: page.all === undefined ? null : { head: { total: page.total, services: page.all }, rows: page.rows }, problem: null }),
}));
vi.mock("@/lib/client/clock", () => ({ useOfServerNow: (of: (now: number) => unknown) => of(NOW), useOfNow: (of: (now: number) => unknown) => of(NOW) }));
vi.mock("@/lib/client/status", () => ({ useStatus: () => ({ clusters: [{ cluster: "prod-eu", sources: page.sources }], history: page.history }) }));
vi.mock("@/lib/client/not-verified", () => ({ useNotVerified: () => page.denied }));
vi.mock("@/lib/client/past", () => ({ usePast: () => page.past, useKeptAt: () => (href: string) => href }));
vi.mock("@/lib/client/known-clusters", () => ({ useSeveralClusters: () => false }));
vi.mock("@/components/table/use-tense", () => ({ useTense: () => ({ past: false }) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/components/table/cluster-name", () => ({ ClusterName: () => null }));
vi.mock("@/lib/client/page-link", () => ({ Link: ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a> }));
afterEach(() => {
  cleanup();
  Object.assign(page, { rows: [], total: 0, all: 38, past: null, denied: null, sources: [], history: null });
});

const machines = { ...aHostRow().machines, taken: 0, serving: 0 } as ServiceRow["machines"];
const lost = (name: string, hoursAgo: number | null, own: Partial<ServiceRow> = {}) =>
  aHostRow({
    ...{ id: name, name, host: `${name}.shop.svc.cluster.local`, status: { ...aHostRow().status, kind: "nobody" }, machines, pods: { taken: 0, ready: 0 } },
    ...{ since: hoursAgo === null ? null : NOW - hoursAgo * HOUR, ...own },
  });

const LIVE = { reached: [], tense: { past: false } } as const;

function shown(...rows: readonly ServiceRow[]) {
  Object.assign(page, { rows, total: Math.max(page.total, rows.length) });
  return render(<ServicesWithoutEndpoint query="ns=shop" counted={LIVE} initial={null} />).container;
}

/** The text of the section without its heading. */
const text = (container: HTMLElement) => container.textContent?.replace("Services without endpoints", "");

describe("the section of services without endpoints", () => {
  it("lists them with link, reason and age: newest loss first, losses older than a day last and without colour", () => {
    const container = shown(lost("old", 30), lost("unknown", null), lost("late", 2), lost("new", 1));
    const lines = [...container.querySelectorAll("li")];
    expect(lines.map(({ dataset }) => dataset.service)).toEqual(["new", "late", "unknown", "old"]);
    expect(lines[0]?.textContent).toBe("Downnew.shop Selects no machine and no Pod60m");
    expect(lines.map((line) => line.innerHTML.includes("text-bad"))).toEqual([true, true, true, false]);
    expect(screen.getByRole("link", { name: "new.shop" }).getAttribute("href")).toBe("/c/prod-eu/services/shop/new");
  });

  it("links to the list of services if there are more than it shows", () => {
    page.total = 11;
    expect(text(shown(lost("new", 1)))).toMatch(/^11 of 38/);
    expect(screen.getByRole("link", { name: "10 more services without endpoints" }).getAttribute("href")).toBe("/services?ns=shop&q=status%3Anobody");
  });

  it("shows the number of all services if each has an endpoint", () => {
    expect(text(shown())).toBe("0 of 38No service is down.");
  });

  it("shows that nothing is verified without permission to read istiod's Pods", () => {
    page.denied = { source: "istiod-pods", namespace: "istio-system" };
    const container = shown();
    expect(text(container)).toBe("0 of 38No service is down. Not verified: no permission to read Pods in istio-system.");
    expect(container.innerHTML).not.toContain("text-good");
    expect(container.querySelector("p")?.className).toContain("text-blind");
  });

  it("is green only while the history is recorded, from which it knows lost endpoints", () => {
    expect(shown().innerHTML).toContain("text-good");
    cleanup();
    page.history = { kind: "off" };
    expect(shown().innerHTML).not.toContain("text-good");
  });

  it("reserves its height while the services load", () => {
    page.all = undefined;
    expect(text(shown())).toBe("Reading services");
  });

  it("shows that services are unknown while no istiod replica runs", () => {
    const { container } = render(<ServicesWithoutEndpoint query="" counted={LIVE} initial={null} istiodGoneSince={NOW - HOUR} />);
    expect(text(container)).toBe("38 servicesNo health reports since 03:00:00: istiod is gone.");
    expect(container.querySelector("p")?.className).toContain("text-blind");
  });

  it("names the kinds of objects that are not visible, but not on a past page", () => {
    page.sources = [
      { source: "workload-pods", freshness: { kind: "denied" } },
      { source: "services", freshness: { kind: "live" } },
    ];
    expect(text(shown())).toBe("0 of 38Not known where Pods are not visible.");
    cleanup();
    page.past = NOW;
    expect(text(shown())).toBe("0 of 38No service is down.");
  });
});
