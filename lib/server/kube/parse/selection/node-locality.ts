import { at, field, text } from "@/lib/server/kube/parse/json";

/** A Node's place as istiod writes it for its Pods: all three parts with their slashes, or "" without any (docs/istio.md#pod-locality). */
export function nodeLocalityOf(node: unknown): string {
  const labels = at(node, "metadata", "labels");
  const part = (...keys: readonly string[]) => keys.map((key) => text(field(labels, key))).find((value) => value !== "") ?? "";
  const region = part("topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region");
  const zone = part("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone");
  const subzone = part("topology.istio.io/subzone");
  return region === "" && zone === "" && subzone === "" ? "" : `${region}/${zone}/${subzone}`;
}
