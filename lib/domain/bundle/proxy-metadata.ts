import { labelOf, labelSet } from "@/lib/domain/label-set";
import { bundleLabels } from "@/lib/domain/preview/group-labels";
import type { BundleInput } from "./bundle";
import { chosenLabels } from "./machine-choices";

type MetadataInput = Pick<BundleInput, "group" | "clusterId" | "machine"> & { readonly trustDomain: string; readonly meshId: string };

/** What the machine says of itself, as mesh.yaml and cluster.env both carry it (docs/istio.md#bundle). */
export function proxyMetadataOf({ group, clusterId, machine, trustDomain, meshId }: MetadataInput): readonly (readonly [string, string])[] {
  const { namespace, name, template } = group;
  const given = bundleLabels(group);
  const labels = labelSet(new Map([...given, ...chosenLabels(machine)]));
  const ports = [...template.ports].sort(([a], [b]) => (a < b ? -1 : 1)).map(([port, containerPort]) => ({ name: port, containerPort, protocol: "" }));
  return [
    ["CANONICAL_SERVICE", labelOf(given, "service.istio.io/canonical-name") ?? ""],
    ["CANONICAL_REVISION", labelOf(given, "service.istio.io/canonical-revision") ?? ""],
    ["POD_NAMESPACE", namespace],
    ["SERVICE_ACCOUNT", template.serviceAccount],
    ["TRUST_DOMAIN", trustDomain],
    ["ISTIO_META_CLUSTER_ID", clusterId],
    ["ISTIO_META_MESH_ID", meshId],
    ["ISTIO_META_NETWORK", template.network],
    ["ISTIO_META_WORKLOAD_NAME", name],
    ["ISTIO_METAJSON_LABELS", JSON.stringify(Object.fromEntries(labels))],
    ...(ports.length === 0 ? [] : [["ISTIO_META_POD_PORTS", JSON.stringify(ports)] as const]),
    ...(machine.captureDns ? [["ISTIO_META_DNS_CAPTURE", "true"] as const] : []),
    ...(machine.autoRegister ? [["ISTIO_META_AUTO_REGISTER_GROUP", name] as const] : []),
  ];
}
