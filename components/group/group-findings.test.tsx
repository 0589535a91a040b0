import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { GroupFindingsHead, GroupFindingsRow } from "@/lib/contract/views/findings";
import { GroupFindingsCell, GroupFindingsProvider } from "./group-findings";

const SETTLED: GroupFindingsHead = { settled: true, more: 0, untold: [] };
const view = vi.hoisted(() => ({ state: null as { readonly head: unknown; readonly rows: readonly unknown[] } | null }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: view.state, problem: null }) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));

beforeEach(() => Object.assign(view, { state: null }));

function cell(head: GroupFindingsHead | null, rows: readonly GroupFindingsRow[] = []): string {
  view.state = head === null ? null : { head, rows };
  const row = { id: "prod-eu/shop/checkout", cluster: "prod-eu", namespace: "shop", name: "checkout" };
  const { container } = render(
    <GroupFindingsProvider places="">
      <GroupFindingsCell row={row} />
    </GroupFindingsProvider>,
  );
  return container.textContent ?? "";
}

it("shows the number of findings by severity, and links to them", () => {
  expect(cell(SETTLED, [{ id: "prod-eu/shop/checkout", error: 2, warning: 0, note: 1 }])).toBe("Error 2Note 1");
  const link = screen.getByRole("link", { name: "2 errors and 1 note found" });
  expect(link.getAttribute("href")).toBe("/findings?cluster=prod-eu&ns=shop&q=object%3Acheckout");
});

it.each<[string, GroupFindingsHead | null, string]>([
  ["nothing", SETTLED, "0"],
  ["nothing yet, as not everything was looked at", { ...SETTLED, settled: false }, "—"],
  ["nothing yet, before anything came", null, "—"],
  ["nothing that is told here, as too many groups have findings", { ...SETTLED, more: 3 }, "—"],
  ["nothing, where rules cannot tell", { ...SETTLED, untold: [{ cluster: "prod-eu", namespace: "shop", rules: 2 }] }, "Cannot tell"],
  ["nothing, where rules cannot tell elsewhere", { ...SETTLED, untold: [{ cluster: "prod-eu", namespace: "legacy", rules: 2 }] }, "0"],
])("shows its own text for %s", (_what, head, text) => expect(cell(head)).toBe(text));
