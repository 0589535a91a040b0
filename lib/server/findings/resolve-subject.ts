import type { LocalityInUse, NetworkSubject, ServiceSubject } from "@/lib/domain/findings/findings-world";
import type { RuleSubjects } from "@/lib/domain/findings/rule";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { Replica } from "@/lib/domain/mesh/world";
import type { MeshService } from "@/lib/domain/selection/objects";
import { isInScope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import { meshInSight } from "@/lib/server/hosts/mesh-of";
import type { SubjectRef } from "./finding";
import type { FindingsParts } from "./findings-parts";
import { worldInSight } from "./sight-of-cluster";

/** A subject as it is now, or null where it is not there, not in sight, or cannot be read. */
export function resolveSubject(parts: FindingsParts, subject: SubjectRef): RuleSubjects[keyof RuleSubjects] | null {
  switch (subject.kind) {
    case "group":
      return groupOf(parts, subject);
    case "host":
      return hostOf(parts, subject);
    case "network":
      return networkOf(parts, subject.key);
    case "place":
      return placeOf(parts, subject.key);
    case "replica":
      return replicaOf(parts, subject.key);
    default:
      return { cluster: parts.cluster };
  }
}

function groupOf({ fleet, scope, cluster }: FindingsParts, { namespace, key }: SubjectRef): WorkloadGroup | null {
  const object = isInScope(scope, cluster, "workloadgroups", namespace) ? fleet.group(cluster, namespace, key)?.object : null;
  return object == null || object.unreadable !== null ? null : object;
}

/** A host in a namespace with a visible machine or group, or a ServiceEntry with inline endpoints. Other Services are not checked. */
function hostOf({ fleet, scope, cluster }: FindingsParts, { key }: SubjectRef): ServiceSubject | null {
  const host = fleet.hosts.byUid(cluster, key);
  if (host === null || !isHostInScope(host, scope)) return null;
  return hasInlineEndpoints(host.selector) || isInhabited({ fleet, scope, cluster }, host.selector.namespace) ? host : null;
}

export function hasInlineEndpoints(selector: MeshService): boolean {
  return selector.kind === "ServiceEntry" && selector.endpoints.length > 0;
}

/** Is there a machine or a group of a namespace in sight? */
export function isInhabited({ fleet, scope, cluster }: Pick<FindingsParts, "fleet" | "scope" | "cluster">, namespace: string): boolean {
  const sight = { machines: isInScope(scope, cluster, "workloadentries", namespace), object: isInScope(scope, cluster, "workloadgroups", namespace) };
  for (const { members, object } of fleet.groupsIn(cluster, namespace))
    if ((sight.machines && members.size > 0) || (sight.object && object !== null)) return true;
  return false;
}

function networkOf(parts: FindingsParts, name: string): NetworkSubject | null {
  const network = parts.usage.network(name);
  return network.machines > 0 || networkNames(parts).has(name) ? network : null;
}

/** The networks that entries, gateways or the mesh configuration name. */
export function networkNames({ fleet, scope, cluster, usage }: FindingsParts): ReadonlySet<string> {
  const { gateways, networkGateways, meshes } = worldInSight(fleet.worldOf(cluster), scope);
  const { settings } = meshInSight(fleet.worldOf(cluster), scope);
  const configured = [...meshes.values()].flatMap(({ networks }) => (networks.kind === "denied" ? [] : networks.value.map(({ name }) => name)));
  const services = [gateways, networkGateways].flatMap((fact) => (fact.kind === "denied" ? [] : fact.value.map(({ network }) => network)));
  const used = usage.networks().map(({ name }) => name);
  const others = [...services, ...configured, ...settings.gateways.map(({ network }) => network), settings.podNetwork];
  return new Set([...used, ...others.filter((name) => name !== "")]);
}

function placeOf({ usage }: FindingsParts, key: string): LocalityInUse | null {
  return usage.place(key);
}

function replicaOf({ fleet, scope, cluster }: FindingsParts, name: string): Replica | null {
  const { replicas } = worldInSight(fleet.worldOf(cluster), scope);
  return replicas.kind === "denied" ? null : (replicas.value.get(name) ?? null);
}

/** The hosts of a cluster that are subjects of findings, or may become so when a machine comes to their namespace. */
export function* hostObjectsOf(fleet: FleetReader, cluster: string): Generator<{ readonly uid: string; readonly namespace: string }, undefined> {
  yield* fleet.tables.services.inCluster(cluster);
  yield* fleet.tables.serviceentries.inCluster(cluster);
}
