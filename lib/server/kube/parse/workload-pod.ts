import type { SelectablePod } from "@/lib/domain/selection/objects";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import type { Identity } from "./identity";
import { at } from "./json";
import { timeOf } from "./metadata";
import { parseSelectablePod } from "./selection/selectable-pod";

const NOTHING: Omit<SelectablePod, "namespace" | "name" | "createdAt" | "deletingAt"> = {
  ...{ labels: [], address: "", phase: "", ready: false, node: "", serviceAccount: "", ports: [] },
};

/** A Pod as the API server sent it, trimmed to what selectors and clients look at (facts 4.2, 5.1). One that cannot be read is itself, and blank. */
export function parseWorkloadPod(raw: unknown, identity: Identity, cluster: string): WorkloadPod {
  const read = parseSelectablePod(raw);
  const common = { cluster, kind: "pods", ...identity, unreadable: null } as const;
  if (!("unreadable" in read)) return { ...read, ...common };
  const [createdAt, deletingAt] = [timeOf(at(raw, "metadata", "creationTimestamp")), timeOf(at(raw, "metadata", "deletionTimestamp"))];
  return { ...common, ...NOTHING, createdAt, deletingAt, unreadable: read.unreadable };
}
