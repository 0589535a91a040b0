import { expect, it } from "vitest";
import { DRAIN_KEPT_MS } from "@/lib/domain/lost-drain";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { anEntry, NOW } from "@/lib/testing/entries";
import { cannotTell, findingsOf } from "@/lib/testing/finding-cases";
import { detectedAfterPatch, dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { aMesh } from "@/lib/testing/selection";
import { drainLost } from "./drain-lost";

const HOUR = 3_600_000;
const DRAINED: WorkloadEntry["specLabels"] = [["istio.io/draining", "true"]];
/** An entry whose predecessor of the same name was draining when it went, so long ago. */
const after = (change: Partial<WorkloadEntry> = {}, agoMs = HOUR) => {
  const entry = anEntry(change);
  return { entries: [entry], pasts: new Map([[entry.uid, { healthTurns: [], drainedBefore: { uid: "before", endedAt: NOW - agoMs, reason: "" } }]]) };
};

it("finds a machine that was drained and registered anew, for a day, until it is drained again", () => {
  expect(evidenceOf(drainLost, after())).toEqual([{ label: "istio.io/draining", isInForce: true }]);
  expect(dueOf(drainLost, after())).toBe(NOW - HOUR + DRAIN_KEPT_MS);
  expect(detectedAfterPatch(drainLost, after())).toEqual([]);
});

it.each([
  { of: "is drained again", objects: after({ metadataLabels: DRAINED }) },
  { of: "is drained by its own labels", objects: after({ metadataLabels: [], specLabels: DRAINED }) },
  { of: "was drained a day ago", objects: after({}, DRAIN_KEPT_MS) },
  { of: "somebody wrote by hand", objects: after({ registrationGroup: "", owner: null }) },
  { of: "nobody drained", objects: { entries: [anEntry()] } },
])("finds nothing of a machine that $of", ({ objects }) => {
  expect(evidenceOf(drainLost, objects)).toEqual([]);
  expect(dueOf(drainLost, objects)).toBeNull();
});

it("cannot tell where nobody remembers", () => {
  expect(cannotTell(drainLost, { entries: [anEntry()], pasts: null })).toBe(true);
});

it("has no patch if istiod has another draining label", () => {
  const [found] = findingsOf(drainLost, { ...after(), mesh: { settings: aMesh({ drainingLabel: "example.com/out" }), doubts: [] } });
  expect(found?.detected.evidence).toMatchObject({ isInForce: false });
  expect(found?.detected).not.toHaveProperty("patch");
});
