import { describe, expect, it } from "vitest";
import type { RecordedEndpointSeries, ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import { shareStops, sharesAt, sharesAtEnd } from "./shares-at";

const column = (steps: readonly (readonly [at: number, serving: number])[], holes: RecordedEndpointSeries["holes"] = []): RecordedEndpointSeries => ({
  steps: steps.map(([at, serving]) => ({ at, share: { taken: serving, serving, inDoubt: 0, weight: serving } })),
  holes,
});
const MOVED: ServiceHistoryAnswer = {
  ...{ from: 0, to: 100, inline: null, gaps: [] },
  machines: column(
    [
      [10, 4],
      [50, 0],
    ],
    [{ from: 20, to: 30 }],
  ),
  pods: column([
    [10, 0],
    [40, 2],
  ]),
  markers: [{ at: 45, kind: "service", label: "service changed", detail: "", count: 1 }],
  recorded: { status: "recording", notice: "", since: 0, asOf: 100 } as ServiceHistoryAnswer["recorded"],
};
const told = (at: number) => {
  const { shares, unknown } = sharesAt(MOVED, at);
  return [...shares.map(({ kind, serving }) => `${serving} ${kind}`), ...unknown.map((kind) => `? ${kind}`)].join(", ");
};

describe("who answered at a moment", () => {
  it.each([
    [5, "? machines, ? pods"],
    [10, "4 machines, 0 pods"],
    [25, "0 pods, ? machines"],
    [45, "4 machines, 2 pods"],
    [100, "0 machines, 2 pods"],
  ])("at %i", (at, words) => {
    expect(told(at)).toBe(words);
  });

  it("is not told of a kind that is not visible, nor of one that never answered", () => {
    expect(sharesAt({ ...MOVED, pods: null }, 45)).toMatchObject({ shares: [{ kind: "machines" }], unknown: [], isWhole: false });
    expect(sharesAt({ ...MOVED, inline: column([[0, 0]]) }, 45).shares.map(({ kind }) => kind)).toEqual(["machines", "pods"]);
  });

  it("at the end is not known where the record ends in a hole", () => {
    expect(sharesAtEnd(MOVED)).toMatchObject({ shares: [{ kind: "machines" }, { kind: "pods" }], unknown: [], isWhole: true });
    const cut = { ...MOVED, machines: column([[10, 4]], [{ from: 80, to: 100 }]) };
    expect(sharesAtEnd(cut)).toMatchObject({ shares: [{ kind: "pods" }], unknown: ["machines"], isWhole: false });
  });

  it("changes where the keys stop", () => {
    expect(shareStops(MOVED)).toEqual([0, 10, 20, 30, 40, 45, 50, 100]);
  });
});
