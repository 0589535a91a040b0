import { expect, it } from "vitest";
import { aGroup, ago, anEntry, aReport, NOW } from "@/lib/testing/entries";
import { dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { healthNeverReported } from "./health-never-reported";

const silent = (own: Parameters<typeof anEntry>[0] = {}) => anEntry({ health: null, ...own });
const handWritten = { registrationGroup: "", owner: null } as const;
const unclaimed = { ...handWritten, controller: "", connectedAt: null };
const gating = aGroup({ entryAnnotations: [["proxy.istio.io/health-checks-enabled", "true"]] });

it.each([
  { of: "registered a day ago", entry: silent(), says: { management: "auto", gatedByGroup: false } },
  { of: "registered 26 s ago", entry: silent({ createdAt: NOW - 26_000 }), says: { management: "auto", gatedByGroup: false } },
  { of: "has just lost its connection", entry: silent({ connectedAt: null, disconnectedAt: ago(1000) }), says: { management: "auto", gatedByGroup: false } },
  { of: "was claimed a minute ago", entry: silent(handWritten), says: { management: "claimed", gatedByGroup: false } },
  { of: "nobody ever claimed", entry: silent(unclaimed), says: { management: "unmanaged", gatedByGroup: false } },
])("finds one that $of", ({ entry, says }) => {
  expect(evidenceOf(healthNeverReported, { entries: [entry], groups: [aGroup()] })).toEqual([says]);
});

it("tells that the group put the gate there", () => {
  expect(evidenceOf(healthNeverReported, { entries: [silent()], groups: [gating] })).toEqual([{ management: "auto", gatedByGroup: true }]);
});

it.each([
  { of: "reported", entry: anEntry(), due: null },
  { of: "reported that it fails", entry: anEntry({ health: aReport("False") }), due: null },
  { of: "has no gate", entry: silent({ gate: null }), due: null },
  { of: "registered 25 s ago", entry: silent({ createdAt: NOW - 25_000 }), due: NOW + 1000 },
  { of: "was claimed 20 s ago", entry: silent({ ...handWritten, connectedAt: ago(20_000) }), due: NOW + 6000 },
  { of: "was claimed and is away", entry: silent({ ...handWritten, connectedAt: null, disconnectedAt: ago(1000) }), due: null },
  { of: "was written nine minutes ago", entry: silent({ ...unclaimed, createdAt: NOW - 9 * 60_000 }), due: NOW + 60_000 },
])("waits for one that $of", ({ entry, due }) => {
  const objects = { entries: [entry], groups: [aGroup()] };
  expect(evidenceOf(healthNeverReported, objects)).toEqual([]);
  expect(dueOf(healthNeverReported, objects)).toBe(due);
});
