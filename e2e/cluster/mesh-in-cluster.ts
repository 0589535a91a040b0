import { readFileSync } from "node:fs";
import type { RawWorld } from "@/lib/testing/selection-worlds";
import type { RealCluster } from "./real-cluster";
import { apply } from "./worlds-in-cluster";

/** The settings of istiod that all worlds of a batch share. */
export type SharedMesh = Pick<RawWorld, "gateways" | "mesh" | "sendsDnsToServiceGateways">;

/** The ConfigMap `istio`. */
export interface MeshConfigMap {
  readonly apiVersion: "v1";
  readonly kind: "ConfigMap";
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly data: Readonly<Record<string, string>>;
}

const NAME = { name: "istio", namespace: "istio-system" };

/** The mesh configuration in the cluster. */
export async function readMeshConfig(cluster: RealCluster): Promise<MeshConfigMap> {
  const file = `${cluster.folder}/mesh-config.json`;
  await cluster.kubectl(`get configmap ${NAME.name} -n ${NAME.namespace} -o json > "${file}"`);
  const { data } = JSON.parse(readFileSync(file, "utf8")) as MeshConfigMap;
  return { apiVersion: "v1", kind: "ConfigMap", metadata: NAME, data };
}

/** The mesh configuration `base` with the settings and the `meshNetworks` of some worlds. JSON is YAML. */
export function meshConfigOf(base: MeshConfigMap, { gateways, mesh = {} }: SharedMesh): MeshConfigMap {
  const settings = {
    ...(mesh.autoMtls !== undefined && { enableAutoMtls: mesh.autoMtls }),
    ...(mesh.locality !== undefined && { localityLbSetting: mesh.locality }),
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const listed = gateways.filter(({ source }) => source === "meshNetworks");
  const networks = Object.fromEntries(
    [...new Set(listed.map(({ network }) => network))].map((name) => {
      const own = listed.filter(({ network }) => network === name);
      return [name, { endpoints: [], gateways: own.map(({ address, port = 15_443 }) => ({ address, port })) }];
    }),
  );
  return { ...base, data: { ...base.data, mesh: [base.data.mesh, ...lines].join("\n"), meshNetworks: JSON.stringify({ networks }) } };
}

/** Writes a mesh configuration and restarts both replicas of istiod: a running process can keep a gateway that is gone. */
export async function restartWith(cluster: RealCluster, config: MeshConfigMap): Promise<void> {
  await apply(cluster, [config]);
  for (const name of ["a", "b"]) {
    await cluster.control("DELETE", `/replicas/${name}`);
    await cluster.control("POST", `/replicas/${name}`);
  }
}

/** Adds a network without gateways to `meshNetworks`. After this change istiod uses the gateways of Services for DNS services too. */
export async function changeNetworks(cluster: RealCluster, config: MeshConfigMap): Promise<MeshConfigMap> {
  const { networks } = JSON.parse(config.data.meshNetworks ?? "") as { readonly networks: object };
  const unused = { endpoints: [{ fromCidr: "198.51.100.0/24" }], gateways: [] };
  const changed = { ...config, data: { ...config.data, meshNetworks: JSON.stringify({ networks: { ...networks, unused } }) } };
  await apply(cluster, [changed]);
  return changed;
}
