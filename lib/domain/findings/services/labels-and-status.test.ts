import { describe, expect, it } from "vitest";
import { aReplica, aWorld, PODS_DENIED } from "@/lib/testing/entries";
import { findingsOf } from "@/lib/testing/finding-cases";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { hostOfRevisionNotRunning } from "./labels-and-status";

describe("STL390 host-of-revision-not-running", () => {
  const labelled = (revision: string) => aServiceEntry({ labels: [["istio.io/rev", revision]] });

  it("STL390 finds a ServiceEntry of a revision that no istiod runs, and nothing after its patch", () => {
    const objects = { hosts: [labelled("1-29")] };
    expect(evidenceOf(hostOfRevisionNotRunning, objects)).toEqual([{ revision: "1-29", running: ["default"], isStarting: false, hosts: ["a.example.com"] }]);
    expect(detectedAfterPatch(hostOfRevisionNotRunning, objects)).toEqual([]);
  });

  it.each([
    { of: "a revision that runs", host: labelled("default"), world: aWorld() },
    { of: "no label", host: aServiceEntry(), world: aWorld() },
    { of: "a Service, of which the label says nothing", host: aKubernetesService({ labels: [["istio.io/rev", "1-29"]] }), world: aWorld() },
    { of: "no istiod that runs", host: labelled("1-29"), world: aWorld([]) },
  ])("STL390 finds nothing for a service with $of", ({ host, world }) => {
    expect(evidenceOf(hostOfRevisionNotRunning, { hosts: [host], world })).toEqual([]);
  });

  it("STL390 has no answer if istiod's Pods are not visible", () => {
    const world = aWorld([], { replicas: PODS_DENIED });
    expect(detected(hostOfRevisionNotRunning, { hosts: [labelled("1-29")], world })).toEqual({ cannotTell: ["istiod-pods"] });
  });

  it("STL390 has no patch while a Pod of that revision starts", () => {
    const starting = aWorld([aReplica(), aReplica({ name: "c", revision: "1-29", runningSince: null })]);
    const [found] = findingsOf(hostOfRevisionNotRunning, { ...{ hosts: [labelled("1-29")] }, world: starting });
    expect(found?.detected.evidence).toMatchObject({ revision: "1-29", isStarting: true });
    expect(found?.detected).not.toHaveProperty("patch");
  });
});
