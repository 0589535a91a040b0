import { hasNoGatewayApi } from "@/lib/domain/mesh/network-gateways";
import type { World } from "@/lib/domain/mesh/world";
import { type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { type SourceName, sourceDefinition } from "@/lib/domain/source/source";
import { isTableSource } from "@/lib/server/cluster/tables";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** Is a source in sight of a scope: in a namespace, or (without one) in all of them? Where the record or an account lacks it, nobody sees it. */
export function seesSource(fleet: FleetReader, scope: Scope, cluster: string, source: SourceName, namespace?: string): boolean {
  if (isNowhere(fleet.worldOf(cluster), source)) return true;
  const sight = visibleNamespacesOfSource(scope, cluster, source);
  if (sourceDefinition(source).owner === "mesh") return sight.length > 0 && isToldByWorld(worldInSight(fleet.worldOf(cluster), scope), source);
  const isAllowed = sight === "all" || (namespace !== undefined && sight.includes(namespace));
  if (!isAllowed) return false;
  if (isTableSource(source)) return fleet.sees(cluster, source, namespace);
  if (source === "workloadentries" || source === "workloadgroups") return fleet.lacks?.(cluster, source, namespace) !== true;
  return isToldByWorld(fleet.worldOf(cluster), source);
}

/** Is there a namespace in which a scope sees a source? */
export function seesSomeOf(fleet: FleetReader, scope: Scope, cluster: string, source: SourceName): boolean {
  const sight = visibleNamespacesOfSource(scope, cluster, source);
  if (sight === "all" || sourceDefinition(source).owner === "mesh" || isNowhere(fleet.worldOf(cluster), source))
    return seesSource(fleet, scope, cluster, source);
  return sight.some((namespace) => seesSource(fleet, scope, cluster, source, namespace));
}

/** A kind that the cluster does not have needs no right: whoever sees nothing of it sees all. */
function isNowhere({ networkGateways }: World, source: SourceName): boolean {
  return source === "network-gateways" && hasNoGatewayApi(networkGateways);
}

function isToldByWorld({ replicas, nodes, gateways, networkGateways, places, meshes }: World, source: SourceName): boolean {
  switch (source) {
    case "istiod-pods":
      return replicas.kind !== "denied";
    case "nodes":
      return nodes.kind !== "denied";
    case "gateway-services":
      return gateways.kind !== "denied";
    case "network-gateways":
      return networkGateways.kind !== "denied";
    case "namespaces":
      return places.namespaces.kind !== "denied";
    case "mesh-config":
      return [...meshes.values()].some(({ trustDomain }) => trustDomain.kind !== "denied");
    case "istiod-deployments":
      return meshes.size > 0;
    default:
      return true;
  }
}

const seen = new WeakMap<World, WeakMap<Scope, World>>();

/** A world as far as a scope may see it. */
export function worldInSight(world: World, scope: Scope): World {
  const known = seen.get(world)?.get(scope);
  if (known !== undefined) return known;
  const made = narrowed(world, scope);
  seen.set(world, (seen.get(world) ?? new WeakMap<Scope, World>()).set(scope, made));
  return made;
}

function narrowed(world: World, scope: Scope): World {
  const sightOf = (source: SourceName) => visibleNamespacesOfSource(scope, world.cluster, source);
  const [gateways, namespaces, hasNodes] = [sightOf("gateway-services"), sightOf("namespaces"), sightOf("nodes") === "all"];
  const hidden = (what: string) => ({ kind: "denied", source: `${what} are not in your sight` }) as const;
  const { gateways: services, networkGateways: objects } = world;
  const areAllVisible = sightOf("network-gateways") === "all" || hasNoGatewayApi(objects);
  return {
    ...world,
    replicas: replicasInSight(world, scope),
    nodes: hasNodes ? world.nodes : hidden("Nodes"),
    // Some of the gateways are none of the others: where not all Services are in sight, nobody can tell how many there are.
    gateways: gateways === "all" || services.kind === "denied" ? services : hidden("all Services"),
    networkGateways: areAllVisible || objects.kind === "denied" ? objects : hidden("all Gateways of the Kubernetes Gateway API"),
    places: {
      nodes: hasNodes ? world.places.nodes : hidden("Nodes"),
      namespaces: namespaces === "all" ? world.places.namespaces : hidden("all namespaces"),
    },
  };
}
