import { cleanup, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { UnselectedHead, UnselectedRow } from "@/lib/contract/views/services";
import { anUnselectedRow } from "@/lib/testing/host-rows";
import { UnselectedSection } from "./unselected-section";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));

function show(rows: readonly UnselectedRow[], change: Partial<UnselectedHead> = {}) {
  const head = { total: rows.length, matched: rows.length, machines: rows.length, groups: rows.length, told: 942, untold: 0, ...change };
  const view = { head, rows, offset: 0, limit: 60, query: "", behind: false, problem: null, isWithdrawn: false, onWindow: () => undefined };
  return render(<UnselectedSection view={view} />).container;
}

describe("machines in no host", () => {
  it("stand by their name, or several by their group, with what nearly takes them", () => {
    show([anUnselectedRow(), anUnselectedRow({ id: "g", namespace: "legacy", group: "as400", machines: 4, of: 4, nearest: null })]);
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
      expect.arrayContaining(["/c/prod-eu/entries/logistics/labels-1?uid=l1", "/c/prod-eu/services/logistics/labels", "/c/prod-eu/groups/legacy/as400"]),
    );
    expect(screen.getByRole("table").textContent).toContain("nearest: Service labels: label app is labels, the selector wants label-printer");
    expect(screen.getByRole("table").textContent).toContain("no selector in this namespace wants any of its labels");
  });

  it("are none, not known, or nothing to speak of: each is said in its own way", () => {
    expect(show([]).textContent).toContain("Each of 942 registered machines is selected by a host.");
    cleanup();
    const blind = show([], { told: 0, untold: 40 }).textContent;
    expect(blind).toContain("Who selects 40 machines cannot be told");
    expect(blind).not.toContain("Each of");
    cleanup();
    expect(show([], { told: 0, untold: 0 }).textContent).toBe("");
  });
});
