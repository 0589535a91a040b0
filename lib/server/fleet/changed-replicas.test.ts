import { describe, expect, it } from "vitest";
import type { Replica, World } from "@/lib/domain/mesh/world";
import { aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { changedReplicas, isLearned } from "./changed-replicas";

const NAME = aReplica().name;

describe("the replicas that another world may judge differently", () => {
  const cases: readonly [claim: string, change: Partial<Replica>, concerned: readonly string[]][] = [
    ["one that is not ready any more", { ready: { status: "false", reason: "ContainersNotReady" } }, [NAME]],
    ["one of which that is not known any more", { ready: { status: "unknown", reason: "" } }, [NAME]],
    ["one that is being deleted", { deletingAt: NOW + 30_000 }, [NAME]],
    ["one whose Node fell silent", { nodeState: "silent" }, [NAME]],
    ["one whose Node is out of sight", { nodeState: "not-visible" }, [NAME]],
    ["one that was started anew", { runningSince: NOW }, [NAME]],
    ["none where only its zone was learned", { zone: "eu-1c", restarts: 3 }, []],
  ];
  it.each(cases)("are %s", (_claim, change, concerned) => {
    expect(changedReplicas(aWorld([aReplica(), aReplica({ name: "other" })]), aWorld([aReplica(change), aReplica({ name: "other" })]))).toEqual(concerned);
  });
});

it("what is only now known of Nodes may have been so for longer", () => {
  const hidden: World = aWorld([aReplica({ nodeState: "not-visible" })], { nodes: { kind: "denied", source: "no right" } });
  expect(isLearned(hidden, aWorld())).toBe(true);
  expect(isLearned(aWorld(), aWorld([aReplica({ nodeState: "silent" })]))).toBe(false);
});
