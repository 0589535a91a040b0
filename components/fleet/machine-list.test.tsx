import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { PageFleet } from "@/components/trouble/counted-fleet";
import { lossesByGroup } from "@/components/trouble/use-fleet-losses";
import type { LossesAnswer } from "@/lib/contract/answers/history";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import { aLoss, theLosses } from "@/lib/testing/history-answers";
import { aFleetHead, aGroupRow, anEntryRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { MachineList } from "./machine-list";

const page = vi.hoisted(() => ({ rows: [] as unknown[], problem: null as string | null }));
vi.mock("@/lib/client/use-view", () => ({
  useView: () => ({ state: page.problem === null ? { head: null, rows: page.rows } : null, problem: page.problem }),
}));
vi.mock("@/lib/client/clock", () => ({ useOfNow: (read: (now: number) => unknown) => read(ROWS_NOW), useNow: () => ROWS_NOW }));
vi.mock("@/lib/client/status", () => ({ useFreshness: () => ({ kind: "live", asOf: 0 }) }));
vi.mock("@/lib/client/known-clusters", () => ({ useSeveralClusters: () => false }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }), usePathname: () => "/", useSearchParams: () => new URLSearchParams() }));
afterEach(() => {
  cleanup();
  page.problem = null;
});

const entry = (name: string, change: Partial<EntryRow> = {}) =>
  anEntryRow({ id: `prod-eu/${name}`, uid: name, name, namespace: "lab", group: "web", state: "healthy", message: "", ...change });

function show(rows: readonly EntryRow[], { total = rows.length, answer = null as LossesAnswer | null } = {}) {
  page.rows = [...rows];
  const rollUp = aRollUp({ healthy: rows.length }, { expected: total, fullTotal: total, expectedFrom: "declared" });
  const group = aGroupRow({ id: "prod-eu/lab/web", namespace: "lab", name: "web", rollUp });
  const head = aFleetHead({ rollUp });
  const fleet: PageFleet = {
    head,
    rows: [group],
    staleRows: 0,
    counted: { head, rows: [group], reached: [], notReached: [], tense: { past: false }, query: "" },
  };
  render(<MachineList fleet={fleet} losses={lossesByGroup(answer, "utc", false)} query="ns=lab" initial={null} />);
}

const names = () =>
  screen.getAllByRole("row").flatMap((row) =>
    within(row)
      .queryAllByRole("link")
      .map(({ title }) => title),
  );

it("lists each machine with state, reason and link, and names a single group in the heading", () => {
  show([entry("web-14", { state: "unhealthy", message: "HTTP 500" }), entry("web-11")]);
  expect(names()).toEqual(["web-14", "web-11"]);
  const [, failed] = screen.getAllByRole("row");
  expect(failed?.textContent).toMatch(/web-14.*Unhealthy.*HTTP 500/);
  expect(screen.getByRole("link", { name: "2 machines in lab / web" }).getAttribute("href")).toBe("/entries?ns=lab");
  expect(screen.queryByRole("columnheader", { name: "GROUP" })).toBeNull();
});

it("shows the group of each machine if there are several", () => {
  show([entry("web-14"), entry("db-1", { group: "db" }), entry("old", { group: "" })]);
  expect(screen.getByRole("columnheader", { name: "GROUP" })).toBeTruthy();
  expect(screen.getByText("lab / no group")).toBeTruthy();
});

it("lists machines with an open loss after failed ones, and shows the number of missing machines", () => {
  const loss = (name: string) => aLoss({ id: name, row: entry(name, { state: "healthy" }) });
  show([entry("web-14", { state: "unhealthy", message: "HTTP 500" }), entry("web-11")], { total: 4, answer: theLosses([loss("web-20")]) });
  expect(names()).toEqual(["web-14", "web-20", "web-11"]);
  expect(screen.getAllByRole("row")[2]?.textContent).toContain("Lost");
  expect(screen.getByText("1 expected machine is missing.")).toBeTruthy();
});

it("explains why there are no machines to list", () => {
  page.problem = "no permission to list WorkloadEntries";
  show([]);
  expect(screen.getByText(/no permission to list WorkloadEntries/)).toBeTruthy();
});
