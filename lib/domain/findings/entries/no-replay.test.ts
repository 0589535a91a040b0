import { expect, it } from "vitest";
import { ago, anEntry, aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { noReplay } from "./no-replay";

/** A machine that connected and reported so many milliseconds ago. */
const machine = (connected: number, reported: number, own: Parameters<typeof anEntry>[0] = {}) =>
  anEntry({ connectedAt: ago(connected), health: { status: "True", message: "", lastProbeTime: ago(reported), lastTransitionTime: null }, ...own });

it("finds a report that is older than the connection of a minute ago", () => {
  const entry = machine(60_000, 90_000);
  expect(evidenceOf(noReplay, { entries: [entry] })).toEqual([
    { status: "True", lastProbeTime: ago(90_000).text, connectedAt: ago(60_000).text, replica: "istiod-7c9f-a" },
  ]);
  expect(dueOf(noReplay, { entries: [entry] })).toBeNull();
});

it.each([
  { of: "that reported after it connected", entry: machine(90_000, 89_000), due: null },
  { of: "that reported in the second of its connection", entry: machine(599_500, 600_000), due: null },
  { of: "that connected half a minute ago", entry: machine(30_000, 90_000), due: NOW + 30_000 },
  { of: "without a gate", entry: machine(600_000, 900_000, { gate: null }), due: null },
  { of: "that never reported", entry: anEntry({ health: null }), due: null },
  { of: "that left", entry: { ...machine(600_000, 900_000), connectedAt: null }, due: null },
])("passes over a machine $of", ({ entry, due }) => {
  expect(evidenceOf(noReplay, { entries: [entry] })).toEqual([]);
  expect(dueOf(noReplay, { entries: [entry] })).toBe(due);
});

it("leaves a claim of a replica that is gone to the rule about that", () => {
  const world = aWorld([aReplica({ name: "istiod-other" })]);
  expect(evidenceOf(noReplay, { entries: [machine(60_000, 90_000)], world })).toEqual([]);
});
