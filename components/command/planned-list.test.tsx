import { cleanup, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aGroupHead, aGroupRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { PlannedList } from "./planned-machines";

vi.mock("@/lib/client/clock", () => ({ useOfNow: (read: (now: number) => unknown) => read(ROWS_NOW) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const { detail } = aGroupHead();
const row = aGroupRow({ rollUp: aRollUp({ healthy: 2 }, { expected: 2, expectedFrom: "declared", planned: 1 }) });

function shown(planned: NonNullable<typeof detail>["planned"]) {
  if (detail === null) throw new Error("no detail");
  render(<PlannedList row={row} detail={{ ...detail, planned }} offered={[]} />);
}

it("says of each machine whether it is here, has left, or should have", () => {
  shown([
    { entry: "vm-late", by: ROWS_NOW - 86_400_000, reason: "moved", here: true },
    { entry: "vm-gone", by: null, reason: "sold", here: false },
    { entry: "vm-hidden", by: null, reason: "", here: null },
  ]);
  const lines = screen.getAllByRole("listitem").map((line) => line.textContent);
  expect(lines[0]).toMatch(/^vm-latewas planned to go by .*, and is still heremoved$/);
  expect(lines[1]).toBe("vm-gonenot here: it left as planned, and is not counted as missingsold");
  expect(lines[2]).toMatch(/whether it is here is not visible to you/);
  expect(screen.getByText(/^1 machine left as planned\. Once that is final, lower the expected size by 1/)).toBeTruthy();
});

it("an annotation that cannot be read is told, and nobody is nothing", () => {
  shown(null);
  expect(screen.getByText(/is no list of machines: nothing counts as planned/)).toBeTruthy();
  cleanup();
  shown([]);
  expect(document.body.textContent).toBe("");
});
