import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ROWS_NOW } from "@/lib/testing/rows";
import { HostAbsent } from "./host-absent";

const world = vi.hoisted(() => ({ rows: [] as { readonly kind: string; readonly at: number; readonly notBefore: number | null }[] }));
vi.mock("@/lib/client/history", () => ({ useActivity: () => ({ value: { rows: world.rows }, problem: null, isPrevious: false }) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => ({ kind: "live", asOf: ROWS_NOW }),
  useStatus: () => ({ clusters: [{ cluster: "prod-eu" }] }),
}));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/components/table/elsewhere", () => ({ Elsewhere: () => null }));

beforeEach(() => Object.assign(world, { rows: [] }));

const NAMES = { cluster: "prod-eu", kind: "ServiceEntry", namespace: "shop", name: "cards" } as const;
const deletion = (kind: string) => ({ kind, at: ROWS_NOW - 60_000, notBefore: null });
const draw = () => {
  const head = { found: false, nearest: [], unreadable: null, detail: null, total: 0, matched: 0 };
  render(<HostAbsent {...NAMES} head={head} problem={null} yaml={null} activity={<p>its changes</p>} />);
  return screen.getByRole("heading", { level: 1 });
};

it("shows when a ServiceEntry was deleted, and its changes", () => {
  Object.assign(world, { rows: [deletion("service"), deletion("serviceentry")] });
  const heading = draw();
  const at = String(ROWS_NOW - 60_000);
  expect({ ...heading.dataset }).toEqual({ statement: "service-deleted", namespace: "shop", name: "cards", from: at, to: at, past: "false" });
  expect(heading.textContent).toMatch(/^This ServiceEntry was deleted at \d\d:\d\d:\d\d\.$/);
  expect(screen.getByText("The machines that it selected stay registered")).toBeTruthy();
  expect(screen.getByText("its changes")).toBeTruthy();
});

it("claims no deletion of a ServiceEntry from that of a Service with its name", () => {
  Object.assign(world, { rows: [deletion("service")] });
  expect(draw().textContent).toBe("No such ServiceEntry can be seen.");
  expect(screen.queryByText("its changes")).toBeNull();
});
