import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aGroupRow, aRollUp } from "@/lib/testing/rows";
import { GroupTroubleBadge } from "./trouble-status";

vi.mock("@/lib/client/status", () => ({ useFreshness: () => ({ kind: "live", asOf: 0 }) }));

it.each([
  ["unhealthy", "unhealthy"],
  ["unverified", "vanished"],
] as const)("shows a group with a lost machine and an %s one as %s", (state, shown) => {
  const { container } = render(<GroupTroubleBadge row={aGroupRow({ state, rollUp: aRollUp({ [state]: 1 }) })} lost={1} />);
  expect(container.querySelector<HTMLElement>("[data-state-word]")?.dataset.stateWord).toBe(shown);
});
