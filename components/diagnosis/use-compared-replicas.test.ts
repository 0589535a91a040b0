import { expect, it } from "vitest";
import type { ReplicaRow } from "@/lib/contract/views/control-plane";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES, type State } from "@/lib/domain/verdict/verdict";
import { compareReplicas } from "./use-compared-replicas";

const PLANE = { replicas: { kind: "known", running: 2, source: "" }, reconnecting: 3, managed: 90 } as const;

function aReplica(name: string, standing: ReplicaRow["standing"], counts: Partial<Record<State, number>>): ReplicaRow {
  const machines = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { name, standing, machines, namespace: "istio-system", counts: codedCounts(STATES.map((state) => counts[state] ?? 0)) } as unknown as ReplicaRow;
}

const ROWS = {
  rows: [
    aReplica("a", "runs", { healthy: 30, unhealthy: 7, draining: 3 }),
    aReplica("b", "in-doubt", { healthy: 40, unverified: 1 }),
    aReplica("c", "gone", { unverified: 9 }),
  ],
  isComplete: true,
};

it("counts other machines on the same replicas and on other replicas", () => {
  const compared = compareReplicas(PLANE, ROWS, [{ name: "a", machines: 12, troubled: 6 }]);
  expect(compared).toEqual({
    replicas: { ready: 1, total: 2 },
    holders: [{ name: "a", status: "runs" }],
    onSame: { troubled: 1, machines: 28 },
    elsewhere: { troubled: 10, machines: 50 },
    reconnecting: { reconnecting: 3, managed: 90 },
    istiodNamespace: "istio-system",
  });
});

it("reports a replica without a row as gone only if all rows were loaded and Pods are visible", () => {
  const status = (plane: Parameters<typeof compareReplicas>[0], rows: typeof ROWS) =>
    compareReplicas(plane, rows, [{ name: "old", machines: 0, troubled: 0 }]).holders[0]?.status;
  expect(status(PLANE, ROWS)).toBe("gone");
  expect(status(PLANE, { ...ROWS, isComplete: false })).toBe("not-visible");
  expect(status({ ...PLANE, replicas: { kind: "denied", running: 0, source: "pods" } }, ROWS)).toBe("not-visible");
});

it("has no number of replicas without permission to list Pods, and no other replicas if not all rows were loaded", () => {
  expect(compareReplicas({ ...PLANE, replicas: { kind: "denied", running: 0, source: "pods" } }, ROWS, []).replicas).toBeNull();
  expect(compareReplicas(PLANE, { ...ROWS, isComplete: false }, []).elsewhere).toBeNull();
});
