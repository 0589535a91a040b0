import { cleanup, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { FleetHead } from "@/lib/contract/views/fleet";
import { aFleetHead, aRollUp } from "@/lib/testing/rows";
import { StateCounts } from "./state-counts";

const page = vi.hoisted(() => ({ isWall: false }));
vi.mock("@/lib/client/use-is-wall", () => ({ useIsWall: () => page.isWall }));
vi.mock("@/lib/client/status", () => ({ useFreshness: () => ({ kind: "live", asOf: 0 }) }));
vi.mock("@/lib/client/page-link", () => ({
  Link: ({ href, title, children }: { href: string; title?: string; children: ReactNode }) => (
    <a href={href} title={title}>
      {children}
    </a>
  ),
}));
afterEach(() => {
  cleanup();
  page.isWall = false;
});

function show(change: Partial<FleetHead>, query = "") {
  const counted = { head: aFleetHead(change), rows: [], reached: [], notReached: [], tense: { past: false }, query } as const;
  render(<StateCounts counted={counted} />);
  return screen.getAllByRole("listitem");
}

it("shows the eight states in their fixed order, each with its number", () => {
  const slots = show({ rollUp: aRollUp({ healthy: 910, unhealthy: 12, unverified: 2 }) });
  expect(slots.map(({ textContent }) => textContent)).toEqual([
    ...["Healthy910", "Not checked0", "Reconnecting0", "Unhealthy12", "Lost0", "Unverified2", "Draining0", "Starting0"],
  ]);
});

it("links a count to its entries in the same clusters and namespaces, filtered by all exact states of the count", () => {
  const slots = show({ rollUp: aRollUp({ unverified: 1, disconnected: 2, unreadable: 1 }) }, "ns=shop");
  const link = within(slots[5] as HTMLElement).getByRole("link", { name: "Unverified 4" });
  expect(link.getAttribute("href")).toBe("/entries?ns=shop&q=state%3Aunverified+state%3Adisconnected+state%3Aunreadable");
  expect(link.title).toBe("Unverified: 1 replica gone or connection too old, 2 disconnected, 1 unreadable object");
});

it("has no link on a count of zero, on a count without entries, or on a wall display", () => {
  const links = (change: Partial<FleetHead>) => show(change).filter((slot) => within(slot).queryByRole("link") !== null).length;
  expect(links({ rollUp: aRollUp({ healthy: 3 }), missing: 2 })).toBe(1);
  cleanup();
  page.isWall = true;
  expect(links({ rollUp: aRollUp({ healthy: 3 }) })).toBe(0);
});

it("lists lost and missing machines separately in the tooltip of Lost", () => {
  const slots = show({ lost: 2, missing: 1 });
  expect(within(slots[4] as HTMLElement).getByRole("link", { name: "Lost 3" }).title).toBe("Lost: 2 lost, 1 missing");
});

it("shows all numbers in violet if the viewer may not read istiod's Pods", () => {
  const slots = show({ rollUp: aRollUp({ healthy: 3 }), replicas: { kind: "denied", running: 0, source: "", namespace: "istio-system" } });
  expect(within(slots[0] as HTMLElement).getByText("3").className).toContain("text-blind");
});
