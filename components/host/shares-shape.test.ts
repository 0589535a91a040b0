import { describe, expect, it } from "vitest";
import type { RecordedEndpointSeries, ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import { sharePoints, sharesShape } from "./shares-shape";

const column = (steps: readonly (readonly [at: number, serving: number])[], holes: RecordedEndpointSeries["holes"] = []): RecordedEndpointSeries => ({
  steps: steps.map(([at, serving]) => ({ at, share: { taken: serving, serving, inDoubt: 0, weight: serving } })),
  holes,
});
const answer = (own: Partial<ServiceHistoryAnswer>): ServiceHistoryAnswer => ({
  ...{ from: 0, to: 100, machines: column([[0, 4]]), pods: column([[0, 0]]), inline: null, markers: [], gaps: [] },
  recorded: { status: "recording", notice: "", since: 0, asOf: 100 } as ServiceHistoryAnswer["recorded"],
  ...own,
});

describe("machines and pods over time", () => {
  it("are one list of steps", () => {
    const moved = answer({
      machines: column([
        [0, 4],
        [50, 2],
      ]),
      pods: column([
        [0, 0],
        [30, 2],
      ]),
    });
    expect(sharePoints(moved, 100).map(({ at, machines, pods }) => [at, machines, pods])).toEqual([
      [0, 4, 0],
      [30, 4, 2],
      [50, 2, 2],
    ]);
  });

  it("are drawn upon each other, pods on the ground", () => {
    const { top, layers } = sharesShape(
      answer({
        pods: column(
          [
            [50, 4],
            [0, 0],
          ].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)) as never,
        ),
      }),
      100,
      80,
    );
    expect(top).toBe(8);
    expect(layers).toEqual([
      { kind: "pods", path: "M5000 80V40H10000V80Z" },
      { kind: "machines", path: "M0 80V40H5000V80ZM5000 40V0H10000V40Z" },
    ]);
  });

  it("that nobody vouched for stand upon those that answered", () => {
    const doubted = { steps: [{ at: 0, share: { taken: 4, serving: 3, inDoubt: 1, weight: 4 } }], holes: [] };
    const { top, layers } = sharesShape(answer({ machines: doubted }), 100, 80);
    expect(top).toBe(4);
    expect(layers).toEqual([
      { kind: "machines", path: "M0 80V20H10000V80Z" },
      { kind: "doubted", path: "M0 20V0H10000V20Z" },
    ]);
    expect(sharePoints(answer({ machines: doubted }), 100)).toMatchObject([{ machines: 3, doubted: 1 }]);
  });

  it("of which nobody knows are a gap, never nobody", () => {
    const { layers, hidden } = sharesShape(answer({ machines: column([[20, 4]], [{ from: 40, to: 60 }]) }), 100, 80);
    expect(hidden).toEqual([
      { from: 0, to: 20 },
      { from: 40, to: 60 },
    ]);
    expect(layers.map(({ path }) => path)).toEqual(["M2000 80V0H4000V80ZM6000 80V0H10000V80Z"]);
  });

  it("without pods in sight are machines alone", () => {
    expect(sharesShape(answer({ pods: null }), 100, 80)).toMatchObject({ top: 4, hidden: [], layers: [{ kind: "machines" }] });
  });

  it("are drawn no further than they are known", () => {
    expect(sharesShape(answer({}), 50, 80).layers[0]?.path).toBe("M0 80V0H5000V80Z");
  });
});
