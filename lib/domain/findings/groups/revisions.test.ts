import { describe, expect, it } from "vitest";
import { aGroup, anEntry, aReplica, aWorld, PODS_DENIED } from "@/lib/testing/entries";
import { findingsOf } from "@/lib/testing/finding-cases";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { entriesOfRevisionNotRunning, groupOfRevisionNotRunning } from "./revisions";

describe("STL213 entries-of-revision-not-running", () => {
  const labelled = (revision: string) =>
    aGroup({
      entryLabels: [
        ["app", "checkout"],
        ["istio.io/rev", revision],
      ],
    });

  it.each([
    { of: "in its metadata", group: labelled("1-29") },
    { of: "in its template", group: aGroup({ template: { ...aGroup().template, labels: [["istio.io/rev", "1-29"]] } }) },
  ])("STL213 finds the label $of, and nothing after its patch", ({ group }) => {
    expect(evidenceOf(entriesOfRevisionNotRunning, { groups: [group] })).toEqual([{ revision: "1-29", running: ["default"], isStarting: false, machines: 0 }]);
    expect(detectedAfterPatch(entriesOfRevisionNotRunning, { groups: [group] })).toEqual([]);
  });

  it.each([
    { of: "of a revision that runs", group: labelled("default"), world: aWorld() },
    { of: "without the label", group: aGroup(), world: aWorld() },
    { of: "while no istiod runs at all", group: labelled("1-29"), world: aWorld([]) },
  ])("STL213 finds nothing for a group $of", ({ group, world }) => {
    expect(evidenceOf(entriesOfRevisionNotRunning, { groups: [group], world })).toEqual([]);
  });

  it("STL213 has no answer if istiod's Pods are not visible", () => {
    const world = aWorld([], { replicas: PODS_DENIED });
    expect(detected(entriesOfRevisionNotRunning, { groups: [labelled("1-29")], world })).toEqual({ cannotTell: ["istiod-pods"] });
  });

  it("STL213 has no patch while a Pod of that revision starts", () => {
    const starting = aWorld([aReplica(), aReplica({ name: "c", revision: "1-29", runningSince: null })]);
    const [found] = findingsOf(entriesOfRevisionNotRunning, { ...{ groups: [labelled("1-29")] }, world: starting });
    expect(found?.detected.evidence).toMatchObject({ revision: "1-29", isStarting: true });
    expect(found?.detected).not.toHaveProperty("patch");
  });
});

describe("STL214 group-of-revision-not-running", () => {
  it("STL214 finds a group of a revision that no istiod runs, and nothing after its patch", () => {
    const objects = { groups: [aGroup({ revision: "1-29" })], entries: [anEntry()] };
    expect(evidenceOf(groupOfRevisionNotRunning, objects)).toEqual([{ revision: "1-29", running: ["default"], isStarting: false, machines: 1 }]);
    expect(detectedAfterPatch(groupOfRevisionNotRunning, objects)).toEqual([]);
  });

  it.each([
    { of: "of a revision that runs", group: aGroup({ revision: "default" }), world: aWorld() },
    { of: "without the label", group: aGroup(), world: aWorld() },
    { of: "that labels its entries only", group: aGroup({ entryLabels: [["istio.io/rev", "1-29"]] }), world: aWorld() },
    { of: "while no istiod runs at all", group: aGroup({ revision: "1-29" }), world: aWorld([]) },
  ])("STL214 finds nothing for a group $of", ({ group, world }) => {
    expect(evidenceOf(groupOfRevisionNotRunning, { groups: [group], world })).toEqual([]);
  });

  it("STL214 has no answer if istiod's Pods are not visible", () => {
    const world = aWorld([], { replicas: PODS_DENIED });
    expect(detected(groupOfRevisionNotRunning, { groups: [aGroup({ revision: "1-29" })], world })).toEqual({ cannotTell: ["istiod-pods"] });
  });

  it("STL214 has no patch while a Pod of that revision starts", () => {
    const starting = aWorld([aReplica(), aReplica({ name: "c", revision: "1-29", runningSince: null })]);
    const [found] = findingsOf(groupOfRevisionNotRunning, { ...{ groups: [aGroup({ revision: "1-29" })] }, world: starting });
    expect(found?.detected.evidence).toMatchObject({ revision: "1-29", isStarting: true });
    expect(found?.detected).not.toHaveProperty("patch");
  });
});
