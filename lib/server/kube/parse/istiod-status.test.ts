import { describe, expect, it } from "vitest";
import { parseIstiodStatus } from "@/lib/domain/entry/istiod-status";
import { istiodStatusAt } from "./istiod-status";

/** A real istiod 1.31 wrote this for an entry that names a waypoint without a Gateway. */
const RECORDED = {
  conditions: [
    {
      ...{ type: "istio.io/WaypointBound", status: "False", reason: "WaypointIsNotReady", message: 'waypoint "team-24/wp" is not ready' },
      lastTransitionTime: "2026-11-29T10:27:39.313943801Z",
    },
  ],
  observedGeneration: "1",
  validationMessages: [{ documentationUrl: "https://istio.io/v1.31/docs/reference/config/analysis/ist0171/", level: "WARNING", type: { code: "IST0171" } }],
};
const read = (status: unknown, generation: unknown = 1) => parseIstiodStatus(istiodStatusAt({ metadata: { generation }, status }));

describe("a report of istiod in a status", () => {
  it("is its conditions and messages, as recorded", () => {
    expect(read(RECORDED)).toEqual({
      conditions: [{ type: "WaypointBound", status: "False", reason: "WaypointIsNotReady", message: 'waypoint "team-24/wp" is not ready', isOlder: null }],
      messages: [{ code: "IST0171", level: "WARNING", isOlder: false }],
    });
  });

  it.each([
    [1, 2, true],
    ["1", 2, true],
    [2, 2, false],
    ["3", 2, false],
    [undefined, 2, null],
    ["x", 2, null],
    [1, null, null],
    [1.5, 2, null],
  ])("a condition of generation %j on an object of generation %j is older: %j", (observedGeneration, generation, isOlder) => {
    const status = { conditions: [{ ...RECORDED.conditions[0], observedGeneration }] };
    expect(read(status, generation).conditions.map((one) => one.isOlder)).toEqual([isOlder]);
  });

  it("leaves out conditions of others", () => {
    expect(
      istiodStatusAt({
        status: {
          conditions: [
            { type: "Healthy", status: "False" },
            { type: "WaypointBound", status: "False" },
          ],
        },
      }),
    ).toBe("");
  });

  it("takes the first of several conditions of a type", () => {
    const [first] = RECORDED.conditions;
    expect(read({ conditions: [first, { ...first, status: "True" }] }).conditions.map(({ status }) => status)).toEqual(["False"]);
  });

  it.each([
    undefined,
    null,
    7,
    { conditions: "x", validationMessages: 7 },
    { conditions: [null, 7, []], validationMessages: [null, {}, { type: { code: 7 } }] },
  ])("is nothing in %j", (status) => expect(istiodStatusAt({ status })).toBe(""));

  it("is text whatever it holds", () => {
    const hostile = { type: "istio.io/WaypointMissing", status: { a: 1 }, reason: 7, message: `<b>\u202e${"x".repeat(9000)}` };
    const [found] = read({ conditions: [hostile] }).conditions;
    expect([found?.status, found?.reason, found?.message.length]).toEqual(['{"a":1}', "", 300]);
  });
});
