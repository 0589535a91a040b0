import { parseLocality } from "@/lib/domain/locality";
import { mergedLabels } from "@/lib/domain/merged-labels";
import { type EndpointPort, portForService, portForServiceEntry } from "./endpoint-port";
import { isOfRevision, type LabelMap, missingPairs, REVISION_LABEL } from "./machine";
import type { MeshSettings } from "./mesh";
import type { SelectableEntry, Selector } from "./objects";
import type { Reason } from "./reasons";

/** An entry as ztunnel is told of it: from Istio's source, not measured (docs/istio.md#ambient). */
export interface AmbientWorkload {
  /** Always: the condition is not looked at (docs/istio.md#ambient). */
  readonly health: "HEALTHY";
  /** Merged, metadata wins; nothing derived. */
  readonly labels: LabelMap;
  /** `spec.network`, else the network of the cluster. */
  readonly network: string;
  /** Of `spec.locality` alone. */
  readonly locality: { readonly region: string; readonly zone: string; readonly subzone: string };
  /** `native-hbone` = the machine speaks it, `hbone` = it is redirected to it. */
  readonly transport: "native-hbone" | "hbone" | "plain";
  /** The waypoint that the entry's own labels name; "none" switches one of the namespace off, null = not named. */
  readonly waypoint: { readonly namespace: string; readonly name: string } | "none" | null;
}

/** What ztunnel is told of an entry. `redirection` is its annotation `ambient.istio.io/redirection`. */
export function ambientWorkload(entry: SelectableEntry, mesh: Pick<MeshSettings, "podNetwork">, redirection: string | null): AmbientWorkload {
  const labels = new Map(mergedLabels(entry));
  const { region, zone, subzone } = parseLocality(entry.locality);
  const tunnels = (labels.get("networking.istio.io/tunnel") ?? "").split(",");
  return {
    health: "HEALTHY",
    labels,
    network: entry.network || mesh.podNetwork,
    locality: { region, zone, subzone },
    transport: tunnels.includes("http") ? "native-hbone" : redirection === "enabled" ? "hbone" : "plain",
    waypoint: waypointOf(labels, entry.namespace),
  };
}

function waypointOf(labels: LabelMap, namespace: string): AmbientWorkload["waypoint"] {
  const name = labels.get("istio.io/use-waypoint");
  if (name === undefined || name === "") return null;
  return name === "none" ? "none" : { name, namespace: labels.get("istio.io/use-waypoint-namespace") ?? namespace };
}

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
