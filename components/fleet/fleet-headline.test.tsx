import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { FleetHead } from "@/lib/contract/views/fleet";
import { quietTrouble } from "@/lib/domain/statements/fleet-trouble";
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

/** The part of the quiet line about old trouble: its text, its number of groups, and its link. */
function oldTrouble(longRunning: FleetHead["longRunning"], query = "ns=legacy"): readonly unknown[] {
  const head = aFleetHead({ worst: null, longRunning });
  const counted = { head, rows: [], reached: [], notReached: [], tense: { past: false }, query } as const;
  const quiet = quietTrouble({ fleet: head, historyPaused: null }, null);
  const { container } = render(<FleetHeadline counted={counted} trouble={{ worst: null, quiet }} line={[]} />);
  const part = container.querySelector<HTMLElement>("[data-statement='long-running']");
  return [part?.textContent, part?.dataset.more, part?.querySelector("a")?.getAttribute("href") ?? null];
}

it.each([
  [1, 0, "", ["oracle-rac, 4 of 12", "0", "/c/prod-eu/groups/legacy/oracle-rac"]],
  [3, 0, "", ["oracle-rac, 4 of 12 and 2 more groups with old trouble", "2", "/groups?q=trouble%3Aold"]],
  [3, 0, "ns=legacy", ["oracle-rac, 4 of 12 and 2 more groups with old trouble", "2", "/groups?ns=legacy&q=trouble%3Aold"]],
  [2, 1, "", ["oracle-rac, 4 of 12 and machines of no group in 1 more namespace with old trouble", "0", "/c/prod-eu/groups/legacy/oracle-rac"]],
])("links %d rows of old trouble, %d of them without a group, for the query %j", (count, places, query, shown) => {
  expect(oldTrouble({ count, places, rows: [ORACLE] }, query)).toEqual(shown);
});

it("links machines of no group to their entries", () => {
  expect(oldTrouble({ count: 1, places: 1, rows: [{ ...ORACLE, name: "" }] }, "")[2]).toBe("/entries?cluster=prod-eu&ns=legacy&q=group%3Anone");
});

it("has no link on a wall", () => {
  page.isWall = true;
  expect(oldTrouble({ count: 3, places: 0, rows: [ORACLE] })).toEqual(["oracle-rac, 4 of 12 and 2 more groups with old trouble", "2", null]);
});
