import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { asText, fieldValue, type UntypedObject } from "@/lib/domain/preview/values";
import type { GatewayAddress } from "./gateway-address";
import { isRevisionInObjectNames, istiodAddress, istiodHost } from "./istiod-address";
import type { MachineChoices } from "./machine-choices";
import { clusterEnvOf, isEnvVariableName, mergedProxyConfig, proxyMetadataOf } from "./proxy-config";

/** The values from which a bundle is generated, without the root certificate and the token, which are copied unchanged (docs/istio.md#bundle). */
export interface BundleInput {
  readonly group: Pick<WorkloadGroup, "namespace" | "name" | "entryLabels" | "template">;
  /** The `spec.probe` of the group, unchanged. Null = none. */
  readonly probe: UntypedObject | null;
  /**
   * The mesh configuration, and the values of `proxy.istio.io/config` annotations, which override its defaults. The last annotation has precedence.
   */
  readonly mesh: UntypedObject;
  readonly proxyConfigs: readonly UntypedObject[];
  readonly clusterId: string;
  readonly istioNamespace: string;
  /** The revision. "" or "default" = the revision that names of objects do not contain. */
  readonly revision: string;
  readonly gateway: GatewayAddress;
  readonly machine: MachineChoices;
}

/** The reason for a value in a bundle that istioctl would not write. */
export type BundleAdditionCode = "gateway-name" | "machine-labels" | "machine-locality" | "gateway-resolved";

/** A line of cluster.env. */
export interface EnvLine {
  readonly key: string;
  readonly value: string;
  readonly addition: BundleAdditionCode | null;
}

/** The contents of the three generated files. */
export interface Bundle {
  readonly env: readonly EnvLine[];
  readonly meshConfig: UntypedObject;
  /** Keys of `defaultConfig` in mesh.yaml, and of `proxyMetadata` below it, whose value differs from istioctl's. */
  readonly meshAdditions: readonly { readonly path: readonly string[]; readonly addition: BundleAdditionCode }[];
  readonly hosts: readonly { readonly address: string; readonly name: string; readonly addition: BundleAdditionCode | null }[];
  /** Keys of `proxyMetadata` that are not valid variable names. They are in mesh.yaml, but not in cluster.env, which a shell reads. */
  readonly leftOut: readonly string[];
}

/**
 * Returns the bundle that `istioctl x workload entry configure` creates (docs/istio.md#bundle, #istiod-address). Values that istioctl would not write
 * are marked as additions.
 */
export function bundleOf(input: BundleInput): Bundle {
  const { group, mesh, gateway, machine, revision, istioNamespace } = input;
  const reached = gateway.kind === "name" ? `${gateway.name}:15012` : null;
  const written = mergedProxyConfig(fieldValue(mesh, "defaultConfig"), input.proxyConfigs);
  const own = isRevisionInObjectNames(revision) ? istiodAddress(istioNamespace, revision) : "";
  const discoveryAddress = reached ?? (asText(written.config.discoveryAddress) || own);
  const metadata = new Map([
    ...written.metadata,
    ...proxyMetadataOf({ ...input, trustDomain: asText(fieldValue(mesh, "trustDomain")), meshId: asText(written.config.meshId) }),
  ]);
  const label = labelAddition(machine);
  const config: UntypedObject = {
    ...written.config,
    ...(discoveryAddress !== "" && { discoveryAddress }),
    proxyMetadata: Object.fromEntries(metadata),
    ...(input.probe !== null && { readinessProbe: input.probe }),
  };
  return {
    env: clusterEnvOf({ group, metadata, machine, statusPort: written.statusPort, istiod: own, reached, label }),
    meshConfig: { defaultConfig: config },
    meshAdditions: [
      ...(reached === null ? [] : [{ path: ["discoveryAddress"], addition: "gateway-name" as const }]),
      ...(label === null ? [] : [{ path: ["proxyMetadata", "ISTIO_METAJSON_LABELS"], addition: label }]),
    ],
    hosts: hostsOf(gateway, istiodHost(istioNamespace, revision)),
    leftOut: [...metadata.keys()].filter((key) => !isEnvVariableName(key)),
  };
}

function labelAddition({ labels, locality }: MachineChoices): BundleAdditionCode | null {
  if (labels.length > 0) return "machine-labels";
  return locality === "" ? null : "machine-locality";
}

function hostsOf(gateway: GatewayAddress, name: string): Bundle["hosts"] {
  if (gateway.kind === "ip") return [{ address: gateway.ip, name, addition: null }];
  return gateway.kind === "resolved" ? [{ address: gateway.ip, name, addition: "gateway-resolved" }] : [];
}
