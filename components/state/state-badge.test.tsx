import { cleanup, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type PageFreshness, shownVerdict } from "@/lib/domain/verdict/freshness";
import { STATE_WORDS, STATES } from "@/lib/domain/verdict/verdict";
import { rowWord } from "@/lib/format/state-words";
import { ShownStateBadge } from "./state-badge";
import { cellKind } from "./tone";

const LIVE: PageFreshness = { kind: "live", asOf: 0 };
const NOT_LIVE: readonly PageFreshness[] = (["starting", "catching-up", "stale", "denied", "absent", "past"] as const).map((kind) => ({
  kind,
  asOf: 0,
  reason: "",
}));

describe("the badge of a state", () => {
  it.each(STATES)("shows %s as icon and text", (state) => {
    const { container } = render(<ShownStateBadge shown={shownVerdict({ state, vouched: true }, LIVE)} />);
    expect(screen.getByText(rowWord(state))).toBeTruthy();
    expect(container.querySelector("svg")).not.toBeNull();
  });

  it("shows that the replica of a healthy machine is not visible, in violet", () => {
    const { container } = render(<ShownStateBadge shown={shownVerdict({ state: "healthy", vouched: false }, LIVE)} />);
    expect(screen.getByText("Healthy, connection not proved")).toBeTruthy();
    expect(container.innerHTML).not.toContain("good");
    expect(container.innerHTML).toContain("text-blind");
  });

  it.each(NOT_LIVE)("has no green in any state while its source is $kind", (freshness) => {
    for (const state of STATES) {
      for (const vouched of [true, false]) {
        const what = shownVerdict({ state, vouched }, freshness);
        const { container } = render(<ShownStateBadge shown={what} />);
        expect(container.innerHTML).not.toContain("good");
        expect(cellKind(what)).not.toBe("cell-good");
        cleanup();
      }
    }
  });

  it("keeps the colour of a failure on a stale page, because it was true when last seen", () => {
    const stale: PageFreshness = { kind: "stale", asOf: 0, reason: "" };
    expect(cellKind(shownVerdict({ state: "unhealthy", vouched: true }, stale))).toBe("cell-bad");
    expect(cellKind(shownVerdict({ state: "healthy", vouched: true }, stale))).toBe("cell-hollow");
    expect(cellKind(shownVerdict({ state: "unchecked", vouched: true }, stale))).toBe("cell-hollow");
  });

  it.each([
    ["vanished", "cell-gone", "cell-gone"],
    ["unverified", "cell-blind", "cell-blind"],
    ["draining", "cell-draining", "cell-hollow"],
    ["awaiting", "cell-starting", "cell-hollow"],
    ["unchecked", "cell-idle", "cell-hollow"],
  ] as const)("draws a machine in state %s as %s, and as %s when it was last seen", (state, live, past) => {
    const kinds = ([LIVE, { kind: "stale", asOf: 0, reason: "" }] as const).map((freshness) => cellKind(shownVerdict({ state, vouched: true }, freshness)));
    expect(kinds).toEqual([live, past]);
  });

  it("has a different icon shape for each state", () => {
    const drawings = STATES.map((state) => {
      const { container } = render(<ShownStateBadge shown={shownVerdict({ state, vouched: true }, LIVE)} />);
      const drawing = container.querySelector("svg")?.innerHTML ?? "";
      cleanup();
      return drawing;
    });
    expect(new Set(drawings).size).toBe(STATE_WORDS.length);
  });
});
