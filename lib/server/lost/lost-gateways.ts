import { type GatewayService, type KubernetesGateway, networkGatewaysOfKubernetesGateway, networkGatewaysOfService } from "@/lib/domain/mesh/network-gateways";
import type { World } from "@/lib/domain/mesh/world";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { workloadOfCandidate } from "@/lib/domain/selection/matching";
import type { StoredPod } from "@/lib/domain/selection/objects";
import type { MeshSettings, NetworkGateway } from "@/lib/domain/selection/world";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { isInLostParts, type LostPart } from "@/lib/domain/what-if/lost-part";
import type { GatewayWithLoss } from "@/lib/domain/what-if/service-traffic";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { selectorOf } from "@/lib/server/hosts/parsed-objects";
import { objectsInSight, servicesInSight } from "@/lib/server/networks/gateways-in-sight";
import { isPodLost } from "./lost-pods";

/** A gateway with the object that leads to it, "Service NAMESPACE/NAME" or "Gateway NAMESPACE/NAME"; "" = the mesh configuration names it. */
export interface GatewayAfter extends GatewayWithLoss {
  readonly object: string;
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
  const [services, objects] = [servicesInSight(world, scope), objectsInSight(world, scope)];
  if (!services.isVisible && objects.seen.length === 0) return null;
  const ofServices = services.seen.flatMap((service) => {
    const after = { isLost: isServiceLost(service, cluster, asked), object: `Service ${service.namespace}/${service.name}` };
    return networkGatewaysOfService(service, mesh.clusterId).map((gateway) => ({ ...gateway, ...after }));
  });
  const ofObjects = objects.seen.flatMap((object) => {
    const after = { isLost: isObjectLost(object, cluster, asked), object: `Gateway ${object.namespace}/${object.name}` };
    return networkGatewaysOfKubernetesGateway(object, mesh.clusterId).map((gateway) => ({ ...gateway, ...after }));
  });
  const own = [...ofServices, ...ofObjects];
  const configured = mesh.gateways.filter(({ cluster: of }) => of === "");
  return [...own, ...configured.map((gateway) => ({ ...gateway, ...configuredAfter(gateway, world, own, asked.parts) }))];
}

/** The namespaces in which the Pods of gateways are: whoever asks where a gateway stands needs these watched. */
export function gatewayNamespaces({ gateways, networkGateways }: World): readonly string[] {
  const all = [gateways, networkGateways].flatMap((fact) => (fact.kind === "denied" ? [] : fact.value.map(({ namespace }) => namespace)));
  return [...new Set(all)];
}

/** A gateway's address is where its Pods are: it is lost with the last one that is ready. */
function isServiceLost({ namespace, name, network }: GatewayService, cluster: string, asked: Asked): boolean | null {
  const object = asked.fleet.tables.services.inNamespace(cluster, namespace).find((one) => one.name === name);
  const selector = object === undefined ? null : selectorOf(object);
  return arePodsLost({ cluster, namespace, network, wanted: selector?.selector ?? [] }, asked);
}

/** The Pods that Istio makes for a Gateway carry its name; where none are there, it stands elsewhere (class `istio-remote`). */
function isObjectLost({ namespace, name, network }: KubernetesGateway, cluster: string, asked: Asked): boolean | null {
  return arePodsLost({ cluster, namespace, network, wanted: [["gateway.networking.k8s.io/gateway-name", name]] }, asked);
}

interface GatewayPods {
  readonly cluster: string;
  readonly namespace: string;
  readonly network: string;
  readonly wanted: readonly (readonly [string, string])[];
}

function arePodsLost({ cluster, namespace, network, wanted }: GatewayPods, { fleet, scope, parts, mesh }: Asked): boolean | null {
  if (parts.some((part) => part.kind === "network" && part.network === network)) return true;
  if (parts.every(({ kind }) => kind === "set")) return false;
  if (!isSourceVisible(scope, cluster, "workload-pods", namespace) || !fleet.sees(cluster, "workload-pods", namespace)) return null;
  if (wanted.length === 0) return null;
  const isBehind = ({ labels, ready }: StoredPod) => ready && wanted.every(([key, value]) => valueOfLabel(labels, key) === value);
  const pods = fleet.tables["workload-pods"].inNamespace(cluster, namespace).filter(isBehind);
  const placed = pods.filter((pod) => workloadOfCandidate({ kind: "pod", pod }, mesh).locality !== "" || isPodLost(pod, parts, mesh));
  if (pods.length === 0) return null;
  if (placed.some((pod) => !isPodLost(pod, parts, mesh))) return false;
  return placed.length === pods.length ? true : null;
}

/** What the mesh configuration says of a gateway: its locality, or whose object it is. */
function configuredAfter(
  { network, address }: NetworkGateway,
  { meshes }: World,
  own: readonly GatewayAfter[],
  parts: readonly LostPart[],
): Pick<GatewayAfter, "isLost" | "object"> {
  if (parts.some((part) => part.kind === "network" && part.network === network)) return { isLost: true, object: "" };
  const same = own.find((one) => one.address === address);
  if (same !== undefined) return { isLost: same.isLost, object: same.object };
  const networks = [...meshes.values()].flatMap((facts) => (facts.networks.kind === "denied" ? [] : facts.networks.value));
  const told = networks.find(({ name }) => name === network)?.gateways.find((one) => one.address === address);
  return { isLost: told === undefined || told.locality === "" ? null : isInLostParts(parts, { locality: told.locality, network: "" }), object: "" };
}
