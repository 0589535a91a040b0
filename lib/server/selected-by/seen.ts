import type { SelectionCompleteness } from "@/lib/contract/views/selected-by";
import { allHostNameDefinitions, type HostNameDefinition } from "@/lib/domain/selection/definitions";
import type { AuthorizationPolicy } from "@/lib/domain/selection/policies";
import { hasNamespace, type NamespaceScope, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { hasAmbient } from "@/lib/server/hosts/mesh-of";
import { type SeenWorld, selectionWorldFor } from "@/lib/server/hosts/selection-world";
import { meshNetworksFor } from "@/lib/server/networks/mesh-networks";

/** The objects of one cluster that decide who selects a machine, as a viewer sees them; machines and Pods are not among them. */
export interface Seen extends SeenWorld {
  readonly definitions: readonly HostNameDefinition[];
  readonly authorizations: readonly AuthorizationPolicy[];
  /** What of it is whole for machines of a namespace. */
  sightIn(namespace: string): SelectionCompleteness;
}

/** Settings by which a machine is taken or not, spoken to or policed; what others are taken for does not matter here. */
const DECIDING = new Set(
  "all revision istioVersion rootNamespace autoMtls serviceExportTo healthChecks serviceEntriesSelectPods servicesSelectEntries drainingLabel".split(" "),
);
const POLICIES = ["authorizationpolicies", "peerauthentications", "sidecars", "destinationrules"] as const;

/** Gathers them. */
export function seenOf(fleet: FleetReader, cluster: string, scope: Scope): Seen {
  const seen = selectionWorldFor(fleet, cluster, scope, { namespaces: new Set() });
  const { rootNamespace } = seen.mesh;
  const missing = new Map<string, readonly string[]>(seen.missing.map((one) => [one.source, one.seen]));
  const authorized = fleet.sees(cluster, "authorizationpolicies") ? visibleNamespacesOfSource(scope, cluster, "authorizationpolicies") : [];
  if (authorized !== "all") missing.set("authorizationpolicies", authorized);
  const { gateways } = meshNetworksFor(fleet.worldOf(cluster), scope).told;
  const unseenGateways = gateways.isComplete ? [] : [{ setting: "gateways", kind: "denied", source: gateways.source } as const];
  const isWhole = (source: string, ...namespaces: readonly string[]) => {
    const known = missing.get(source);
    return known === undefined || namespaces.every((namespace) => known.includes(namespace));
  };
  return {
    ...seen,
    definitions: allHostNameDefinitions(seen.world),
    authorizations: authorizationsIn(fleet, cluster, authorized),
    sightIn: (namespace) => ({
      services: isWhole("services", namespace),
      serviceEntries: isWhole("serviceentries", namespace),
      elsewhere: !missing.has("services") && !missing.has("serviceentries"),
      tls: isWhole("destinationrules", namespace, rootNamespace) && isWhole("peerauthentications", namespace, rootNamespace),
      policies: POLICIES.filter((source) => !isWhole(source, namespace, rootNamespace)),
      isForSidecars: hasAmbient(fleet.worldOf(cluster)),
      doubts: [...seen.doubts.filter(({ setting }) => DECIDING.has(setting)), ...unseenGateways],
    }),
  };
}

function authorizationsIn({ tables }: FleetReader, cluster: string, seen: NamespaceScope): readonly AuthorizationPolicy[] {
  const found: AuthorizationPolicy[] = [];
  for (const object of tables.authorizationpolicies.values())
    if (object.cluster === cluster && object.parsed !== null && hasNamespace(seen, object.namespace)) found.push(object.parsed);
  return found;
}
