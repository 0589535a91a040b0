import { describe, expect, test } from "vitest";
import { chartNumbers, incidentEvents, incidentLook } from "./chart-number";

const OPEN = { state: "open", failed: 6, lost: 0, unverified: 2, services: [], unknownSince: null, planned: null } as const;

describe("incidentLook", () => {
  test.each([
    ["open", {}],
    ["unverified", { failed: 0 }],
    ["open", { failed: 0, services: ["pay.example.com"] }],
    ["recovering", { state: "recovering" }],
    ["unknown", { unknownSince: 1 }],
    ["unknown", { state: "recovering", unknownSince: 1 }],
    ["planned", { planned: "kernel upgrade" }],
    ["over", { state: "over", unknownSince: 1 }],
    ["long-running", { state: "long-running", planned: "" }],
  ] as const)("returns %s for %j", (look, changed) => {
    expect(incidentLook({ ...OPEN, ...changed })).toBe(look);
  });
});

describe("chartNumbers", () => {
  const SPAN = { from: 100, to: 200 };
  const event = (id: string, from: number, to: number | null = null) => ({ id, from, to });

  test("numbers events by their beginning, the oldest first, whatever their order", () => {
    const numbers = chartNumbers([event("newest", 190), event("oldest", 110, 120), event("middle", 150, 150)], SPAN);
    expect([...numbers]).toEqual([
      ["oldest", 1],
      ["middle", 2],
      ["newest", 3],
    ]);
  });

  test("numbers an event that began before the span only if it lasts into it", () => {
    expect([...chartNumbers([event("over before", 10, 99), event("lasts", 20), event("ends inside", 30, 100), event("later", 201)], SPAN).keys()]).toEqual([
      "lasts",
      "ends inside",
    ]);
  });

  test("gives one number to an event that is listed twice, and the same numbers whatever the order of equal moments", () => {
    const events = [event("b", 150), event("a", 150), event("b", 150)];
    expect([...chartNumbers(events, SPAN)]).toEqual([...chartNumbers(events.toReversed(), SPAN)]);
    expect(chartNumbers(events, SPAN).size).toBe(2);
  });

  test("gives no number to a long-running incident", () => {
    const title = { since: 110, endedAt: null };
    const rows = [
      { id: "long", title: { ...title, state: "long-running" } },
      { id: "open", title: { ...title, state: "open" } },
    ] as const;
    expect([...chartNumbers(incidentEvents(rows), SPAN).keys()]).toEqual(["open"]);
  });
});
