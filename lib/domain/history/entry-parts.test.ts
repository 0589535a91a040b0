import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { ago, anEntry, aReport, NOW } from "@/lib/testing/entries";
import { hasSameEntryContent, isRepeatedHealthReport, splitEntryForHistory } from "./entry-parts";

const again = { ...aReport("True"), lastProbeTime: ago(0), lastTransitionTime: ago(0) };
const writer = { manager: "pilot-discovery", operation: "Update", subresource: "", time: NOW };

describe("two versions of an entry", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, same: boolean, replay: boolean][] = [
    ["are the same with another version number and writer", { resourceVersion: "9", lastWriter: writer }, true, false],
    ["are a repeated report if only the times of the health report differ", { resourceVersion: "9", health: again }, true, true],
    ["differ if the status of the report differs", { health: { ...again, status: "False" } }, false, false],
    ["differ if the message differs", { health: { ...again, message: "slow" } }, false, false],
    ["differ after a new connection, also with a repeated report", { connectedAt: ago(1), health: again }, false, false],
    ["differ if the time of disconnection differs", { disconnectedAt: ago(1) }, false, false],
    ["differ in a label", { specLabels: sortedLabelSet([["app", "pay"]]) }, false, false],
    ["differ in a port", { ports: [["http", 8081]] }, false, false],
    ["differ in the owner's uid", { owner: { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "checkout", uid: "9a02" } }, false, false],
    ["differ in the annotation for health checks", { gate: null }, false, false],
    ["differ if one is marked for deletion", { deletingAt: NOW }, false, false],
    ["differ if one has an unreadable time", { connectedAt: parseTimestamp("yesterday") }, false, false],
    ["differ if only one has a health report", { health: null }, false, false],
  ];
  it.each(cases)("two versions of an entry: %s", (_claim, change, same, replay) => {
    expect(hasSameEntryContent(anEntry(), anEntry(change))).toBe(same);
    expect(isRepeatedHealthReport(anEntry(), anEntry(change))).toBe(replay);
  });
});

it("splitEntryForHistory splits an entry into parts that share no field, and together are the whole entry", () => {
  const entry = anEntry({ lastWriter: writer, weight: 3 });
  const { cluster, namespace, name, uid } = entry;
  const { shape, moving } = splitEntryForHistory(entry);
  expect({ cluster, namespace, name, uid, ...shape, ...moving }).toEqual(entry);
  expect(Object.keys(shape).filter((key) => key in moving)).toEqual([]);
});
