import type { KubernetesService, Selector, ServiceEntry } from "@/lib/domain/selection/objects";
import type { WorkloadTemplate } from "@/lib/domain/workload-group";
import { changeOf, type FieldChange, pairChanges } from "./field-changes";

type Changes = readonly FieldChange[];

/** What is different in the labels of an object of which more is kept than the log had; nothing where one of both was not recorded. */
export function labelChanges<P extends Pick<Selector, "labels">>(before: P | null, after: P | null): Changes {
  return before === null || after === null ? [] : pairChanges("metadata.labels", before.labels, after.labels);
}

/** What is different in what decides who answers, beyond selector, hosts, ports and traits; nothing where one of both was not recorded. */
export function selectorChanges(before: Selector | null, after: Selector | null): Changes {
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
    ...changeOf("spec.trafficDistribution", before.distribution, after.distribution),
    ...changeOf("spec.publishNotReadyAddresses", String(before.publishesUnready), String(after.publishesUnready)),
    ...changeOf("spec.internalTrafficPolicy", placeOf(before), placeOf(after)),
  ];
}

function serviceEntryChanges(before: ServiceEntry, after: ServiceEntry): Changes {
  return [
    ...changeOf("spec.workloadSelector", isThere(before.selector), isThere(after.selector)),
    ...pairChanges("spec.endpoints", before.endpoints.map(endpointText), after.endpoints.map(endpointText)),
    ...listChange("spec.subjectAltNames", before.accounts, after.accounts),
    ...changeOf("metadata.annotations[networking.istio.io/traffic-distribution]", before.distribution, after.distribution),
  ];
}

function listChange(field: string, before: readonly string[], after: readonly string[]): Changes {
  return changeOf(field, before.join(", "), after.join(", "));
}

function placeOf({ isNodeLocal }: KubernetesService): string {
  return isNodeLocal ? "Local" : "Cluster";
}

/** A selector that is there and empty is another thing than none (docs/istio.md#empty-selector). */
function isThere(selector: unknown): string | null {
  return selector === null ? null : "{}";
}

/** By its place in the list, as a person counts it in the YAML. */
function endpointText({ address, ports, labels, network, locality, weight, serviceAccount }: WorkloadTemplate, index: number): readonly [string, string] {
  const told = [
    address,
    ...ports.map(([name, port]) => `ports.${name}=${port}`),
    ...labels.map(([key, value]) => `labels.${key}=${value}`),
    ...Object.entries({ network, locality, weight, serviceAccount }).flatMap(([name, value]) => (value === "" || value === null ? [] : [`${name}=${value}`])),
  ];
  return [String(index), told.join(" ")];
}
