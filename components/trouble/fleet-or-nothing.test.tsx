import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aFleetHead, aRollUp } from "@/lib/testing/rows";
import { FleetOrEmptyState } from "./fleet-or-nothing";

const world = vi.hoisted(() => ({ head: {} as object }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: { head: world.head, rows: [] }, problem: null }) }));
vi.mock("@/components/table/use-unseen", () => ({ useUnseen: () => false }));
vi.mock("@/components/table/nothing-here", () => ({ NothingHere: () => <p>nothing</p> }));
vi.mock("./counted-fleet", () => ({ useReachableFleet: () => null, reachableFirstFleet: (fleet: object) => fleet }));

it.each([
  ["a fleet without groups and machines", 0, 0, "nothing"],
  ["a fleet whose only group was deleted", 0, 4, "fleet"],
  ["a group without machines", 1, 0, "fleet"],
])("shows %s", (_, groups, fullTotal, shown) => {
  world.head = aFleetHead({ groups, rollUp: aRollUp({}, { fullTotal }) });
  const { container } = render(
    <FleetOrEmptyState title="Fleet" query="" initial={null} initialReached={null}>
      {() => <p>fleet</p>}
    </FleetOrEmptyState>,
  );
  expect(container.textContent).toBe(shown);
});
