import { cleanup, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { IncidentRow, IncidentsHead } from "@/lib/contract/views/incidents";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { NOW } from "@/lib/testing/entries";
import { aMember, anIncident } from "@/lib/testing/incident-builders";
import { IncidentRows } from "./incident-rows";
import { useFleetIncidents } from "./use-fleet-incidents";

const page = vi.hoisted(() => ({ rows: [] as unknown[], since: 0 as number | null, past: null as number | null, query: "" }));
vi.mock("@/lib/client/use-view", () => ({
  useView: (_kind: string, query: string) => {
    page.query = query;
    const facets = [{ key: "state", values: [{ value: "over", count: 9 }], more: 0 }];
    const head = { since: page.since, facets, open: 7, recovering: 0, planned: 0, longRunning: 1 } as Partial<IncidentsHead>;
    return { state: { head, rows: page.rows }, problem: null };
  },
}));
vi.mock("@/lib/client/past", () => ({ usePast: () => page.past }));
vi.mock("@/lib/client/page-activity", () => ({ usePageActivity: () => "idle" }));
vi.mock("@/components/table/use-tense", () => ({ useTense: () => ({ past: false }) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/lib/client/clock", () => ({
  useOfNow: (read: (now: number) => unknown) => read(NOW),
  useOfServerNow: (read: (now: number) => unknown) => read(NOW),
}));
vi.mock("@/lib/client/known-clusters", () => ({ useSeveralClusters: () => false }));
vi.mock("@/lib/client/page-link", () => ({ Link: ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a> }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }), usePathname: () => "/" }));
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe = vi.fn();
    unobserve = vi.fn();
    disconnect = vi.fn();
  },
);
afterEach(() => {
  cleanup();
  Object.assign(page, { rows: [], since: 0, past: null });
});

function row(key: string, change: Partial<IncidentRow> = {}): IncidentRow {
  const incident = anIncident({ key, members: [aMember(1), aMember(2)] });
  const common = { services: 0, plannedUntil: null, foundAtStart: false, worst: null, isPartial: false } as const;
  return { id: key, state: incident.state, stateSince: NOW, tier: 2, title: incidentTitle(incident), ...common, ...change };
}

const ALL_LIVE: Counted = { reached: [], notReached: [], tense: { past: false } };
type Counted = Parameters<typeof IncidentRows>[0]["counted"];

function Page({ isCalm, counted }: { readonly isCalm: boolean; readonly counted: Counted }) {
  const incidents = useFleetIncidents("ns=shop", null, null);
  return <IncidentRows incidents={incidents} numbers={new Map([["k0", 3]])} query="ns=shop" isCalm={isCalm} counted={counted} />;
}

function show(rows: readonly IncidentRow[], isCalm = false, counted = ALL_LIVE) {
  page.rows = [...rows];
  return render(<Page isCalm={isCalm} counted={counted} />).container;
}

it("lists the five worst incidents with their numbers in the chart, and links to the others in the same namespaces", () => {
  show(Array.from({ length: 7 }, (_, index) => row(`k${index}`)));
  const [, ...rows] = screen.getAllByRole("row");
  expect(rows).toHaveLength(5);
  expect(within(rows[0] as HTMLElement).getAllByText("3")).not.toHaveLength(0);
  expect(screen.getByRole("link", { name: "2 more" }).getAttribute("href")).toBe("/incidents?ns=shop");
  expect(page.query).toBe("ns=shop&window=24h");
});

it("only counts long-running, planned and ended incidents", () => {
  const over = row("over", { state: "over" });
  const container = show([row("open"), row("old", { state: "long-running" }), row("planned", { plannedUntil: NOW + 1 }), over]);
  expect([...container.querySelectorAll("tbody [data-incident]")].map((one) => (one as HTMLElement).dataset.incident)).toEqual(["open"]);
  expect(container.textContent).toContain("7 open · 1 long-running");
});

it.each([
  [true, "No machine is in trouble."],
  [false, "No incident is open."],
])("without an open incident, and without trouble = %j, states that there is none, in green only without trouble", (isCalm, text) => {
  const container = show([], isCalm);
  expect(container.textContent).toContain(text);
  expect(container.innerHTML.includes("text-good")).toBe(isCalm);
});

it("names the reachable clusters, and counts incidents of the others as unknown", () => {
  const notReached = [{ kind: "cluster-not-reached", cluster: "prod-eu", why: "lost", since: NOW }] as const;
  const counted = { reached: ["us-1"], notReached, tense: { past: false } } as const;
  expect(show([row("k0"), row("k1")], false, counted).textContent).toContain("5 open · 2 not known · 1 long-running");
  cleanup();
  expect(show([], true, counted).textContent).toContain("No machine is in trouble in us-1.");
});

it("states that incidents are unknown while no history is recorded, but not on a past page", () => {
  page.since = null;
  expect(show([row("k0")]).textContent).toContain("Incidents are not known");
  cleanup();
  page.past = NOW;
  expect(show([row("k0")]).textContent).not.toContain("not known");
});
