import type { KubeObject } from "./kube-api";
import { entryNameOf, type ProxyNode } from "./proxy";

export const healthGate = "proxy.istio.io/health-checks-enabled";
export const registrationGroup = "istio.io/autoRegistrationGroup";

interface GroupSpec {
  readonly metadata?: { readonly labels?: Record<string, string>; readonly annotations?: Record<string, string> };
  readonly template?: Readonly<Record<string, unknown>>;
}

/** The entry istiod makes of a group and the machine that registers with it, without its connect marks (docs/istio.md#registration). */
export function entryFromGroup(group: KubeObject, proxy: ProxyNode): KubeObject {
  const { metadata = {}, template = {} } = group.spec as GroupSpec;
  const labels = mergedLabels(group, proxy.labels);
  const spec: Record<string, unknown> = { ...template, address: proxy.address };
  if (Object.keys(labels).length > 0) spec.labels = labels;
  if (proxy.network) spec.network = proxy.network;
  if (proxy.locality !== undefined) spec.locality = localityText(proxy.locality);
  if (spec.locality === "") delete spec.locality;
  const annotations: Record<string, string> = { [registrationGroup]: group.metadata.name, ...metadata.annotations };
  if (proxy.probe) annotations[healthGate] = "true";
  return {
    apiVersion: "networking.istio.io/v1",
    kind: "WorkloadEntry",
    metadata: {
      name: entryNameOf(proxy),
      namespace: proxy.namespace,
      ...(Object.keys(labels).length > 0 ? { labels } : {}),
      annotations,
      ownerReferences: [{ apiVersion: group.apiVersion, kind: "WorkloadGroup", name: group.metadata.name, uid: group.metadata.uid ?? "", controller: true }],
    },
    spec,
  };
}

const noLabels = {};
const merges = new WeakMap<object, WeakMap<object, Record<string, string>>>();

/** Template < group < machine; made once where group and machines share their labels, for there may be a hundred thousand entries. */
function mergedLabels(group: KubeObject, machine: ProxyNode["labels"]): Record<string, string> {
  const ofGroup = merges.get(group) ?? new WeakMap<object, Record<string, string>>();
  merges.set(group, ofGroup);
  const known = ofGroup.get(machine ?? noLabels);
  if (known !== undefined) return known;
  const { metadata = {}, template = {} } = group.spec as GroupSpec;
  const merged: Record<string, string> = { ...(template.labels as Record<string, string> | undefined), ...metadata.labels, ...machine };
  if (machine !== undefined) delete merged["istio-locality"];
  ofGroup.set(machine ?? noLabels, merged);
  return merged;
}

/** Back to text, istiod stops at the first empty part; what the third part holds beyond its slash stays. */
function localityText(locality: string): string {
  const parts = locality.split("/");
  const empty = parts.indexOf("");
  return (empty < 0 ? parts : parts.slice(0, empty)).join("/");
}
