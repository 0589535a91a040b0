import { describe, expect, it } from "vitest";
import { anEntry, aReplica, aWorld, PODS_DENIED } from "@/lib/testing/entries";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { controllerSkew, namespaceRevisionNotRunning } from "./control-plane";

describe("STL601 controller-skew", () => {
  /** So many machines at each replica. */
  const held = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).flatMap(([controller, count]) => Array.from({ length: count }, (_, at) => anEntry({ name: `${controller}-${at}`, controller })));
  const world = (...revisions: readonly string[]) => aWorld(revisions.map((revision, at) => aReplica({ name: `istiod-${at}`, revision })));

  it("STL601 finds a replica that has far more connections than its share", () => {
    const entries = held({ "istiod-0": 40, "istiod-1": 5 });
    expect(detected(controllerSkew, { entries, world: world("default", "default") })).toEqual([
      {
        of: "default",
        objects: [{ kind: "Pod", namespace: "istio-system", name: "istiod-0" }],
        evidence: { revision: "default", replica: "istiod-0", held: 40, even: 23, replicas: 2 },
      },
    ]);
  });

  it.each([
    { of: "that share evenly", entries: held({ "istiod-0": 22, "istiod-1": 20 }), world: world("default", "default") },
    { of: "of few machines", entries: held({ "istiod-0": 5 }), world: world("default", "default") },
    { of: "of different revisions", entries: held({ "istiod-0": 40, "istiod-1": 2 }), world: world("default", "1-31") },
    { of: "of which one alone runs", entries: held({ "istiod-0": 40 }), world: world("default") },
  ])("STL601 finds nothing for replicas $of", ({ entries, world: of }) => {
    expect(evidenceOf(controllerSkew, { entries, world: of })).toEqual([]);
  });

  it("STL601 has no answer if istiod's Pods are not visible", () => {
    expect(detected(controllerSkew, { world: aWorld([], { replicas: PODS_DENIED }) })).toEqual({ cannotTell: ["istiod-pods"] });
  });
});

describe("STL602 namespace-revision-not-running", () => {
  const namespaces = (revision: string) =>
    ({ kind: "known", source: "namespaces", value: new Map([["shop", { network: "", distribution: null, revision }]]) }) as const;
  const world = (revision: string, replicas = [aReplica()]) => {
    const of = aWorld(replicas);
    return { ...of, places: { ...of.places, namespaces: namespaces(revision) } };
  };

  it("STL602 finds a namespace whose revision no istiod runs", () => {
    expect(evidenceOf(namespaceRevisionNotRunning, { world: world("1-29") })).toEqual([{ namespace: "shop", revision: "1-29", running: ["default"] }]);
  });

  it.each([
    { of: "of a revision that runs", world: world("default") },
    { of: "that asks for none", world: world("") },
    { of: "while no istiod runs at all", world: world("1-29", []) },
  ])("STL602 finds nothing for a namespace $of", ({ world: of }) => {
    expect(evidenceOf(namespaceRevisionNotRunning, { world: of })).toEqual([]);
  });

  it("STL602 has no answer if istiod's Pods or namespaces are not visible", () => {
    expect(detected(namespaceRevisionNotRunning, { world: { ...world("1-29"), replicas: PODS_DENIED } })).toEqual({ cannotTell: ["istiod-pods"] });
    const denied = { ...aWorld(), places: { ...aWorld().places, namespaces: PODS_DENIED } };
    expect(detected(namespaceRevisionNotRunning, { world: denied })).toEqual({ cannotTell: ["namespaces"] });
  });
});
