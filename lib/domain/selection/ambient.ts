import { mergedLabels } from "@/lib/domain/merged-labels";
import { type EndpointPort, portForService, portForServiceEntry } from "./endpoint-port";
import { isOfRevision, missingPairs, REVISION_LABEL } from "./machine";
import type { MeshSettings } from "./mesh";
import type { SelectableEntry, Selector } from "./objects";
import type { Reason } from "./reasons";

/**
 * Why a selector does not take an entry in ambient mode: no health, no derived labels, no kind of address, and headless Services take entries too
 * (docs/istio.md#ambient).
 */
export function ambientReasonsAgainst(selector: Selector, entry: SelectableEntry, mesh: MeshSettings): readonly Reason[] {
  const reasons: Reason[] = [];
  const revisionOf = (labels: Selector["labels"]) => new Map(labels).get(REVISION_LABEL) ?? "";
  if (selector.kind === "ServiceEntry" && !isOfRevision(selector.labels, mesh)) {
    reasons.push({ code: "selector-of-other-revision", wanted: mesh.revision, found: revisionOf(selector.labels) });
  }
  if (selector.selector === null || (selector.kind === "Service" && selector.selector.length === 0)) reasons.push({ code: "no-selector" });
  // In every version: ambient has its own matching.
  else if (selector.selector.length === 0) reasons.push({ code: "empty-selector", istioVersion: null });
  if (selector.namespace !== entry.namespace) reasons.push({ code: "other-namespace", wanted: selector.namespace, found: entry.namespace });
  if (!isOfRevision(entry.metadataLabels, mesh)) {
    reasons.push({ code: "machine-of-other-revision", wanted: mesh.revision, found: revisionOf(entry.metadataLabels) });
  }
  const labels = new Map(mergedLabels(entry));
  const missing = missingPairs(selector.selector ?? [], labels);
  if (missing.length > 0) reasons.push({ code: "labels-differ", pairs: missing.map(([key, wanted]) => ({ key, wanted, found: labels.get(key) ?? null })) });
  return reasons;
}

/**
 * The ports of an entry in ambient mode, in the order of the service's ports: the same in effect, but for sockets, which have none of their own
 * (docs/istio.md#ambient).
 */
export function ambientPorts(selector: Selector, entry: Pick<SelectableEntry, "ports">): readonly EndpointPort[] {
  const machine = { address: "", ports: new Map(entry.ports) };
  if (selector.kind === "Service") return selector.ports.map((port) => portForService(port, machine));
  return selector.ports.map((port) => portForServiceEntry(port, machine));
}
