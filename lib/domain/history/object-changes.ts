import { haveSamePairsInOrder } from "@/lib/domain/entry/entry-fields";
import { istiodStatusLines } from "@/lib/domain/entry/istiod-status";
import type { Probe, WorkloadGroup, WorkloadTemplate } from "@/lib/domain/group/workload-group";
import type { ObjectWithFlatSpec } from "@/lib/domain/object/kubernetes-object";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { KubernetesService, MeshService, ServiceEntry, StoredMeshService } from "@/lib/domain/selection/objects";

/** Stable codes of changed fields that have no path in the YAML. The codes are stored, and their text is made on reading. */
export const FIELD_CODES = ["unreadable", "health-checks", "registration-group", "owner", "managed-by", "marked-for-deletion"] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

/**
 * One changed field of an object. `field`: its path as in the YAML (`spec.network`, `spec.labels[app]`), or a FieldCode. `from` and `to`: the values
 * as written; null = not set, "" = a key without a value. Plain JSON, as stored.
 */
export interface FieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The value of a field; "" = not set. */
type Value = string | number | null | undefined;

/** Returns the change of one field; empty if it did not change. */
export function changesOfField(field: string, before: Value, after: Value): readonly FieldChange[] {
  const [from, to] = [textOf(before), textOf(after)];
  return from === to ? [] : [{ field, from, to }];
}

/** Returns a change for each added, removed or changed key of labels, ports or other pairs. */
export function changesOfPairs(path: string, before: LabelSet | readonly (readonly [string, number])[], after: typeof before): readonly FieldChange[] {
  if (haveSamePairsInOrder(before, after)) return [];
  const [old, fresh] = [textsOf(before), textsOf(after)];
  const keys = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return keys.flatMap((key) => {
    const [from, to] = [old.get(key) ?? null, fresh.get(key) ?? null];
    return from === to ? [] : [{ field: `${path}[${key}]`, from, to }];
  });
}

/** Returns a change if the deletion of the object was requested between the two versions. */
export function deletionRequestChanges(before: number | null, after: number | null): readonly FieldChange[] {
  return before === null && after !== null ? [{ field: "marked-for-deletion" satisfies FieldCode, from: null, to: null }] : [];
}

function textOf(value: Value): string | null {
  return value === null || value === undefined || value === "" ? null : String(value);
}

function textsOf(pairs: readonly (readonly [string, string | number])[]): ReadonlyMap<string, string> {
  return new Map(pairs.map(([key, value]) => [key, String(value)]));
}

/** Returns the changes in the spec of an object, field by field, with their paths in its YAML. */
export function specFieldChanges(before: ObjectWithFlatSpec, after: ObjectWithFlatSpec): readonly FieldChange[] {
  const [old, fresh] = [new Map(before.fields), new Map(after.fields)];
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return [
    ...changesOfField("unreadable", before.unreadable, after.unreadable),
    ...paths.flatMap((field) => {
      const [from, to] = [old.get(field) ?? null, fresh.get(field) ?? null];
      return from === to ? [] : [{ field, from, to }];
    }),
  ];
}

/** Returns the changes of a Service or ServiceEntry, field by field. */
export function meshServiceChanges(before: StoredMeshService, after: StoredMeshService): readonly FieldChange[] {
  const selector = after.kind === "services" ? "spec.selector" : "spec.workloadSelector.labels";
  return [
    ...changesOfField("unreadable", before.unreadable, after.unreadable),
    ...changesOfField("metadata.annotations[stolos.dev/mute-findings]", before.mutedFindings, after.mutedFindings),
    ...(before.managedBy === undefined ? [] : changesOfField("metadata.ownerReferences", before.managedBy, after.managedBy ?? "")),
    ...changesOfField("status", reportOf(before), reportOf(after)),
    ...changesOfPairs(selector, before.selector, after.selector),
    ...changesOfField("spec.hosts", before.hosts.join(" "), after.hosts.join(" ")),
    ...changesOfPairs("spec.ports", before.ports, after.ports),
    ...changesOfPairs("spec", before.traits, after.traits),
    ...endpointFieldChanges(before.parsed, after.parsed),
  ];
}

function reportOf({ istiodStatus }: StoredMeshService): string {
  return istiodStatusLines(istiodStatus).join("; ");
}

type Changes = readonly FieldChange[];

/** Returns the label changes of an object whose `fields` do not contain labels. Empty if one of the versions was not recorded. */
export function labelChanges<P extends Pick<MeshService, "labels">>(before: P | null, after: P | null): Changes {
  return before === null || after === null ? [] : changesOfPairs("metadata.labels", before.labels, after.labels);
}

/** Returns the changes of fields that affect endpoints, besides selector, hosts, ports and traits. Empty if one of the versions was not recorded. */
export function endpointFieldChanges(before: MeshService | null, after: MeshService | null): Changes {
  if (before === null || after === null) return [];
  const labels = labelChanges(before, after);
  if (before.kind === "Service") return after.kind === "Service" ? [...labels, ...serviceChanges(before, after)] : labels;
  return after.kind === "ServiceEntry" ? [...labels, ...serviceEntryChanges(before, after)] : labels;
}

function serviceChanges(before: KubernetesService, after: KubernetesService): Changes {
  return [
    ...listChange("metadata.annotations[networking.istio.io/exportTo]", before.exportTo, after.exportTo),
    ...listChange("metadata.annotations[alpha.istio.io/canonical-serviceaccounts]", before.accounts, after.accounts),
    ...listChange("metadata.annotations[alpha.istio.io/kubernetes-serviceaccounts]", before.namespaceAccounts, after.namespaceAccounts),
    ...changesOfField("spec.trafficDistribution", before.distribution, after.distribution),
    ...changesOfField("spec.publishNotReadyAddresses", String(before.publishesUnready), String(after.publishesUnready)),
    ...changesOfField("spec.internalTrafficPolicy", placeOf(before), placeOf(after)),
  ];
}

function serviceEntryChanges(before: ServiceEntry, after: ServiceEntry): Changes {
  return [
    ...changesOfField("spec.workloadSelector", isThere(before.selector), isThere(after.selector)),
    ...changesOfPairs("spec.endpoints", before.endpoints.map(endpointText), after.endpoints.map(endpointText)),
    ...listChange("spec.subjectAltNames", before.accounts, after.accounts),
    ...changesOfField("metadata.annotations[networking.istio.io/traffic-distribution]", before.distribution, after.distribution),
  ];
}

function listChange(field: string, before: readonly string[], after: readonly string[]): Changes {
  return changesOfField(field, before.join(", "), after.join(", "));
}

function placeOf({ isNodeLocal }: KubernetesService): string {
  return isNodeLocal ? "Local" : "Cluster";
}

/** An empty selector differs from no selector (docs/istio.md#empty-selector). */
function isThere(selector: unknown): string | null {
  return selector === null ? null : "{}";
}

/** Returns the index of an endpoint in the list, as in the YAML, with the text of its values. */
function endpointText({ address, ports, labels, network, locality, weight, serviceAccount }: WorkloadTemplate, index: number): readonly [string, string] {
  const told = [
    address,
    ...ports.map(([name, port]) => `ports.${name}=${port}`),
    ...labels.map(([key, value]) => `labels.${key}=${value}`),
    ...Object.entries({ network, locality, weight, serviceAccount }).flatMap(([name, value]) => (value === "" || value === null ? [] : [`${name}=${value}`])),
  ];
  return [String(index), told.join(" ")];
}

/** Returns the changes of a group, field by field, with their paths in its YAML. Empty if only versions, writers or times changed. */
export function groupChanges(before: WorkloadGroup, after: WorkloadGroup): readonly FieldChange[] {
  const [a, b] = [before.template, after.template];
  return [
    ...changesOfField("unreadable", before.unreadable, after.unreadable),
    ...changesOfField("metadata.annotations[stolos.dev/expected-size]", before.expectedSize, after.expectedSize),
    ...changesOfField("metadata.annotations[stolos.dev/planned-leaves]", before.plannedLeaves, after.plannedLeaves),
    ...changesOfField("metadata.annotations[stolos.dev/maintenance]", before.maintenance, after.maintenance),
    ...changesOfField("metadata.annotations[stolos.dev/mute-findings]", before.mutedFindings, after.mutedFindings),
    ...changesOfField("metadata.labels[istio.io/rev]", before.revision, after.revision),
    ...changesOfPairs("spec.metadata.labels", before.entryLabels, after.entryLabels),
    ...changesOfPairs("spec.metadata.annotations", before.entryAnnotations, after.entryAnnotations),
    ...changesOfField("spec.template.address", a.address, b.address),
    ...changesOfPairs("spec.template.ports", a.ports, b.ports),
    ...changesOfPairs("spec.template.labels", a.labels, b.labels),
    ...changesOfField("spec.template.network", a.network, b.network),
    ...changesOfField("spec.template.locality", a.locality, b.locality),
    ...changesOfField("spec.template.weight", a.weight, b.weight),
    ...changesOfField("spec.template.serviceAccount", a.serviceAccount, b.serviceAccount),
    ...probeChanges(before.probe, after.probe),
    ...changesOfField("managed-by", before.managedBy, after.managedBy),
    ...deletionRequestChanges(before.deletingAt, after.deletingAt),
  ];
}

const PROBE_NUMBERS = ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"] as const;

function probeChanges(before: Probe | null, after: Probe | null): readonly FieldChange[] {
  if (before === null && after === null) return [];
  if (before === null || after === null) return changesOfField("spec.probe", before?.method, after?.method);
  const how = `spec.probe.${after.method}`;
  return [
    ...changesOfField("spec.probe", before.method, after.method),
    ...changesOfField(`${how}.port`, before.port, after.port),
    ...changesOfField(`${how}.path`, before.path, after.path),
    ...changesOfField(`${how}.scheme`, before.scheme, after.scheme),
    ...changesOfField(`${how}.host`, before.host, after.host),
    ...changesOfField(`${how}.command`, before.command.join(" "), after.command.join(" ")),
    ...PROBE_NUMBERS.flatMap((name) => changesOfField(`spec.probe.${name}`, before[name], after[name])),
  ];
}
