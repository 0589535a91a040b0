import { act, cleanup, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { GroupWithoutIncident } from "@/lib/contract/views/fleet";
import { aFleetHead, aGroupRow, ROWS_NOW } from "@/lib/testing/rows";
import type { PageFleet } from "./counted-fleet";
import { GroupsWithoutIncident } from "./groups-without-incident";
import { lossesByGroup } from "./use-fleet-losses";

const page = vi.hoisted(() => ({ past: false, denied: null as { source: string; namespace: string } | null }));
vi.mock("@/components/table/use-tense", () => ({ useTense: () => (page.past ? { past: true, at: "at 04:10:00", moment: 0 } : { past: false }) }));
vi.mock("@/lib/client/clock", () => ({
  useOfNow: (read: (now: number) => unknown) => read(ROWS_NOW),
  useOfServerNow: (read: (now: number) => unknown) => read(ROWS_NOW),
}));
vi.mock("@/lib/client/status", () => ({ useFreshness: () => ({ kind: "live", asOf: 0 }) }));
vi.mock("@/lib/client/known-clusters", () => ({ useSeveralClusters: () => false }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/lib/client/not-verified", () => ({ useNotVerified: () => page.denied }));
vi.mock("@/lib/client/page-link", () => ({ Link: ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a> }));
afterEach(() => {
  cleanup();
  page.past = false;
  page.denied = null;
});

const group = (name: string, change: Partial<GroupWithoutIncident> = {}): GroupWithoutIncident => ({ ...aGroupRow({ name }), quietIncident: null, ...change });

const show = (rows: readonly GroupWithoutIncident[], about: Parameters<typeof section>[1] = {}) => render(section(rows, about)).container;

function section(
  rows: readonly GroupWithoutIncident[],
  { total = rows.length, areKnown = true, notReached = [] as string[], isIstiodGone = false, inIncidents = 0 } = {},
) {
  const incidents = areKnown ? { worst: null, isTier1: false, more: 0, lastEndedAt: null, knownSince: 0 } : null;
  const istiodGone = isIstiodGone ? { cluster: "prod-eu", unverified: 9, since: 0, sinceAtLeast: false } : null;
  const head = aFleetHead({ withoutIncident: { total, rows }, groupsInTrouble: total + inIncidents, incidents, istiodGone });
  const lost = notReached.map((cluster) => ({ kind: "cluster-not-reached", cluster, why: "lost", since: null }) as const);
  const tense = page.past ? { past: true as const, at: "at 04:10:00", moment: null } : { past: false as const };
  const counted = { head, rows: [], reached: [], notReached: lost, tense, query: "" };
  const fleet: PageFleet = { head, rows: [], staleRows: 0, counted };
  return <GroupsWithoutIncident fleet={fleet} losses={lossesByGroup(null, "utc", false)} query="ns=shop" />;
}

it("shows the number of machines in trouble, the total, the reason and a link", () => {
  show([group("checkout")]);
  const [line] = screen.getAllByRole("listitem");
  expect(line?.textContent).toMatch(/^Unhealthyshop \/ checkout 2 of 40.*HTTP 503.*63m$/);
  expect(screen.getByRole("link", { name: "shop / checkout" }).getAttribute("href")).toBe("/c/prod-eu/groups/shop/checkout");
});

it("shows long-running trouble without colour, with the key of its incident", () => {
  const nineDays = ROWS_NOW - 9 * 86_400_000;
  show([group("oracle", { quietIncident: { key: "d8pa", state: "long-running", since: nineDays, notBefore: null, message: "HTTP 500" } })]);
  const line = screen.getByRole("listitem");
  expect(line.innerHTML).not.toContain("text-bad");
  expect(within(line).getByRole("link", { name: "d8pa" }).getAttribute("href")).toBe("/incidents/d8pa");
  expect(line.textContent).toContain("HTTP 500 · d8pa9d");
});

it("lists a group eight seconds after its first failure, and counts it at once", () => {
  vi.useFakeTimers();
  const rowsOf = (container: HTMLElement) => [...container.querySelectorAll("li[data-group]")].map((row) => row.getAttribute("data-group"));
  const { container, rerender } = render(section([]));
  rerender(section([group("checkout"), group("cart")]));
  expect([rowsOf(container), container.textContent]).toEqual([[], "Groups in trouble22 groups have new trouble."]);
  // One group becomes part of an incident.
  act(() => vi.advanceTimersByTime(4_000));
  rerender(section([group("cart")]));
  act(() => vi.advanceTimersByTime(3_999));
  expect(rowsOf(container)).toEqual([]);
  act(() => vi.advanceTimersByTime(1));
  expect(rowsOf(container)).toEqual(["shop/cart"]);
  rerender(section([group("cart"), group("search")]));
  expect([rowsOf(container), container.textContent]).toEqual([["shop/cart"], expect.stringContaining("Groups in trouble2 · 1 new")]);
  vi.useRealTimers();
});

it("links to the list of all groups if there are more than it shows", () => {
  show([group("checkout")], { total: 7 });
  expect(screen.getByRole("link", { name: "all 7" }).getAttribute("href")).toBe("/groups?ns=shop&q=trouble%3Anew");
});

it.each([
  [true, false, "Groups in trouble0None is in trouble."],
  [false, false, "Groups in trouble0None is in trouble."],
  [true, true, "Groups in trouble0None was in trouble at 04:10:00."],
])("without a group, with incidents known = %j and past = %j, states: %s", (areKnown, past, text) => {
  page.past = past;
  expect(show([], { areKnown }).textContent).toBe(text);
});

it("is about the other groups on a page of the past whose incidents have a group", () => {
  page.past = true;
  expect(show([], { areKnown: false, inIncidents: 1 }).textContent).toBe("Other groups in trouble0No other group was in trouble at 04:10:00.");
});

it("shows that nothing is verified without permission to read istiod's Pods", () => {
  page.denied = { source: "istiod-pods", namespace: "istio-system" };
  const container = show([]);
  expect(container.textContent).toBe("Groups in trouble0None is in trouble. Not verified: no permission to read Pods in istio-system.");
  expect(container.innerHTML).not.toContain("text-good");
  expect(container.querySelector("p")?.className).toContain("text-blind");
});

it("has no green while no istiod replica runs", () => {
  expect(show([]).innerHTML).toContain("text-good");
  cleanup();
  expect(show([], { isIstiodGone: true }).innerHTML).not.toContain("text-good");
});

it("lists groups of an unreachable cluster last, with the cluster's name", () => {
  const container = show([group("old", { cluster: "ap-1", id: "ap-1/shop/old" }), group("new")], { notReached: ["ap-1"] });
  expect(screen.getAllByRole("listitem").map(({ dataset }) => dataset.group)).toEqual(["shop/new", "shop/old"]);
  expect(container.querySelector("[data-stale-rows]")?.textContent).toBe("The last group is in ap-1, as last seen.");
});
