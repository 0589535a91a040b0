import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { ago, aReport, NOW } from "./entries";

/** For each field of an entry a value that `anEntry` has not. A field that is added to entries must be added here too. */
export const OTHER_VALUES: WorkloadEntry = {
  cluster: "prod-us",
  uid: "57fd0002",
  namespace: "shop2",
  name: "checkout-2",
  resourceVersion: "1300",
  createdAt: NOW - 1_000,
  deletingAt: NOW,
  generation: 2,
  unreadable: "spec is missing",
  address: "10.20.1.15",
  network: "vpc-3",
  locality: "eu-west-1/eu-west-1a",
  serviceAccount: "other",
  weight: 3,
  ports: [["grpc", 9090]],
  specLabels: sortedLabelSet([["app", "cart"]]),
  metadataLabels: sortedLabelSet([
    ["app", "cart"],
    ["istio.io/rev", "canary"],
  ]),
  registrationGroup: "cart",
  controller: "istiod-7c9f-b",
  connectedAt: ago(1_000),
  disconnectedAt: ago(2_000),
  gate: null,
  owner: { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "cart", uid: "9a02" },
  health: aReport("False", "connection refused"),
  lastWriter: { manager: "kubectl", operation: "Update", subresource: "", time: NOW },
  managedBy: "Helm",
  misplacedKeys: "metadata.annotations[istio.io/rev]",
  drainReason: "disk",
  mutedFindings: "[]",
  istiodStatus: '[[],[["IST0133","WARNING",null]]]',
};

/** An entry of which one field has its other value. */
export function withOther(entry: WorkloadEntry, name: keyof WorkloadEntry): WorkloadEntry {
  return { ...entry, [name]: OTHER_VALUES[name] };
}
