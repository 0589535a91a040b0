import type { ServiceDetail } from "@/lib/contract/views/service";
import { virtualServicesNamingHost } from "@/lib/domain/selection/caller-scope";
import type { ServiceEndpoint } from "@/lib/domain/selection/host-endpoint";
import type { AuthorizationPolicy, DestinationRule, PeerAuthentication } from "@/lib/domain/selection/policies";
import { authorizationPoliciesFor } from "@/lib/domain/selection/policies-on";
import type { ServiceReach } from "@/lib/domain/selection/reach";
import { isReadByRevision, missingLabels } from "@/lib/domain/selection/workload";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { authorizationPhrase, peerPhrase, routePhrase, rulePhrase } from "@/lib/format/host/policy-words";

/** The DestinationRules that a caller has for the host, and the policies that its machines and Pods are under. */
export function policiesOf(
  reach: ServiceReach,
  endpoints: readonly ServiceEndpoint[],
  { world, authorizations }: { readonly world: SelectionWorld; readonly authorizations: readonly AuthorizationPolicy[] },
): ServiceDetail["policies"] {
  const rules = new Set(reach.ports.flatMap(({ destination }) => destination.rule?.from ?? []));
  return [
    ...[...rules].map(ruleLine),
    ...world.authentications.flatMap((one) => peerLine(one, endpoints, world)),
    ...authorizationLines(authorizations, endpoints, world),
  ];
}

/** VirtualServices that name the host. */
export function routeLines(hostName: string, { virtualServices, mesh }: SelectionWorld): ServiceDetail["routes"] {
  const ours = virtualServices.filter(({ labels }) => isReadByRevision(labels, mesh));
  return virtualServicesNamingHost(hostName, ours, mesh.domain).map((found) => ({
    namespace: found.route.namespace,
    name: found.route.name,
    says: routePhrase(found),
  }));
}

function ruleLine({ namespace, name, policy, subsets }: DestinationRule): ServiceDetail["policies"][number] {
  const says = rulePhrase({
    subsets: subsets.map((one) => one.name),
    hasOutlier: policy !== null && policy.outlier !== null,
    tls: policy?.tls ?? null,
    balancer: policy !== null && policy.balancer !== null,
  });
  return { kind: "DestinationRule", namespace, name, says };
}

/** By the labels of entries and Pods, too. */
function authorizationLines(
  policies: readonly AuthorizationPolicy[],
  endpoints: readonly ServiceEndpoint[],
  { mesh }: SelectionWorld,
): ServiceDetail["policies"] {
  return policies.flatMap((policy) => {
    const touched = endpoints.filter(({ machine }) => authorizationPoliciesFor([policy], machine, mesh).length > 0);
    if (touched.length === 0) return [];
    const { namespace, name, action, rules } = policy;
    return [{ kind: "AuthorizationPolicy", namespace, name, says: authorizationPhrase(action, rules, touched.length) }];
  });
}

/** By the labels of the entries; a machine's own policies may see those of its bundle instead (docs/istio.md#policy-labels). */
function peerLine(policy: PeerAuthentication, endpoints: readonly ServiceEndpoint[], { mesh }: SelectionWorld): ServiceDetail["policies"] {
  if (!isReadByRevision(policy.labels, mesh)) return [];
  const isWide = policy.namespace === mesh.rootNamespace && policy.selector.length === 0;
  const touched = endpoints.filter(
    ({ machine }) => isWide || (machine.namespace === policy.namespace && missingLabels(policy.selector, machine.labels).length === 0),
  );
  if (touched.length === 0) return [];
  const ports = policy.ports.map(([port, mode]) => `${port}: ${mode ?? "UNSET"}`);
  return [{ kind: "PeerAuthentication", namespace: policy.namespace, name: policy.name, says: peerPhrase(policy.mode, ports, touched.length) }];
}
