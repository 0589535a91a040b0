import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { FleetHead } from "@/lib/contract/views/fleet";
import type { FleetIncidents, IncidentTrouble } from "@/lib/domain/statements/fleet-incidents";
import { type FleetTrouble, quietTrouble } from "@/lib/domain/statements/fleet-trouble";
import { aFleetHead } from "@/lib/testing/rows";
import { FleetHeadline } from "./fleet-headline";

const page = vi.hoisted(() => ({ isWall: false }));
vi.mock("@/lib/client/use-is-wall", () => ({ useIsWall: () => page.isWall }));
vi.mock("@/lib/client/clock", () => ({ useNow: () => 0 }));
vi.mock("@/lib/client/known-clusters", () => ({ useSeveralClusters: () => false }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/lib/client/page-link", () => ({ Link: ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a> }));
afterEach(() => {
  cleanup();
  page.isWall = false;
});

const ORACLE = { cluster: "prod-eu", namespace: "legacy", name: "oracle-rac", isNameUnique: true, number: 4, total: 12, since: null };

/** Renders long-running trouble below the headline; returns its text, its number of groups and its link. */
function oldTrouble(longRunning: FleetHead["longRunning"], query = "ns=legacy"): readonly unknown[] {
  const head = aFleetHead({ worst: null, longRunning });
  const counted = { head, rows: [], reached: [], notReached: [], tense: { past: false }, query } as const;
  const quiet = quietTrouble({ fleet: head, historyPaused: null }, null);
  const { container } = render(<FleetHeadline counted={counted} trouble={{ worst: null, incidents: null, quiet }} line={[]} />);
  const part = container.querySelector<HTMLElement>("[data-statement='long-running']");
  return [part?.textContent, part?.dataset.more, part?.querySelector("a")?.getAttribute("href") ?? null];
}

it.each([
  [1, 0, "", ["oracle-rac, 4 of 12", "0", "/c/prod-eu/groups/legacy/oracle-rac"]],
  [3, 0, "", ["oracle-rac, 4 of 12 and 2 more groups with old trouble", "2", "/groups?q=trouble%3Aold"]],
  [3, 0, "ns=legacy", ["oracle-rac, 4 of 12 and 2 more groups with old trouble", "2", "/groups?ns=legacy&q=trouble%3Aold"]],
  [2, 1, "", ["oracle-rac, 4 of 12 and machines of no group in 1 more namespace with old trouble", "0", "/c/prod-eu/groups/legacy/oracle-rac"]],
])("links %d groups with long-running trouble, %d of them for machines of no group, for the query %j", (count, places, query, shown) => {
  expect(oldTrouble({ count, places, rows: [ORACLE] }, query)).toEqual(shown);
});

it("links machines without a group to the list of their entries", () => {
  expect(oldTrouble({ count: 1, places: 1, rows: [{ ...ORACLE, name: "" }] }, "")[2]).toBe("/entries?cluster=prod-eu&ns=legacy&q=group%3Anone");
});

it("has no line below it on a wall display, which shows it elsewhere", () => {
  page.isWall = true;
  expect(oldTrouble({ count: 3, places: 0, rows: [ORACLE] })).toEqual([undefined, undefined, null]);
});

const GROUP: IncidentTrouble = {
  ...{ kind: "fleet-worst-group", cluster: "prod-eu", namespace: "shop", group: "checkout", isNameUnique: true, number: 6, total: 48, unhealthy: 6 },
  ...{ lost: 0, missing: 0, reconnecting: 0, starting: 0, risen: null, isFirst: false, message: "", common: [], unreadable: false },
  ...{ since: null, sinceAtLeast: false, incident: "q7fd", withoutEndpoint: 0, firstWithoutEndpoint: "" },
};
const TODAY: FleetTrouble = {
  ...{ kind: "fleet-worst-machine", cluster: "prod-eu", namespace: "shop", machine: "pay-3", word: "unhealthy", message: "" },
  ...{ since: null, sinceAtLeast: false },
};

/** Renders the headline and waits for its lazy line about incidents. */
async function headlineWith(incidents: Partial<FleetIncidents> | null, worst: FleetTrouble | null) {
  const counted = { head: aFleetHead(), rows: [], reached: [], notReached: [], tense: { past: false }, query: "ns=shop" } as const;
  const all = incidents === null ? null : { worst: null, isTier1: false, more: 0, lastEndedAt: null, knownSince: 0, ...incidents };
  const { container } = render(<FleetHeadline counted={counted} trouble={{ worst, incidents: all, quiet: [] }} line={[]} />);
  await act(() => import("./incident-line"));
  const [total, ...statements] = container.querySelectorAll<HTMLElement>("h1 [data-statement]");
  const links = Array.from(container.querySelectorAll("h1 a"), (link) => link.getAttribute("href"));
  return {
    lines: statements.map(({ textContent }) => textContent?.trim()),
    links,
    isQuietTotal: total?.parentElement?.className.includes("order-last") ?? false,
  };
}

it.each<readonly [claim: string, incidents: Partial<FleetIncidents> | null, worst: FleetTrouble | null, shown: Awaited<ReturnType<typeof headlineWith>>]>([
  [
    "an incident with a link to the others of the chosen namespaces",
    { worst: GROUP, more: 2 },
    TODAY,
    {
      lines: ["6 of 48 checkout machines failed.", "and 2 more incidents"],
      links: ["/incidents/q7fd", "/incidents?ns=shop"],
      isQuietTotal: true,
    },
  ],
  [
    "an incident, although no group is in trouble",
    { worst: GROUP },
    null,
    { lines: ["6 of 48 checkout machines failed."], links: expect.anything(), isQuietTotal: true },
  ],
  ["the worst trouble while no incident is open", { lastEndedAt: 0 }, TODAY, { lines: ["shop/pay-3 failed."], links: expect.anything(), isQuietTotal: true }],
  ["the worst trouble if incidents are not known", null, TODAY, { lines: ["shop/pay-3 failed."], links: expect.anything(), isQuietTotal: true }],
  [
    "the end of the last incident below the total",
    { lastEndedAt: -7_200_000 },
    null,
    { lines: ["Last incident ended 2 h ago."], links: [], isQuietTotal: false },
  ],
  ["that no incident was recorded in a day", { knownSince: -90_000_000 }, null, { lines: ["No incident recorded in 24 h."], links: [], isQuietTotal: false }],
  ["the total alone if no machine is in trouble and incidents are not known", null, null, { lines: [], links: [], isQuietTotal: false }],
])("shows %s", async (_claim, incidents, worst, shown) => {
  expect(await headlineWith(incidents, worst)).toEqual(shown);
});

it("does not link to other incidents on a wall display", async () => {
  page.isWall = true;
  expect(await headlineWith({ worst: GROUP, more: 1 }, null)).toMatchObject({ lines: ["6 of 48 checkout machines failed.", "and 1 more incident"], links: [] });
});

it("links a rollout to the machines whose entries still name an ended replica", () => {
  const rollout = { cluster: "prod-eu", ended: 2, started: 2, since: 0, version: "1.31.1", waiting: 12, unverified: 0, replicas: ["istiod-a", "istiod-b"] };
  const counted = { head: aFleetHead({ rollout }), rows: [], reached: [], notReached: [], tense: { past: false }, query: "ns=shop" } as const;
  const { replicas: _names, unverified: _number, ...statement } = rollout;
  const quiet = [{ kind: "fleet-rollout", ...statement }] as const;
  const { container } = render(<FleetHeadline counted={counted} trouble={{ worst: null, incidents: null, quiet }} line={[]} />);
  const link = container.querySelector("h1 + div a");
  expect([link?.textContent, link?.getAttribute("href")]).toEqual([
    "rollout of istiod to 1.31.1: 12 machines still to reconnect",
    "/entries?cluster=prod-eu&ns=shop&q=replica%3Aistiod-a+replica%3Aistiod-b",
  ]);
});

it("shows a part that loads after the page on wide screens only, where it cannot add a line", () => {
  const counted = { head: aFleetHead(), rows: [], reached: [], notReached: [], tense: { past: false }, query: "" } as const;
  const line = [
    { text: "istiod 1.31.0", tone: null },
    { text: "legacy/batch was deleted 13:36:56", tone: null, isLate: true },
  ];
  const { container } = render(<FleetHeadline counted={counted} trouble={{ worst: null, incidents: null, quiet: [] }} line={line} />);
  const parts = Array.from(container.querySelectorAll("h1 + div > span"), ({ textContent, className }) => [textContent, className]);
  expect(parts).toEqual([
    ["istiod 1.31.0", ""],
    [" · legacy/batch was deleted 13:36:56", "max-[1099px]:hidden"],
  ]);
});
