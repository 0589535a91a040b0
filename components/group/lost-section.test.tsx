import { cleanup, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { LossesAnswer } from "@/lib/contract/answers/history";
import { aLoss, theLosses } from "@/lib/testing/history-answers";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { LostMachinesSection } from "./lost-section";

vi.mock("@/lib/client/clock", () => ({
  useOfNow: (read: (now: number) => unknown) => read(ROWS_NOW),
  useOfServerNow: (read: (now: number) => unknown) => read(ROWS_NOW),
}));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const minute = 60_000;
const lost = (n: number, isBack: boolean) =>
  aLoss({
    row: anEntryRow({ id: `prod-eu/uid-${n}`, uid: `uid-${n}`, name: `vm-${n}`, address: `10.20.1.${n}`, state: "disconnected" }),
    ...(isBack ? { replacedBy: `uid-9${n}`, backAt: ROWS_NOW - 40 * minute } : {}),
  });
const show = (value: LossesAnswer, behind = 0) => render(<LostMachinesSection losses={{ value, problem: null, isPrevious: false, behind }} />).container;

describe("the lost machines of a group", () => {
  it("states that none was lost only if the live counts have no lost machine either", () => {
    expect(show(theLosses([])).textContent).toContain("No machine was lost");
    cleanup();
    const { textContent } = show(theLosses([]), 1);
    expect(textContent).toContain("One machine was lost just now: what is known of it is being read.");
    expect(textContent).not.toContain("No machine was lost");
  });

  it("counts machines that are back, with the time, and does not list them as lost", () => {
    const container = show(theLosses([lost(1, true), lost(2, false), lost(3, true)]));
    expect(container.textContent).toContain("3 in the last 24 h, 2 back since 03:36:12");
    expect(screen.getByText("2 machines are back").closest("details")?.querySelectorAll("li")).toHaveLength(2);
    expect([...container.querySelectorAll("li")].filter((row) => row.closest("details") === null).map((row) => row.querySelector("a")?.title)).toEqual([
      "vm-2",
    ]);
    expect(container.querySelectorAll(".text-bad")).toHaveLength(1);
  });

  it("is not red if all lost machines are back", () => {
    expect(show(theLosses([lost(1, true)])).querySelectorAll(".text-bad")).toHaveLength(0);
  });

  it("compares traits of lost machines with those of the others", () => {
    const traits = [{ trait: "zone", value: "eu-central-1a", lost: 2, left: 8 }];
    const container = show(theLosses([lost(1, false), lost(2, false)], { traits }));
    expect(container.textContent).toContain("What the two share, against the 34 that stayed:");
  });
});
