import { describe, expect, it } from "vitest";
import type { Replica } from "@/lib/domain/mesh/world";
import { aReplica, aWorld, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { replicaTransitions } from "./replica-transitions";
import { readWorld, replicaSignature, toStoredWorld } from "./world-parts";

const a = aReplica();
const b = aReplica({ name: "istiod-b", uid: "bb01" });

describe("the transitions of replicas between two worlds", () => {
  const cases: readonly [claim: string, before: readonly Replica[], after: readonly Replica[], told: readonly string[]][] = [
    ["are empty if only the readiness of a replica changed", [a], [{ ...a, ready: { status: "false", reason: "ContainersNotReady" } }], []],
    ["contain a started replica", [a], [a, b], ["replica-came istiod-b"]],
    ["contain an ended replica", [a, b], [a], ["replica-went istiod-b"]],
    [
      "contain an ended and a started replica if another Pod has the name",
      [a],
      [{ ...a, uid: "aa02" }],
      ["replica-went istiod-7c9f-a", "replica-came istiod-7c9f-a"],
    ],
    ["contain the restart of a container in its Pod", [a], [{ ...a, runningSince: NOW, restarts: 1 }], ["replica-restarted istiod-7c9f-a"]],
    ["are empty if a container stopped and has not started again", [a], [{ ...a, runningSince: null }], []],
    [
      "contain a restart if a stopped container runs again",
      [{ ...a, runningSince: null }],
      [{ ...a, runningSince: NOW, restarts: 1 }],
      ["replica-restarted istiod-7c9f-a"],
    ],
    ["are empty if a container runs for the first time", [{ ...a, runningSince: null }], [{ ...a, runningSince: NOW }], []],
  ];
  it.each(cases)("the transitions of replicas between two worlds: %s", (_claim, before, after, told) => {
    const changes = replicaTransitions(aWorld(before), aWorld(after), { at: NOW, notBefore: null });
    expect(changes.map(({ replica, transition }) => `${transition.type} ${replica.name}`)).toEqual(told);
  });

  it("the transitions of replicas between two worlds contain the number of restarts as a fact, without text", () => {
    const [change] = replicaTransitions(aWorld([a]), aWorld([{ ...a, runningSince: NOW, restarts: 3 }]), { at: NOW, notBefore: null });
    expect(change?.transition).toMatchObject({ detail: "", facts: { kind: "restarts", count: 3 } });
  });

  it("the transitions of replicas between two worlds are empty if Pods become visible or invisible", () => {
    const hidden = aWorld([], { replicas: PODS_DENIED });
    for (const [before, after] of [
      [hidden, aWorld()],
      [aWorld(), hidden],
    ] as const)
      expect(replicaTransitions(before, after, { at: NOW, notBefore: null })).toEqual([]);
  });
});

it("a world is equal after a round trip through JSON, with undefined fields of its Pods", () => {
  for (const world of [aWorld([a, b, aReplica({ name: "c", maxConnectionAgeMs: null, gracePeriodMs: 5_000 })]), aWorld([], { replicas: PODS_DENIED })]) {
    expect(readWorld(world.cluster, JSON.parse(JSON.stringify(toStoredWorld(world))))).toEqual(world);
  }
});

it("the signature of a replica differs for other Pods, restarts, missing Pods and hidden Pods", () => {
  const signatures = [aWorld(), aWorld([{ ...a, uid: "aa02" }]), aWorld([{ ...a, runningSince: null }]), aWorld([]), aWorld([], { replicas: PODS_DENIED })];
  expect(new Set(signatures.map((world) => replicaSignature(world, a.name))).size).toBe(5);
});
