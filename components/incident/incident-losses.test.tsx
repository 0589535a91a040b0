import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LossRow } from "@/lib/contract/answers/history";
import type { IncidentGroup } from "@/lib/contract/views/incidents";
import { aLoss, theLosses } from "@/lib/testing/history-answers";
import { aGroupHead, aGroupRow, anEntryRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { GroupLosses } from "./incident-losses";

const { page } = vi.hoisted(() => ({ page: { past: null as number | null, losses: [] as unknown[], sent: [] as unknown[], asked: [] as unknown[] } }));
vi.mock("@/lib/client/clock", () => ({
  useOfNow: (read: (now: number) => unknown) => read(ROWS_NOW),
  useOfServerNow: (read: (now: number) => unknown) => read(ROWS_NOW),
}));
vi.mock("@/lib/client/past", () => ({ usePast: () => page.past }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/lib/client/use-view", () => ({
  useView: () => ({
    state: { head: { ...aGroupHead(), row: aGroupRow({ rollUp: aRollUp({ healthy: 46 }, { expected: 48, expectedFrom: "declared" }) }) } },
    problem: null,
  }),
}));
vi.mock("@/lib/client/history", () => ({
  useLosses: (...asked: unknown[]) => {
    page.asked.push(asked);
    return { value: theLosses(page.losses as LossRow[]), problem: null, isPrevious: false };
  },
}));
vi.mock("@/lib/client/use-answer", () => ({ useAnswer: () => ({ kind: "here", value: { may: true, missing: "" } }) }));
vi.mock("@/lib/client/send-command", () => ({
  sendCommand: async (sent: unknown) => {
    page.sent.push(sent);
    return { kind: "accepted", warnings: [], resourceVersion: "" };
  },
}));

const SINCE = ROWS_NOW - 60_000;
const OFFERED = ["accept-losses", "undo-accepted-losses"] as const;
const lost = (n: number, change: Partial<LossRow> = {}) =>
  aLoss({ row: anEntryRow({ id: `prod-eu/uid-${n}`, uid: `uid-${n}`, name: `vm-${n}`, state: "disconnected" }), endedAt: ROWS_NOW - n, ...change });
const ACCEPTED = { at: ROWS_NOW - 1_000, because: "accepted", by: "ann" } as const;
const groupOf = (change: Partial<IncidentGroup> = {}): IncidentGroup => {
  return { cluster: "prod-eu", namespace: "shop", name: "checkout", machines: 3, failed: 0, lost: 2, unverified: 0, accepted: 0, ...change };
};
const show = (group: IncidentGroup, offered: Parameters<typeof GroupLosses>[0]["offered"] = OFFERED) =>
  render(<GroupLosses group={group} since={SINCE} offered={offered} />).container;

beforeEach(() => {
  Object.assign(page, { past: null, losses: [], sent: [], asked: [] });
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

describe("lost machines of a group of an incident", () => {
  it("are accepted in a dialog, which lists the losses since the beginning of the incident", async () => {
    page.losses = [lost(1), lost(2), lost(3, { endedAt: SINCE - 1 })];
    const container = show(groupOf());
    fireEvent.click(screen.getByRole("button", { name: "Will not come back: shop/checkout" }));
    expect(screen.getAllByRole("checkbox")).toHaveLength(2);
    for (const name of ["vm-1", "vm-2"]) fireEvent.click(screen.getByRole("checkbox", { name }));
    expect(container.querySelector("[data-effect]")?.textContent).toContain("The expected size becomes 46");
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Stored. The page shows it in a moment."));
    expect(page.sent).toMatchObject([{ name: "accept-losses", address: { name: "checkout" }, input: { losses: [{ name: "vm-1" }, { name: "vm-2" }] } }]);
    expect(page.asked[0]).toEqual([{ cluster: ["prod-eu"], ns: ["shop"], group: "checkout" }, "24h", 500]);
  });

  it("are shown with user and time after they were accepted, and count again after an undo", async () => {
    page.losses = [lost(1, { countedUntil: ACCEPTED })];
    const container = show(groupOf({ lost: 0, accepted: 1 }));
    fireEvent.click(screen.getByRole("button", { name: "Accepted losses: shop/checkout" }));
    expect(container.querySelector('[data-accepted="vm-1"]')?.textContent).toMatch(/^vm-1accepted 04:\d\d:\d\d by ann/);
    expect(container.textContent).toContain("No lost machine of this group counts any more.");
    fireEvent.click(screen.getByRole("button", { name: "Undo for vm-1" }));
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(page.sent).toMatchObject([{ name: "undo-accepted-losses", input: { losses: [{ name: "vm-1", at: ROWS_NOW - 1 }] } }]));
  });

  it("can be accepted again after an undo", async () => {
    page.losses = [lost(1)];
    const { rerender } = render(<GroupLosses group={groupOf()} since={SINCE} offered={OFFERED} />);
    fireEvent.click(screen.getByRole("button", { name: "Will not come back: shop/checkout" }));
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain("Stored."));
    for (const losses of [[lost(1, { countedUntil: ACCEPTED })], [lost(1)]]) {
      page.losses = losses;
      rerender(<GroupLosses group={groupOf()} since={SINCE} offered={OFFERED} />);
    }
    expect(screen.getByRole("status").textContent).toBe("");
    expect(screen.getByRole("button", { name: "Accept" })).not.toBeNull();
  });

  it.each([
    ["on a past page", 1, groupOf(), OFFERED],
    ["on a read-only server", null, groupOf(), []],
    ["for machines of no group", null, groupOf({ name: "" }), OFFERED],
    ["without a lost or accepted machine", null, groupOf({ lost: 0, failed: 3 }), OFFERED],
  ] as const)("have no control %s", (_claim, past, group, offered) => {
    page.past = past;
    expect(show(group, offered).textContent).toBe("");
  });
});
