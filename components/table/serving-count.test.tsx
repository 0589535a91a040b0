import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aRollUp } from "@/lib/testing/rows";
import { ServingCount } from "./serving-count";

vi.mock("@/lib/client/not-verified", () => ({ useNotVerified: () => null }));

it.each([
  ["drain or start", { healthy: 7, draining: 2, awaiting: 1 }, false],
  ["are unverified", { healthy: 7, unverified: 3 }, false],
  ["failed", { healthy: 7, draining: 2, unhealthy: 1 }, true],
] as const)("is red only for machines in trouble: some %s", (_, counts, isRed) => {
  const rollUp = { ...aRollUp(counts), expected: 10, fullTotal: 10 };
  const { container } = render(<ServingCount rollUp={rollUp} cluster="prod-eu" />);
  expect(container.querySelector("b")?.className.includes("text-bad")).toBe(isRed);
});
