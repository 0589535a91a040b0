import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { type LabelSet, sortedLabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import type { MeshService, SelectableEntry } from "@/lib/domain/selection/objects";
import type { ExclusionReason } from "@/lib/domain/selection/reasons";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { type EndpointOutcome, endpointOutcomeOf } from "./endpoint-snapshot";

type Made = Pick<WorkloadGroup, "namespace" | "name" | "entryLabels" | "template">;

/**
 * Returns the endpoint snapshot of a machine that will register in a new group, for a new Service or ServiceEntry (docs/istio.md#registration,
 * #bundle). Assumed: the machine uses the bundle made from the group, and it is healthy or has no health checks. The ports are in the order of the
 * selector's ports.
 */
export function newMachineEndpointSnapshot(selector: MeshService, group: Made, mesh: MeshSettings, mode: MeshMode = "sidecar"): EndpointOutcome {
  return endpointOutcomeOf(selector, { kind: "entry", entry: entryFromGroupAndBundleLabels(group, bundleLabelsWithCanonical(group)) }, mesh, { mode });
}

const OF_LABELS: ReadonlySet<ExclusionReason["code"]> = new Set<ExclusionReason["code"]>([
  "labels-differ",
  "no-selector",
  "empty-selector",
  "empty-selector-unknown",
]);

/** Returns true if labels are the only reason why a machine is not selected, so that a selector with other labels would select it. */
export function missesOnlyByLabels(reasons: readonly ExclusionReason[]): boolean {
  return reasons.length > 0 && reasons.every(({ code }) => OF_LABELS.has(code));
}

type Labelled = Pick<WorkloadGroup, "namespace" | "name" | "entryLabels" | "template">;

/** Placeholder address for a machine that is not registered yet, from a block reserved for documentation (RFC 5737). */
const ANY_ADDRESS = "192.0.2.1";

/**
 * Returns the labels that the group's bundle gives to a machine (docs/istio.md#label-order): `template.labels` over `spec.metadata.labels`, and the two
 * canonical labels.
 */
export function bundleLabelsWithCanonical(group: Labelled): LabelSet {
  const labels = new Map([...group.entryLabels, ...group.template.labels]);
  const first = (...keys: readonly string[]) => keys.map((key) => labels.get(key)).find((value) => value !== undefined);
  const name = first("service.istio.io/canonical-name", "app.kubernetes.io/name", "app") ?? group.name;
  const revision = first("service.istio.io/canonical-revision", "app.kubernetes.io/version", "version") ?? "latest";
  return sortedLabelSet(new Map([...labels, ["service.istio.io/canonical-name", name], ["service.istio.io/canonical-revision", revision]]));
}

/**
 * Returns the entry that istiod creates from a group for a machine with a bundle. The bundle's labels have precedence over `spec.metadata.labels`,
 * and these have precedence over `template.labels` (docs/istio.md#label-order). A machine therefore keeps the labels of its bundle until it gets a
 * new one. Among them are labels that the group no longer has.
 */
export function entryFromGroupAndBundleLabels(group: Labelled, bundle: LabelSet): SelectableEntry {
  const labels = sortedLabelSet(new Map([...group.template.labels, ...group.entryLabels, ...bundle.filter(([key]) => key !== "istio-locality")]));
  const { address, network, locality, serviceAccount, weight, ports } = group.template;
  const told = { network, locality, serviceAccount, weight, ports };
  return {
    namespace: group.namespace,
    name: group.name,
    address: address || ANY_ADDRESS,
    ...told,
    specLabels: labels,
    metadataLabels: labels,
    gate: null,
    health: null,
  };
}

/** Returns the machine labels that an edit of a group changes: each key with its new value, sorted by key. Null = the edit removes the label. */
export function changedBundleLabels(before: Labelled, after: Labelled): readonly (readonly [key: string, value: string | null])[] {
  const [were, are] = [bundleLabelsWithCanonical(before), bundleLabelsWithCanonical(after)];
  const keys = [...new Set([...were, ...are].map(([key]) => key))].sort();
  return keys.flatMap((key) => {
    const [was, is] = [valueOfLabel(were, key), valueOfLabel(are, key)];
    return was === is ? [] : [[key, is ?? null] as const];
  });
}
