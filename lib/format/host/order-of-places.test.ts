import { describe, expect, it } from "vitest";
import type { PortReach } from "@/lib/domain/selection/reach";
import { lossSentence, orderSentence } from "./order-of-places";

const ordered = (order: PortReach["order"], names: readonly string[] = ["checkout"]) =>
  orderSentence({ order, steps: [{ places: [], endpoints: 1 }], destination: { rule: { from: names.map((name) => ({ name })) } } } as unknown as PortReach);

describe("why places are asked in this order", () => {
  it.each<[PortReach["order"], string]>([
    [{ code: "one-place" }, "All are in one place: there is no order."],
    [{ code: "no-order", because: "off" }, "All places share by weight: balancing by place is switched off."],
    [{ code: "distribute", from: "rule" }, "These shares are what DestinationRule checkout distributes for callers of this place."],
    [{ code: "distribute", from: "mesh" }, "These shares are what the mesh configuration distributes for callers of this place."],
    [
      { code: "not-distributed", from: "rule" },
      "No `from` of distribute in DestinationRule checkout matches this caller. All localities share by weight, without failover.",
    ],
    [
      { code: "not-distributed", from: "mesh" },
      "No `from` of distribute in the mesh configuration matches this caller. All localities share by weight, without failover.",
    ],
    [{ code: "traffic-distribution", distribution: "same-zone" }, "This order exists because the host prefers the caller's own zone (traffic distribution)."],
    [
      { code: "traffic-distribution", distribution: "same-node" },
      "This order exists because the host prefers the caller's own Node, then its zone (traffic distribution).",
    ],
    [
      { code: "zone-aware", from: "rule" },
      "Zone-aware balancing of DestinationRule checkout orders regions; among the zones of a region each caller's proxy decides.",
    ],
    [
      { code: "outlier-detection", from: "rule", byLabels: ["a", "b"] },
      "This order exists because DestinationRule checkout sets outlier detection, and orders by the labels a and b; without it all places share by weight.",
    ],
  ])("%o", (order, words) => {
    expect(ordered(order)).toBe(words);
  });
});

it.each<[PortReach["loss"], string]>([
  [null, ""],
  [{ locality: "eu/a", outcome: { moves: "nowhere" } }, "Nobody else is in the list: if all die, requests fail."],
  [{ locality: "eu/a", outcome: { moves: "at-once" } }, "If all in eu/a died at once, callers would move on at once: they may eject as many."],
  [
    { locality: "", outcome: { moves: "when-gone-from-list", because: "no-outlier-detection", ejected: 0 } },
    "If those without a locality died at once, they would keep their share until they leave the list: nothing ejects them.",
  ],
  [
    { locality: "eu/a", outcome: { moves: "when-gone-from-list", because: "ejection-limit", ejected: 2 } },
    "If all in eu/a died at once, they would keep being asked until they leave the list: callers may eject 2 of them (maxEjectionPercent, 10 % where it is not written).",
  ],
])("when a place dies: %o", (loss, words) => {
  expect(lossSentence({ loss })).toBe(words);
});
