import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { type LabelSet, labelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import type { SelectableEntry, Selector } from "@/lib/domain/selection/objects";
import type { Reason } from "@/lib/domain/selection/reasons";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { type EndpointSnapshot, endpointSnapshotOf } from "./endpoint-snapshot";

type Made = Pick<WorkloadGroup, "namespace" | "name" | "entryLabels" | "template">;

/**
 * How the machines of a group that is made with a Service or a ServiceEntry will stand to it: as istiod registers a machine whose bundle was made of
 * the group (docs/istio.md#registration, #bundle), once it is healthy or nothing checks it. The ports are in the order of the selector's.
 */
export function newMachinesSnapshot(selector: Selector, group: Made, mesh: MeshSettings, mode: MeshMode = "sidecar"): EndpointSnapshot {
  return endpointSnapshotOf(selector, { kind: "entry", entry: entryOfGroup(group, bundleLabels(group)) }, mesh, { mode });
}

const OF_LABELS: ReadonlySet<Reason["code"]> = new Set<Reason["code"]>(["labels-differ", "no-selector", "empty-selector", "empty-selector-unknown"]);

/** Would other labels in the selector be enough to take a machine that these reasons keep away? */
export function selectedByOtherLabels(reasons: readonly Reason[]): boolean {
  return reasons.length > 0 && reasons.every(({ code }) => OF_LABELS.has(code));
}

type Labelled = Pick<WorkloadGroup, "namespace" | "name" | "entryLabels" | "template">;

/** An address for a machine that is not there yet: one of the block that is kept for documentation (RFC 5737). */
const ANY_ADDRESS = "192.0.2.1";

/**
 * The labels that a bundle made from a group gives to its machine: `spec.metadata.labels` overlaid by `template.labels`, and the two canonical ones
 * (docs/istio.md#label-order).
 */
export function bundleLabels(group: Labelled): LabelSet {
  const labels = new Map([...group.entryLabels, ...group.template.labels]);
  const first = (...keys: readonly string[]) => keys.map((key) => labels.get(key)).find((value) => value !== undefined);
  const name = first("service.istio.io/canonical-name", "app.kubernetes.io/name", "app") ?? group.name;
  const revision = first("service.istio.io/canonical-revision", "app.kubernetes.io/version", "version") ?? "latest";
  return labelSet(new Map([...labels, ["service.istio.io/canonical-name", name], ["service.istio.io/canonical-revision", revision]]));
}

/**
 * An entry as istiod makes it of a group for a machine with a bundle: `template.labels`, over them `spec.metadata.labels`, over them those of the
 * bundle (docs/istio.md#label-order). So what a bundle says holds until it is made anew, and a label that goes from the group stays as long.
 */
export function entryOfGroup(group: Labelled, bundle: LabelSet): SelectableEntry {
  const labels = labelSet(new Map([...group.template.labels, ...group.entryLabels, ...bundle.filter(([key]) => key !== "istio-locality")]));
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

/** The keys whose value an edit of a group changes in its own labels, with the value after it; null = the label goes. */
export function changedLabels(before: Labelled, after: Labelled): readonly (readonly [key: string, value: string | null])[] {
  const [were, are] = [bundleLabels(before), bundleLabels(after)];
  const keys = [...new Set([...were, ...are].map(([key]) => key))].sort();
  return keys.flatMap((key) => {
    const [was, is] = [valueOfLabel(were, key), valueOfLabel(are, key)];
    return was === is ? [] : [[key, is ?? null] as const];
  });
}
