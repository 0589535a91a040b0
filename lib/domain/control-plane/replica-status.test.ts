import { expect, it } from "vitest";
import type { Replica } from "@/lib/domain/mesh/world";
import { mayHoldConnections, type ReplicaStatusKind, replicaStatusOf } from "./replica-status";

const NOW = 1_000_000;
const POD: Replica = {
  ...{ name: "istiod-1", namespace: "istio-system", uid: "u1", revision: "1-31", runningSince: NOW - 60_000, phase: "Running", zone: "a", restarts: 0 },
  ...{ ready: { status: "true", reason: "" }, node: "n1", nodeState: "ready", deletingAt: null, maxConnectionAgeMs: undefined, gracePeriodMs: undefined },
};

it.each<[string, Partial<Replica> | null | undefined, ReplicaStatusKind, string | null]>([
  ["a Pod that runs and is ready", {}, "runs", null],
  ["a Pod that is not ready", { ready: { status: "false", reason: "ContainersNotReady" } }, "in-doubt", "replica-not-ready"],
  ["a Pod on a Node that is not visible", { nodeState: "not-visible" }, "in-doubt", "node-not-visible"],
  ["a Pod with a deletion time in the future", { deletingAt: NOW + 1 }, "ending", null],
  ["a Pod past its deletion time", { deletingAt: NOW }, "lost", null],
  ["a Pod on a silent Node", { nodeState: "silent" }, "lost", null],
  ["a Pod whose container does not run", { runningSince: null }, "not-running", null],
  ["a replica without a Pod of its name", null, "gone", null],
  ["a replica if Pods are not visible", undefined, "not-visible", null],
])("replicaStatusOf returns the right status of %s", (_what, change, kind, doubt) => {
  expect(replicaStatusOf(change && { ...POD, ...change }, NOW)).toEqual({ kind, doubt });
});

it("mayHoldConnections is true for a replica that runs, is ending or is unverified", () => {
  const all: ReplicaStatusKind[] = ["runs", "in-doubt", "ending", "not-running", "lost", "gone", "not-visible"];
  expect(all.filter(mayHoldConnections)).toEqual(["runs", "in-doubt", "ending"]);
});
