import { hasNoGatewayApi } from "@/lib/domain/mesh/network-gateways";
import type { Fact, World } from "@/lib/domain/mesh/world";
import { isInScope, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { SOURCES, type SourceName } from "@/lib/domain/source/source";

/** Gateways of one kind as a viewer may see them: those whose namespace he may list; where these are not all, "no gateway" cannot be said. */
export interface GatewaysInSight<T> {
  readonly seen: readonly T[];
  readonly isComplete: boolean;
  readonly source: string;
  /** False where he may see none of the kind anywhere. */
  readonly isVisible: boolean;
}

/** Of Services that name a network those in sight. */
export function servicesInSight({ cluster, gateways }: World, scope: Scope) {
  return inSight({ cluster, fact: gateways, source: "gateway-services", hidden: "Services" }, scope);
}

/** Of Kubernetes Gateways that name a network those in sight: that the cluster has no such kind nobody needs a right to see. */
export function objectsInSight({ cluster, networkGateways }: World, scope: Scope) {
  if (hasNoGatewayApi(networkGateways)) return { seen: [], isComplete: true, source: networkGateways.source, isVisible: true };
  return inSight({ cluster, fact: networkGateways, source: "network-gateways", hidden: "Gateways of the Kubernetes Gateway API" }, scope);
}

interface Asked<T> {
  readonly cluster: string;
  readonly fact: Fact<readonly T[]>;
  readonly source: SourceName;
  readonly hidden: string;
}

function inSight<T extends { readonly namespace: string }>({ cluster, fact, source, hidden }: Asked<T>, scope: Scope): GatewaysInSight<T> {
  const allowed = visibleNamespacesOfSource(scope, cluster, source);
  if (allowed !== "all" && allowed.length === 0) return { seen: [], isComplete: false, source: `${hidden} are not visible to you`, isVisible: false };
  if (fact.kind === "denied") return { seen: [], isComplete: false, source: fact.source, isVisible: true };
  const seen = fact.value.filter(({ namespace }) => isInScope(scope, cluster, SOURCES[source].kind, namespace));
  if (allowed === "all") return { seen, isComplete: true, source: fact.source, isVisible: true };
  return { seen, isComplete: false, source: `${fact.source}, of namespaces that are visible to you`, isVisible: true };
}
