import { compareText } from "@/lib/domain/compare-text";
import { usualBehaviour } from "@/lib/domain/mesh/istiod-behaviours";
import type { Definition } from "./definitions";
import { fullHost, hostsMeet, isWithin } from "./host-name";
import { byAge, forListener, type ImportsByNamespace, type Search } from "./imports";
import { isOfRevision } from "./machine";
import { definitionFor } from "./merged-definitions";
import type { MeshSettings } from "./mesh";
import type { Egress, VirtualService } from "./policies";
import { isVisibleTo } from "./visibility";

/**
 * Hosts that a listener does not import, and gets because a VirtualService of the mesh that it imports sends to them: the definition of the
 * caller's namespace, else a visible Kubernetes Service's, else the oldest visible one (`sidecar.go` collectImportedServices). Before 1.30 the last two are the
 * visible one of the first namespace by name.
 */
export function importedByRoutes(listener: Egress, imports: ImportsByNamespace, search: Search): readonly Definition[] {
  return routesOf(imports, search).flatMap((route) => {
    const ports = destinationPorts(route, search);
    return [...ports].flatMap(([host, numbers]) => {
      const definition = bestDefinition(host, search);
      if (definition === null) return [];
      const trimmed = listener.port === null ? forPorts(definition, numbers) : forListener(definition, listener);
      return trimmed === null ? [] : [trimmed];
    });
  });
}

function routesOf(imports: ImportsByNamespace, { world, caller }: Search): readonly VirtualService[] {
  const { mesh } = world;
  return world.virtualServices
    .filter((route) => isForSidecarsOf(route, caller.namespace, mesh))
    .sort(byAge)
    .filter((route) => {
      const lists = [imports.get(route.namespace), imports.get("*")];
      const hosts = route.hosts.map((host) => fullHost(host, route.namespace, mesh.domain));
      return hosts.some(
        (host) =>
          lists.some((list) => list?.imported.some((one) => hostsMeet(host, one))) && !lists.some((list) => list?.excluded.some((one) => isWithin(host, one))),
      );
    });
}

/** Does istiod send the VirtualService to sidecars of a namespace, as far as the object itself decides? */
export function isForSidecarsOf(route: VirtualService, namespace: string, mesh: Pick<MeshSettings, "revision">): boolean {
  const isOfMesh = route.gateways.length === 0 || route.gateways.includes("mesh");
  return isOfMesh && isOfRevision(route.labels, mesh) && isExported(route, namespace);
}

function isExported({ exportTo, namespace }: VirtualService, caller: string): boolean {
  return exportTo.length === 0 || exportTo.includes("*") || (exportTo.includes(".") && namespace === caller) || exportTo.includes(caller);
}

/** By host the ports that are sent to; 0 stands for all. */
function destinationPorts(route: VirtualService, { world, caller }: Search): ReadonlyMap<string, readonly number[]> {
  const byHost = new Map<string, number[]>();
  for (const { host, port, sources } of route.destinations) {
    if (sources.length > 0 && !sources.includes(caller.namespace)) continue;
    const full = fullHost(host, route.namespace, world.mesh.domain);
    byHost.set(full, [...(byHost.get(full) ?? []), port ?? 0]);
  }
  return byHost;
}

function bestDefinition(host: string, { world, caller, definitions }: Search): Definition | null {
  const own = definitionFor(definitions, host, caller.namespace);
  if (own !== undefined) return own;
  const namespaces = new Set(definitions.filter((one) => one.host === host).map(({ namespace }) => namespace));
  const known = [...namespaces].flatMap((namespace) => definitionFor(definitions, host, namespace) ?? []);
  const visible = definitions.filter((one) => known.includes(one) && isVisibleTo(one, caller.namespace, world.mesh));
  if (!usualBehaviour("routesToBestOwner", world.mesh)) return [...visible].sort((a, b) => compareText(a.namespace, b.namespace))[0] ?? null;
  return visible.find(({ origin }) => origin.kind === "Service") ?? visible[0] ?? null;
}

function forPorts(definition: Definition, numbers: readonly number[]): Definition | null {
  if (numbers.length === 0 || numbers.includes(0)) return definition;
  const ports = definition.ports.filter(({ number }) => numbers.includes(number));
  if (ports.length === definition.ports.length) return definition;
  return ports.length === 0 ? null : { ...definition, ports };
}
