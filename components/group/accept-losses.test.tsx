import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AcceptLosses, lossDecisions, UndoAcceptance } from "@/components/table/accept-losses";
import type { LossRow } from "@/lib/contract/answers/history";
import type { RollUp } from "@/lib/contract/views/groups";
import { aLoss, theLosses } from "@/lib/testing/history-answers";
import { aGroupHead, aGroupRow, anEntryRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { LostMachinesSection } from "./lost-section";

const { page } = vi.hoisted(() => ({ page: { past: null as number | null, may: true, sent: [] as unknown[] } }));
vi.mock("@/lib/client/clock", () => ({
  useOfNow: (read: (now: number) => unknown) => read(ROWS_NOW),
  useOfServerNow: (read: (now: number) => unknown) => read(ROWS_NOW),
}));
vi.mock("@/lib/client/past", () => ({ usePast: () => page.past, useKeptAt: () => (href: string) => href }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/lib/client/use-answer", () => ({
  useAnswer: () => ({
    kind: "here",
    value: page.may ? { may: true, missing: "" } : { may: false, missing: "The verb update is missing", missingRights: ["update workloadgroups"] },
  }),
}));
vi.mock("@/lib/client/send-command", () => ({
  sendCommand: async (sent: unknown) => {
    page.sent.push(sent);
    return { kind: "accepted", warnings: [], resourceVersion: "" };
  },
}));

const lost = (n: number, change: Partial<LossRow> = {}) =>
  aLoss({ row: anEntryRow({ id: `prod-eu/uid-${n}`, uid: `uid-${n}`, name: `vm-${n}`, state: "disconnected" }), endedAt: ROWS_NOW - n, ...change });
const ACCEPTED = { at: ROWS_NOW - 1_000, because: "accepted", by: "ann" } as const;

function decisionsOf(change: Partial<RollUp>, offered: Parameters<typeof lossDecisions>[2] = ["accept-losses", "undo-accepted-losses"]) {
  const row = aGroupRow({ rollUp: aRollUp({ healthy: 46 }, { expected: 48, expectedFrom: "declared", ...change }) });
  const decisions = lossDecisions(row, aGroupHead().detail, offered);
  if (decisions === null) throw new Error("no group");
  return decisions;
}

const open = () => fireEvent.click(screen.getByRole("button", { name: "Will not come back" }));

beforeEach(() => {
  Object.assign(page, { past: null, may: true, sent: [] });
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

describe("the dialog to accept lost machines", () => {
  it("shows the new expected size for the selected machines, and sends their losses", async () => {
    const decisions = decisionsOf({});
    const { container } = render(<AcceptLosses losses={[lost(1), lost(2), lost(3, { countedUntil: ACCEPTED })]} decisions={decisions} />);
    open();
    expect(screen.getAllByRole("checkbox")).toHaveLength(2);
    expect(container.querySelector("[data-effect]")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    expect(page.sent).toEqual([]);
    for (const name of ["vm-1", "vm-2"]) fireEvent.click(screen.getByRole("checkbox", { name }));
    expect(container.querySelector("[data-effect]")?.textContent).toBe(
      "The expected size becomes 46, until someone declares another size. You can undo it here.",
    );
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Stored. The page shows it in a moment."));
    const { group } = decisions;
    const losses = [1, 2].map((n) => ({ name: `vm-${n}`, at: ROWS_NOW - n }));
    expect(page.sent).toEqual([{ name: "accept-losses", address: group, resourceVersion: "", input: { uid: group.uid, losses } }]);
  });

  it.each([
    ["a learned size", { expectedFrom: "learned" }, "The expected size becomes 47, until Stolos learns another size."],
    ["a range", { expectedFrom: "range", expectedMost: 60 }, "It does not count as lost any more."],
    ["no size", { expected: null, expectedFrom: "unknown" }, "It does not count as lost any more."],
  ] as const)("selects a single lost machine, and states the effect on %s", (_claim, size, text) => {
    const { container } = render(<AcceptLosses losses={[lost(1)]} decisions={decisionsOf(size)} />);
    open();
    expect(container.querySelector("[data-effect]")?.textContent).toBe(`${text} You can undo it here.`);
  });

  it("names the missing permission instead of a form", () => {
    page.may = false;
    const { container } = render(<AcceptLosses losses={[lost(1)]} decisions={decisionsOf({})} />);
    open();
    expect(container.querySelector("[data-missing]")?.getAttribute("data-missing")).toBe("update workloadgroups");
    expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  });

  it.each([
    ["on a past page", 1, [lost(1)], ["accept-losses"]],
    ["if no loss counts", null, [lost(1, { countedUntil: ACCEPTED }), lost(2, { replacedBy: "uid-9" }), lost(3, { planned: true })], ["accept-losses"]],
    ["on a read-only server", null, [lost(1)], []],
  ] as const)("is hidden %s", (_claim, past, losses, offered) => {
    page.past = past;
    const { container } = render(<AcceptLosses losses={losses} decisions={decisionsOf({}, offered)} />);
    expect(container.textContent).toBe("");
  });
});

describe("an accepted loss in the list of lost machines", () => {
  const show = (countedUntil: LossRow["countedUntil"]) => {
    const value = theLosses([lost(1, countedUntil === undefined ? {} : { countedUntil })]);
    return render(<LostMachinesSection losses={{ value, problem: null, isPrevious: false, behind: 0 }} decisions={decisionsOf({ accepted: 1 })} />).container;
  };

  it("shows the user and the time, and offers to undo it", () => {
    const container = show(ACCEPTED);
    expect(container.querySelector('[data-count-end="accepted"]')?.textContent).toMatch(/^will not come back: accepted by ann 04:\d\d:\d\d undo$/);
    expect(screen.queryByRole("button", { name: "Will not come back" })).toBeNull();
  });

  it("can be undone after the list has shown it", async () => {
    const decisions = decisionsOf({ expected: 47, accepted: 1 });
    render(<UndoAcceptance loss={lost(1, { countedUntil: ACCEPTED })} decisions={decisions} />);
    fireEvent.click(screen.getByRole("button", { name: "Undo for vm-1" }));
    const undo = await screen.findByRole("button", { name: "Undo" });
    expect(document.body.textContent).toContain("The expected size becomes 48.");
    fireEvent.click(undo);
    await waitFor(() => expect(page.sent).toMatchObject([{ name: "undo-accepted-losses", input: { losses: [{ name: "vm-1", at: ROWS_NOW - 1 }] } }]));
  });

  it("cannot be undone before it is accepted", () => {
    show(undefined);
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Will not come back"]);
  });
});
