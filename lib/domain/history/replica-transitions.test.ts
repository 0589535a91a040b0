import { describe, expect, it } from "vitest";
import type { Replica } from "@/lib/domain/mesh/world";
import { aReplica, aWorld, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { replicaTransitions } from "./replica-transitions";
import { readWorld, replicaSignature, worldShape } from "./world-parts";

const a = aReplica();
const b = aReplica({ name: "istiod-b", uid: "bb01" });

describe("between two worlds", () => {
  const cases: readonly [claim: string, before: readonly Replica[], after: readonly Replica[], told: readonly string[]][] = [
    ["nothing happened where nothing differs that a person would notice", [a], [{ ...a, ready: { status: "false", reason: "ContainersNotReady" } }], []],
    ["a replica came", [a], [a, b], ["replica-came istiod-b"]],
    ["a replica went", [a, b], [a], ["replica-went istiod-b"]],
    ["another Pod took the name: the old one went, a new one came", [a], [{ ...a, uid: "aa02" }], ["replica-went istiod-7c9f-a", "replica-came istiod-7c9f-a"]],
    ["the container was started anew within its Pod", [a], [{ ...a, runningSince: NOW, restarts: 1 }], ["replica-restarted istiod-7c9f-a"]],
    ["it stopped, which is not yet a restart", [a], [{ ...a, runningSince: null }], []],
    ["it runs again after it had stopped", [{ ...a, runningSince: null }], [{ ...a, runningSince: NOW, restarts: 1 }], ["replica-restarted istiod-7c9f-a"]],
    ["it runs for the first time", [{ ...a, runningSince: null }], [{ ...a, runningSince: NOW }], []],
  ];
  it.each(cases)("%s", (_claim, before, after, told) => {
    const changes = replicaTransitions(aWorld(before), aWorld(after), { at: NOW, notBefore: null });
    expect(changes.map(({ replica, transition }) => `${transition.type} ${replica.name}`)).toEqual(told);
  });

  it("tells how often a container was started anew as a number, and words nothing", () => {
    const [change] = replicaTransitions(aWorld([a]), aWorld([{ ...a, runningSince: NOW, restarts: 3 }]), { at: NOW, notBefore: null });
    expect(change?.transition).toMatchObject({ detail: "", facts: { kind: "restarts", count: 3 } });
  });

  it("nobody came who is only now seen, and nobody went who is out of sight", () => {
    const hidden = aWorld([], { replicas: PODS_DENIED });
    for (const [before, after] of [
      [hidden, aWorld()],
      [aWorld(), hidden],
    ] as const)
      expect(replicaTransitions(before, after, { at: NOW, notBefore: null })).toEqual([]);
  });
});

it("a world is whole again from JSON, with what its Pods do not tell", () => {
  for (const world of [aWorld([a, b, aReplica({ name: "c", maxConnectionAgeMs: null, gracePeriodMs: 5_000 })]), aWorld([], { replicas: PODS_DENIED })]) {
    expect(readWorld(world.cluster, JSON.parse(JSON.stringify(worldShape(world))))).toEqual(world);
  }
});

it("tells apart the replicas that can hold an entry", () => {
  const signatures = [aWorld(), aWorld([{ ...a, uid: "aa02" }]), aWorld([{ ...a, runningSince: null }]), aWorld([]), aWorld([], { replicas: PODS_DENIED })];
  expect(new Set(signatures.map((world) => replicaSignature(world, a.name))).size).toBe(5);
});
