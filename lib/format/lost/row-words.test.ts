import { describe, expect, it } from "vitest";
import { deadWords, endpointsTitle, expectedTitle, groupDeadWords, underHost, weightTitle } from "./row-words";

const NONE = { before: 0, after: 0 };

describe("the words of a row", () => {
  it.each<[Parameters<typeof endpointsTitle>[0], string, string]>([
    [
      { machines: { before: 20, after: 8, doubtedBefore: 2, doubtedAfter: 0 }, pods: { before: 4, after: 1 }, inline: NONE, addresses: 2, placelessPods: 0 },
      "20 machines, 2 unverified; 4 pods; 2 addresses",
      "8 machines; 1 pod; 2 addresses",
    ],
    [
      { machines: null, pods: null, inline: { before: 2, after: 1 }, addresses: null, placelessPods: 0 },
      "machines are not visible; pods are not visible; EndpointSlices are not visible; 2 endpoints written by hand",
      "machines are not visible; pods are not visible; EndpointSlices are not visible; 1 endpoint written by hand",
    ],
    [
      { machines: { before: 1, after: 1, doubtedBefore: 0, doubtedAfter: 0 }, pods: { before: 4, after: 4 }, inline: NONE, addresses: 0, placelessPods: 4 },
      "1 machine; 4 pods",
      "1 machine; 4 pods; the places of 4 pods are not known",
    ],
  ])("%o", (row, before, after) => {
    expect([endpointsTitle(row, "before"), endpointsTitle(row, "after")]).toEqual([before, after]);
  });

  it("tells weights, and the dead", () => {
    expect(weightTitle({ before: 1_200, after: 58 })).toBe("58 of 1,200 by weight");
    expect(deadWords({ dead: 12, heldByLost: 0 })).toBe("Callers are sent 12 dead endpoints.");
    expect(deadWords({ dead: 12, heldByLost: 4 })).toBe("Callers are sent 12 dead endpoints, 4 of which died together with the istiod replica that held them.");
    expect(groupDeadWords({ dead: 1, heldByLost: 9 })).toBe("1 dead machine is still listed, 1 of which died together with the istiod replica that held it.");
  });

  it.each([
    [null, "unknown", "Nobody knows how many there should be."],
    [40, "declared", "40 are declared; 30 would be there, 10 fewer."],
    [30, "learned", "30 were held; 30 would be there."],
  ])("expected %s %s", (expected, expectedFrom, title) => {
    expect(expectedTitle({ expected, expectedFrom, machines: { before: 40, after: 30 } })).toBe(title);
  });

  it("stands below a host's name on a phone", () => {
    const capacity = { kind: "overloaded", ratio: 1.3 } as const;
    expect(underHost({ capacity, move: { kind: "not-yet", says: "no" } })).toBe("Overloaded 1.3 × · traffic moves: no");
    expect(underHost({ capacity: { kind: "whole", ratio: 0 }, move: { kind: "untouched", says: "—" } })).toBe("Whole");
  });
});
