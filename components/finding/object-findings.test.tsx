import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { FindingRow } from "@/lib/contract/views/findings";
import { ObjectFindings } from "./object-findings";

const view = vi.hoisted(() => ({ state: null as { readonly head: unknown; readonly rows: readonly unknown[] } | null }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: view.state, problem: null }) }));
vi.mock("@/lib/client/use-mutes", () => ({ useMutes: () => ({ list: [] }), useMuteNow: () => 0 }));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("./finding-item", () => ({ FindingItem: ({ row }: { row: FindingRow }) => <li>{row.id}</li>, adviceFor: () => "Register it again." }));

const GROUP = { of: "WorkloadGroup", cluster: "prod-eu", namespace: "shop", name: "checkout" } as const;

beforeEach(() => Object.assign(view, { state: null }));

function findings(rule: string, code: string, count: number, from = 0): readonly Partial<FindingRow>[] {
  return Array.from({ length: count }, (_, at) => ({ id: `${rule} ${from + at}`, rule, code, severity: "warning" }));
}

function show(rows: readonly Partial<FindingRow>[], total = rows.length) {
  view.state = { head: { total, settled: true, untold: 0, unreadableMutes: false }, rows };
  return render(<ObjectFindings {...GROUP} initial={null} />);
}

const ruleOf = (rule: string) => document.querySelector(`[data-rule="${rule}"]`) as HTMLElement;

it("shows a rule once with its first findings, and all of them on demand", () => {
  show([...findings("template-drift", "STL102", 3), ...findings("bundle-drift", "STL103", 40), ...findings("template-drift", "STL102", 1, 3)]);
  expect([...document.querySelectorAll("[data-rule]")].map((rule) => [rule.getAttribute("data-rule"), rule.getAttribute("data-count")])).toEqual([
    ["template-drift", "4"],
    ["bundle-drift", "40"],
  ]);
  expect(within(ruleOf("template-drift")).getAllByRole("listitem")).toHaveLength(4);
  expect(within(ruleOf("template-drift")).queryByRole("button")).toBeNull();
  const many = within(ruleOf("bundle-drift"));
  expect(many.getAllByRole("listitem")).toHaveLength(4);
  expect(many.getByRole("heading").textContent).toContain("40 findings");
  fireEvent.click(many.getByRole("button", { name: "All 40 findings" }));
  expect(many.getAllByRole("listitem")).toHaveLength(40);
});

it("links to all findings if the view does not have them all", () => {
  show(findings("bundle-drift", "STL103", 50), 72);
  expect(screen.getByText(/The first 50 are listed here/)).not.toBeNull();
  expect(screen.getByRole("link", { name: "All 72 findings" }).getAttribute("href")).toBe("/findings?cluster=prod-eu&ns=shop&q=object%3Acheckout");
});
