import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { aGroupRow, aRollUp } from "@/lib/testing/rows";
import { GroupStatus } from "./group-status";

const fresh = vi.hoisted(() => ({ now: { kind: "live", asOf: 0 } as PageFreshness }));
vi.mock("@/lib/client/status", () => ({ useFreshness: () => fresh.now }));

const DECLARED = aGroupRow({ state: null, rollUp: aRollUp({}, { total: 0, serving: 0, expected: 4 }) });

beforeEach(() => {
  fresh.now = { kind: "live", asOf: 0 };
});

it("counts missing machines once the list of machines is whole", () => {
  render(<GroupStatus row={DECLARED} />);
  expect(screen.getByText("4 missing").className).toContain("text-bad");
});

it("says nothing of who is missing while the list is still being read", () => {
  fresh.now = { kind: "starting", asOf: null, reason: "" };
  const { container } = render(<GroupStatus row={DECLARED} />);
  expect(screen.getByText("Not read yet").className).toContain("text-blind");
  expect(container.innerHTML).not.toContain("text-bad");
});

it("keeps what was so when last seen", () => {
  fresh.now = { kind: "stale", asOf: 0, reason: "" };
  render(<GroupStatus row={DECLARED} />);
  expect(screen.getByText("4 missing")).toBeTruthy();
});

it("counts the lost machines of a group whose worst state is lost", () => {
  const { container } = render(
    <GroupStatus row={aGroupRow({ state: "vanished", lost: 2, missing: 1, rollUp: aRollUp({ unverified: 1 }, { expected: 4 }) })} />,
  );
  expect(screen.getByText("2 lost")).toBeTruthy();
  expect(container.querySelector("[data-state-word]")?.getAttribute("data-state-word")).toBe("vanished");
});

it.each([
  ["unhealthy", "Unhealthy"],
  ["unverified", "1 missing"],
] as const)("shows a group with a missing machine and an %s one as: %s", (state, text) => {
  render(<GroupStatus row={aGroupRow({ state, rollUp: aRollUp({ [state]: 1 }, { expected: 2 }) })} />);
  expect(screen.getByText(text)).toBeTruthy();
});
