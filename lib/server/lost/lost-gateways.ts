import { labelOf } from "@/lib/domain/label-set";
import type { PlacedGateway } from "@/lib/domain/lost/cut-off";
import { isLost, type LostPart } from "@/lib/domain/lost/lost-part";
import { type GatewayService, networkGatewaysOf } from "@/lib/domain/mesh/gateway-service";
import { namespacesOfSource, type Scope } from "@/lib/domain/scope";
import type { MeshSettings, NetworkGateway } from "@/lib/domain/selection/mesh";
import { machineOf } from "@/lib/domain/selection/selected-by";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import type { World } from "@/lib/domain/world";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isSourceInSight } from "@/lib/server/hosts/counts-in-sight";
import { selectorOf } from "@/lib/server/hosts/parsed-objects";
import { isPodLost } from "./lost-pods";

/** A gateway with the Service that leads to it, "NAMESPACE/NAME"; "" = the mesh configuration names it. */
export interface GatewayAfter extends PlacedGateway {
  readonly service: string;
}

interface Asked {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly parts: readonly LostPart[];
  readonly mesh: MeshSettings;
}

/** The gateways of a cluster that the viewer may see, and which would be lost; null = he may see none of them. */
export function gatewaysAfter(world: World, asked: Asked): readonly GatewayAfter[] | null {
  const { cluster } = world;
  const { mesh, scope } = asked;
  const sight = namespacesOfSource(scope, cluster, "gateway-services");
  if (sight !== "all" && sight.length === 0) return null;
  const services = world.gateways.kind === "denied" ? [] : world.gateways.value.filter(({ namespace }) => sight === "all" || sight.includes(namespace));
  const ofServices = services.flatMap((service) => {
    const after = { isLost: isServiceLost(service, cluster, asked), service: `${service.namespace}/${service.name}` };
    return networkGatewaysOf(service, mesh.clusterId).map((gateway) => ({ ...gateway, ...after }));
  });
  const configured = mesh.gateways.filter(({ cluster: of }) => of === "");
  return [...ofServices, ...configured.map((gateway) => ({ ...gateway, ...configuredAfter(gateway, world, ofServices, asked.parts) }))];
}

/** The namespaces in which the Pods of gateways are: whoever asks where a gateway stands needs these watched. */
export function gatewayNamespaces({ gateways }: World): readonly string[] {
  return gateways.kind === "denied" ? [] : [...new Set(gateways.value.map(({ namespace }) => namespace))];
}

/** A gateway's address is where its Pods are: it is lost with the last one that is ready. */
function isServiceLost({ namespace, name, network }: GatewayService, cluster: string, { fleet, scope, parts, mesh }: Asked): boolean | null {
  if (parts.some((part) => part.kind === "network" && part.network === network)) return true;
  if (parts.every(({ kind }) => kind === "set")) return false;
  if (!isSourceInSight(scope, cluster, "workload-pods", namespace) || !fleet.sees(cluster, "workload-pods", namespace)) return null;
  const object = fleet.tables.services.inNamespace(cluster, namespace).find((one) => one.name === name);
  const selector = object === undefined ? null : selectorOf(object);
  const wanted = selector?.selector ?? [];
  if (wanted.length === 0) return null;
  const isBehind = ({ labels, ready }: WorkloadPod) => ready && wanted.every(([key, value]) => labelOf(labels, key) === value);
  const pods = fleet.tables["workload-pods"].inNamespace(cluster, namespace).filter(isBehind);
  const placed = pods.filter((pod) => machineOf({ kind: "pod", pod }, mesh).locality !== "" || isPodLost(pod, parts, mesh));
  if (pods.length === 0) return null;
  if (placed.some((pod) => !isPodLost(pod, parts, mesh))) return false;
  return placed.length === pods.length ? true : null;
}

/** What the mesh configuration says of a gateway: its locality, or whose Service it is. */
function configuredAfter(
  { network, address }: NetworkGateway,
  { meshes }: World,
  ofServices: readonly GatewayAfter[],
  parts: readonly LostPart[],
): Pick<GatewayAfter, "isLost" | "service"> {
  if (parts.some((part) => part.kind === "network" && part.network === network)) return { isLost: true, service: "" };
  const same = ofServices.find((one) => one.address === address);
  if (same !== undefined) return { isLost: same.isLost, service: same.service };
  const networks = [...meshes.values()].flatMap((facts) => (facts.networks.kind === "denied" ? [] : facts.networks.value));
  const told = networks.find(({ name }) => name === network)?.gateways.find((one) => one.address === address);
  return { isLost: told === undefined || told.locality === "" ? null : isLost(parts, { locality: told.locality, network: "" }), service: "" };
}
