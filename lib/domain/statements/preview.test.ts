import { expect, it } from "vitest";
import { serviceEditPreviewed, workloadEditPreviewed } from "./preview";

it("serviceEditPreviewed counts the zones that lose their last endpoint, and lists those with a name", () => {
  const moves = {
    kind: "Service",
    isNew: false,
    goes: 2,
    comes: 0,
    stays: 1,
    goesUnit: "machine",
    comesUnit: "endpoint",
    lostZones: ["", "eu-a"],
    hosts: ["a"],
    unseen: ["pods"] as const,
  };
  expect(serviceEditPreviewed(moves)).toEqual({
    ...{ kind: "selector-changed", object: "Service", isNew: false, goes: 2, comes: 0, stays: 1, lostZones: ["eu-a"], lostZoneCount: 2, hosts: ["a"] },
    unseen: ["pods"],
  });
});

it("workloadEditPreviewed has the present machines only for a group", () => {
  const moves = { goes: 1, comes: 2, stays: 3 };
  expect(workloadEditPreviewed(moves, { machines: 6 })).toEqual({ kind: "workload-changed", ...moves, isGroup: true, machines: 6 });
  expect(workloadEditPreviewed(moves, null)).toMatchObject({ isGroup: false, machines: null });
});
