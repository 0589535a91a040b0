import { describe, expect, it } from "vitest";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import { ago, anEntry, aReplica, aWorld, PODS_DENIED } from "@/lib/testing/entries";
import { findingsOf } from "@/lib/testing/finding-cases";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { revisionNotRunning, tunnelLabelMissing } from "./labels-and-status";

describe("STL122 revision-not-running", () => {
  const labelled = (revision: string) =>
    anEntry({
      metadataLabels: [
        ["app", "checkout"],
        ["istio.io/rev", revision],
      ],
    });
  const world = aWorld([aReplica(), aReplica({ name: "b", revision: "1-31" })]);

  it("STL122 finds an entry of a revision that no istiod runs, and nothing after its patch", () => {
    const objects = { entries: [labelled("1-29")], world };
    expect(evidenceOf(revisionNotRunning, objects)).toEqual([{ revision: "1-29", running: ["1-31", "default"], isStarting: false }]);
    expect(detectedAfterPatch(revisionNotRunning, objects)).toEqual([]);
  });

  it.each([
    { of: "of a revision that runs", entry: labelled("1-31"), of2: world },
    { of: "of the default one", entry: labelled("default"), of2: world },
    { of: "without the label", entry: anEntry(), of2: world },
    { of: "with the label only in its spec", entry: anEntry({ specLabels: [["istio.io/rev", "1-29"]] }), of2: world },
    { of: "while no istiod runs at all", entry: labelled("1-29"), of2: aWorld([]) },
  ])("STL122 finds nothing for an entry $of", ({ entry, of2 }) => {
    expect(evidenceOf(revisionNotRunning, { entries: [entry], world: of2 })).toEqual([]);
  });

  it("STL122 has no answer if istiod's Pods are not visible", () => {
    const denied = aWorld([], { replicas: PODS_DENIED });
    expect(detected(revisionNotRunning, { entries: [labelled("1-29")], world: denied })).toEqual({ cannotTell: ["istiod-pods"] });
  });

  it("STL122 has no patch while a Pod of that revision starts", () => {
    const starting = aWorld([aReplica(), aReplica({ name: "c", revision: "1-29", runningSince: null })]);
    const [found] = findingsOf(revisionNotRunning, { ...{ entries: [labelled("1-29")] }, world: starting });
    expect(found?.detected.evidence).toMatchObject({ revision: "1-29", isStarting: true });
    expect(found?.detected).not.toHaveProperty("patch");
  });
});

describe("STL123 tunnel-label-missing", () => {
  /** A world in which istiod has this setting. */
  function told(settings: Readonly<Record<string, string>>, ...versions: readonly (string | null)[]) {
    const pods = (versions.length === 0 ? ["1.31.0"] : versions).map((version) => ({ revision: "default", version, settings }));
    const meshes = meshFactsByRevision({ namespace: "istio-system", pods, deployments: [], configOf: () => ({ kind: "absent" }) }, []);
    return aWorld([aReplica()], { meshes });
  }

  const AMBIENT = told({ PILOT_ENABLE_AMBIENT: "true" });

  it("STL123 finds a connected entry without the label in an ambient mesh", () => {
    expect(evidenceOf(tunnelLabelMissing, { entries: [anEntry()], world: AMBIENT })).toEqual([
      { group: "checkout", revision: "default", version: "1.31.0", writes: "yes" },
    ]);
  });

  it.each([
    [["1.29.5"], "1.29.5", "no"],
    [["1.29.6"], "1.29.6", "yes"],
    [["1.30.2"], "1.30.2", "no"],
    [["1.30.3"], "1.30.3", "yes"],
    [["1.30.2", "1.30.3"], "1.30.2, 1.30.3", "unknown"],
    [[null], "", "unknown"],
  ])("STL123 reports if istiod %j writes the label", (versions, version, writes) => {
    const world = told({ PILOT_ENABLE_AMBIENT: "true" }, ...versions);
    expect(evidenceOf(tunnelLabelMissing, { entries: [anEntry()], world })).toEqual([{ group: "checkout", revision: "default", version, writes }]);
  });

  it.each([
    { of: "with the label", entry: anEntry({ specLabels: [["networking.istio.io/tunnel", "http"]] }), world: AMBIENT },
    { of: "that left", entry: anEntry({ connectedAt: null, disconnectedAt: ago(1000) }), world: AMBIENT },
    { of: "that was written by hand", entry: anEntry({ registrationGroup: "" }), world: AMBIENT },
    { of: "in a mesh of sidecars", entry: anEntry(), world: told({}) },
    { of: "whose istiod is not seen", entry: anEntry({ controller: "other" }), world: AMBIENT },
  ])("STL123 finds nothing for an entry $of", ({ entry, world }) => {
    expect(evidenceOf(tunnelLabelMissing, { entries: [entry], world })).toEqual([]);
  });
});
