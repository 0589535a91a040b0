import { serviceHostName } from "@/lib/domain/selection/host-name";
import { sendsNoEndpointList } from "@/lib/domain/selection/matching";
import { MESH_SERVICE_RESOURCE_BY_KIND, type MeshService, type StoredMeshService } from "@/lib/domain/selection/objects";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { HostObject, MemberView } from "./host-reader";
import { selectorOf } from "./parsed-objects";

/** An object of a table as one that has hosts; null where it cannot be read. */
export function hostObjectOf(object: StoredMeshService, { domain }: Pick<MeshSettings, "domain">): HostObject | null {
  const selector = selectorOf(object);
  if (selector === null) return null;
  const { cluster, uid, resourceVersion, mutedFindings, istiodStatus, managedBy = "" } = object;
  return { cluster, uid, resourceVersion, selector, hosts: hostsOf(selector, domain), mutedFindings, istiodStatus, managedBy };
}

/** The host names that an object defines (docs/istio.md#serviceentry-fields, #service-selector). */
export function hostsOf(selector: MeshService, domain: string): readonly string[] {
  return selector.kind === "Service" ? [serviceHostName(selector.name, selector.namespace, domain)] : selector.hosts;
}

/**
 * Does it choose by labels at all? A Service without a selector, or one that is an alias, does not (docs/istio.md#serviceentry-selector, #service-selector).
 */
export function selectsByLabels(selector: MeshService): boolean {
  if (selector.kind === "ServiceEntry") return selector.selector !== null;
  return selector.type !== "ExternalName" && selector.selector.length > 0;
}

/** True if the object has inline endpoints. With a selector they do not count (docs/istio.md#serviceentry-selector). */
export function writesEndpoints(selector: MeshService): boolean {
  return selector.kind === "ServiceEntry" && selector.selector === null && selector.endpoints.length > 0;
}

/** True if the view has members of the object. */
export function showsMembers({ selector }: Pick<HostObject, "selector">, view: MemberView = "listed"): boolean {
  return view === "stored" || !sendsNoEndpointList(selector);
}

/** A key of an object among those of all clusters. */
export function hostKey({ cluster, uid }: Pick<HostObject, "cluster" | "uid">): string {
  return `${cluster}\n${uid}`;
}

/** May this scope see the object? */
export function isHostInScope({ cluster, selector }: HostObject, scope: Scope): boolean {
  return isInScope(scope, cluster, MESH_SERVICE_RESOURCE_BY_KIND[selector.kind], selector.namespace);
}
