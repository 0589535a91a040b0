import { expect, it } from "vitest";
import { aReplica, aWorld, PODS_DENIED } from "@/lib/testing/entries";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { namespaceRevisionNotRunning } from "./namespace-revision-not-running";

const namespaces = (revision: string) =>
  ({ kind: "known", source: "namespaces", value: new Map([["shop", { network: "", distribution: null, revision }]]) }) as const;
const world = (revision: string, replicas = [aReplica()]) => {
  const of = aWorld(replicas);
  return { ...of, places: { ...of.places, namespaces: namespaces(revision) } };
};

it("finds a namespace that asks for a revision that nobody runs", () => {
  expect(evidenceOf(namespaceRevisionNotRunning, { world: world("1-29") })).toEqual([{ namespace: "shop", revision: "1-29", running: ["default"] }]);
});

it.each([
  { of: "of a revision that runs", world: world("default") },
  { of: "that asks for none", world: world("") },
  { of: "while no istiod runs at all", world: world("1-29", []) },
])("passes over a namespace $of", ({ world: of }) => {
  expect(evidenceOf(namespaceRevisionNotRunning, { world: of })).toEqual([]);
});

it("cannot tell without istiod's Pods, or without namespaces", () => {
  expect(detected(namespaceRevisionNotRunning, { world: { ...world("1-29"), replicas: PODS_DENIED } })).toEqual({ cannotTell: ["istiod-pods"] });
  const denied = { ...aWorld(), places: { ...aWorld().places, namespaces: PODS_DENIED } };
  expect(detected(namespaceRevisionNotRunning, { world: denied })).toEqual({ cannotTell: ["namespaces"] });
});
