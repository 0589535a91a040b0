import { expect, it } from "vitest";
import { anEntry, aReplica, aWorld, PODS_DENIED } from "@/lib/testing/entries";
import { findingsOf } from "@/lib/testing/finding-cases";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { revisionNotRunning } from "./revision-not-running";

const labelled = (revision: string) =>
  anEntry({
    metadataLabels: [
      ["app", "checkout"],
      ["istio.io/rev", revision],
    ],
  });
const world = aWorld([aReplica(), aReplica({ name: "b", revision: "1-31" })]);

it("finds an entry of a revision that nobody runs, and is silent after its patch", () => {
  const objects = { entries: [labelled("1-29")], world };
  expect(evidenceOf(revisionNotRunning, objects)).toEqual([{ revision: "1-29", running: ["1-31", "default"], isStarting: false }]);
  expect(detectedAfterPatch(revisionNotRunning, objects)).toEqual([]);
});

it.each([
  { of: "of a revision that runs", entry: labelled("1-31"), of2: world },
  { of: "of the default one", entry: labelled("default"), of2: world },
  { of: "without the label", entry: anEntry(), of2: world },
  { of: "with the label in its spec alone, where nobody looks", entry: anEntry({ specLabels: [["istio.io/rev", "1-29"]] }), of2: world },
  { of: "while no istiod runs at all", entry: labelled("1-29"), of2: aWorld([]) },
])("passes over an entry $of", ({ entry, of2 }) => {
  expect(evidenceOf(revisionNotRunning, { entries: [entry], world: of2 })).toEqual([]);
});

it("cannot tell where istiod's Pods are not in sight", () => {
  const denied = aWorld([], { replicas: PODS_DENIED });
  expect(detected(revisionNotRunning, { entries: [labelled("1-29")], world: denied })).toEqual({ cannotTell: ["istiod-pods"] });
});

it("has no patch while a Pod of that revision starts", () => {
  const starting = aWorld([aReplica(), aReplica({ name: "c", revision: "1-29", runningSince: null })]);
  const [found] = findingsOf(revisionNotRunning, { ...{ entries: [labelled("1-29")] }, world: starting });
  expect(found?.detected.evidence).toMatchObject({ revision: "1-29", isStarting: true });
  expect(found?.detected).not.toHaveProperty("patch");
});
