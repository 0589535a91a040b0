import type { ContainerPort } from "@/lib/domain/selection/objects";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import { type Expected, flawOf } from "./flaw";
import type { Identity } from "./identity";
import { at, field, list, number, text } from "./json";
import { METADATA_SHAPE, pairsOf, timeOf } from "./metadata";
import { readyOf } from "./ready";

const SHAPE: readonly Expected[] = [
  ...METADATA_SHAPE,
  { path: ["spec"], shape: "an object" },
  { path: ["spec", "containers"], shape: "a list" },
  { path: ["status"], shape: "an object" },
];

/** A Pod as the API server sent it, trimmed to what selectors and clients look at (facts 4.2, 5.1). Missing fields are blanks. */
export function parseWorkloadPod(raw: unknown, identity: Identity, cluster: string): WorkloadPod {
  const unreadable = flawOf(raw, SHAPE);
  const told = unreadable === null ? raw : {};
  const spec = field(told, "spec");
  return {
    ...{ cluster, kind: "pods", ...identity, unreadable },
    createdAt: timeOf(at(raw, "metadata", "creationTimestamp")),
    labels: pairsOf(at(told, "metadata", "labels")),
    address: text(at(told, "status", "podIP")),
    phase: text(at(told, "status", "phase")),
    ready: readyOf(told)?.status === "True",
    deletingAt: timeOf(at(raw, "metadata", "deletionTimestamp")),
    node: text(field(spec, "nodeName")),
    serviceAccount: text(field(spec, "serviceAccountName")),
    ports: [...portsOf(list(field(spec, "containers"))), ...portsOf(list(field(spec, "initContainers")).filter(isSidecar))],
  };
}

/** An init container that runs on beside the others (Kubernetes: restartPolicy Always). */
function isSidecar(container: unknown): boolean {
  return field(container, "restartPolicy") === "Always";
}

function portsOf(containers: readonly unknown[]): readonly ContainerPort[] {
  return containers.flatMap((container) =>
    list(field(container, "ports")).map((port) => ({
      name: text(field(port, "name")),
      port: number(field(port, "containerPort")) ?? 0,
      protocol: text(field(port, "protocol")) || "TCP",
    })),
  );
}
