import { describe, expect, it } from "vitest";
import { aGroupRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { groupTrouble } from "./group-sentence";

type Row = Parameters<typeof aGroupRow>[0];
const minute = 60_000;
const six: Row = { rollUp: aRollUp({ unhealthy: 6, healthy: 34 }, { expected: 40, expectedFrom: "declared" }), common: [], message: "" };
const waits: Row = { common: [], message: "", since: ROWS_NOW - 2 * minute };

describe("the WHY of a group", () => {
  const cases: readonly [why: string, row: Row][] = [
    ["6 unhealthy machines, 4 of them for 2 min.", { ...six, since: ROWS_NOW - 2 * minute, rise: { count: 4, total: 6 } }],
    ["6 unhealthy machines.", { ...six, since: ROWS_NOW - 2 * minute, rise: { count: 6, total: 6 } }],
    [
      "1 unhealthy machine. 5 expected machines are not registered. Of the 6 that do not serve, 5 for 2 min.",
      {
        ...six,
        rollUp: aRollUp({ unhealthy: 1, healthy: 34 }, { expected: 40, expectedFrom: "declared" }),
        since: ROWS_NOW - 2 * minute,
        rise: { count: 5, total: 6 },
      },
    ],
    [
      "8 machines do not serve: 6 awaiting the first probe and 2 draining.",
      { ...waits, rollUp: aRollUp({ draining: 2, awaiting: 6, healthy: 2 }, { expected: 10, expectedFrom: "declared" }), rise: { count: 8, total: 8 } },
    ],
    ["", { ...waits, rollUp: aRollUp({ awaiting: 2, healthy: 10 }, { expected: 10, expectedFrom: "declared" }), rise: { count: 0, total: 0 } }],
  ];
  it.each(cases)("%j", (why, row) => {
    expect(groupTrouble(aGroupRow(row), { past: false }, ROWS_NOW)).toBe(why);
  });

  it("stands still at the moment that was last known", () => {
    const row = aGroupRow({ ...six, since: ROWS_NOW - 2 * minute, rise: { count: 4, total: 6 } });
    expect(groupTrouble(row, { past: true, at: "at 04:16:12", moment: ROWS_NOW }, ROWS_NOW + 10 * minute)).toBe(
      "There were 6 unhealthy machines, 4 of them for 2 min.",
    );
  });
});
