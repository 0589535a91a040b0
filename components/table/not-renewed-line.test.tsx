import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { NotRenewedLine } from "./not-renewed-line";

vi.mock("@/lib/client/live-provider", () => ({ useLive: () => ({ serverNow: () => 190_000, painted: 190_000 }), useLiveIfAny: () => null }));

it("says of an answer that could not be read again how old it is and why, and nothing of any other", () => {
  const refusal = { kind: "refused", problem: "The server cannot be reached.", status: 502 } as const;
  const { rerender } = render(<NotRenewedLine answer={{ kind: "here", value: "", notRenewed: { refusal, readAt: 10_000 } }} />);
  expect(document.body.textContent).toBe("As it was 3 min ago: it could not be read again since. The server cannot be reached.");
  for (const answer of [{ kind: "waiting" }, { kind: "here", value: "" }, refusal] as const) {
    rerender(<NotRenewedLine answer={answer} />);
    expect(document.body.textContent).toBe("");
  }
});
