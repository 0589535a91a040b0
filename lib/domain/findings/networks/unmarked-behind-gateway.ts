import { type EntryEndpoint, endpointsOf } from "@/lib/domain/findings/entry-endpoints";
import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { hostKey, hostObject } from "@/lib/domain/findings/host-parts";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { ISTIO_TLS } from "@/lib/domain/selection/machine";
import type { PolicyPart } from "@/lib/domain/selection/policies";
import { machineOf } from "@/lib/domain/selection/selected-by";
import type { SelectionWorld } from "@/lib/domain/selection/world";

/**
 * A machine is in a network with a gateway, which lets mutual TLS through only, and istiod does not mark it for that: callers of other networks are not sent
 * it at all (pilot/pkg/xds/endpoints/ep_filters.go EndpointsByNetworkFilter, mtls_checker.go). Or it is marked, and callers send the gateway plain text.
 */
export const unmarkedBehindGateway: Rule<"entry"> = {
  code: "STL504",
  name: "unmarked-behind-gateway",
  subject: "entry",
  severity: "error",
  needs: ["services", "serviceentries", "mesh-config"],
  needsAll: ["peerauthentications", "destinationrules", "gateway-services", "network-gateways"],
  noPatchBecause: "which account the machine runs as, or why a policy takes the mark away, only their owners know",
  detect: (entry, world) => {
    if (!isBehindGateway(entry.network, world)) return [];
    const selection = world.selection();
    if (machineOf({ kind: "entry", entry }, selection.mesh).tlsMode === ISTIO_TLS && !takesMarks(selection)) return [];
    return world.hostsTaking(entry).flatMap((host) => {
      const blocked = endpointsOf(entry, host, selection).filter((one) => one.definition.discovery === "EDS" && becauseOf(one) !== null);
      const [first] = blocked;
      if (first === undefined) return [];
      const ports = [...new Set(blocked.map(({ port }) => String(port)))];
      const evidence = {
        host: hostKey(host),
        hosts: host.hosts,
        network: entry.network,
        ports,
        because: becauseOf(first) ?? "",
        isGatewaySent: first.unmarked === null,
      };
      return [{ of: hostKey(host), objects: [findingObject("WorkloadEntry", entry), hostObject(host)], evidence }];
    });
  },
};

/** Has its network a gateway for mutual TLS, and is anybody elsewhere who would have to go through it? */
export function isBehindGateway(network: string, world: FindingsWorld): boolean {
  if (network === "") return false;
  const { gateways, podNetwork } = world.mesh.settings;
  if (!gateways.some((one) => one.network === network && one.port !== 0)) return false;
  return podNetwork !== network || world.networkNames().some((name) => name !== network && name !== "");
}

/** True if a setting may close the gateway to a marked machine: a rule with another mode, a DISABLE policy, or automatic mTLS that is off. */
function takesMarks({ rules, authentications, mesh }: SelectionWorld): boolean {
  if (!mesh.autoMtls) return true;
  const isOther = (part: PolicyPart | null) => part !== null && part.tls !== null && part.tls !== "ISTIO_MUTUAL";
  if (authentications.some(({ mode, ports }) => mode === "DISABLE" || ports.some(([, ofPort]) => ofPort === "DISABLE"))) return true;
  return rules.some(({ policy }) => isOther(policy) || policy?.ports.some(isOther));
}

/** The setting that closes the gateway; null = it is open, or MESH_EXTERNAL alone closes it, which STL505 finds. */
function becauseOf({ unmarked, tls: { gatewayClosed } }: EntryEndpoint): string | null {
  return unmarked ?? (gatewayClosed === "external" ? null : gatewayClosed);
}
