import { isBehindGateway, podNetworkSources } from "@/lib/domain/findings/caller-networks";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { servicesOfObject, statusesOfEntry } from "@/lib/domain/findings/service-destinations";
import { hostKey, hostObject } from "@/lib/domain/findings/service-parts";
import type { CallerService } from "@/lib/domain/selection/caller-service";
import { ISTIO_TLS } from "@/lib/domain/selection/machine";
import { portGatewayClosed } from "@/lib/domain/selection/mutual-tls";
import type { PolicyPart } from "@/lib/domain/selection/policies";
import { machineOf } from "@/lib/domain/selection/selected-by";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

/**
 * A machine is in a network with a gateway, which lets mutual TLS through only, and istiod does not mark it for that: callers of other networks are not sent
 * it on those ports (pilot/pkg/xds/endpoints/ep_filters.go EndpointsByNetworkFilter, mtls_checker.go). Or it is marked, and callers send the gateway plain text.
 */
export const unmarkedBehindGateway: Rule<"entry"> = {
  code: "STL504",
  name: "unmarked-behind-gateway",
  subject: "entry",
  severity: "error",
  needs: ["services", "serviceentries", "mesh-config"],
  needsAll: ["peerauthentications", "destinationrules", "gateway-services", "network-gateways"],
  betterWith: ["namespaces"],
  refutedBy: (_, world) => podNetworkSources(world),
  noPatchBecause: "which account the machine runs as, or why a policy takes the mark away, only their owners know",
  detect: (entry, world) => {
    if (!isBehindGateway(entry.network, world)) return [];
    const selection = world.selection();
    if (machineOf({ kind: "entry", entry }, selection.mesh).tlsMode === ISTIO_TLS && !takesMarks(selection)) return [];
    return world.hostsTaking(entry).flatMap((host) => {
      const services = servicesOfObject(host, world).map((service) => ({ name: service.host, ports: portsBehindGateway(service, entry) }));
      const touched = services.filter(({ ports }) => ports.some(({ because }) => because !== null));
      const ports = touched.flatMap((one) => one.ports);
      const closed = ports.filter(({ because }) => because !== null);
      const [first] = closed;
      if (first === undefined) return [];
      const evidence = {
        ...{ host: hostKey(host), hosts: touched.map(({ name }) => name), network: entry.network },
        ...{ ports: numbersOf(closed), isEveryPort: closed.length === ports.length },
        plainPorts: numbersOf(closed.filter(({ isGatewaySent }) => isGatewaySent)),
        ...{ because: first.because ?? "", isGatewaySent: first.isGatewaySent },
      };
      return [{ of: hostKey(host), objects: [findingObject("WorkloadEntry", entry), hostObject(host)], evidence }];
    });
  },
};

/** A port of a service on a machine that callers of other networks reach through a gateway, or not at all. */
interface PortBehindGateway {
  readonly port: number;
  /** The setting that closes the gateway; null = it is open, or MESH_EXTERNAL alone closes it, which STL505 finds. */
  readonly because: string | null;
  readonly isGatewaySent: boolean;
}

function portsBehindGateway(service: CallerService, entry: WorkloadEntry): readonly PortBehindGateway[] {
  return statusesOfEntry(service, entry).flatMap((status, at): readonly PortBehindGateway[] => {
    const joined = service.ports[at];
    if (joined === undefined) return [];
    const port = joined.port.number;
    if (status.is === "gateway") return [{ port, because: closingOf(joined.joins, service.world), isGatewaySent: true }];
    const isUnmarked = status.is === "not-sent" && status.reason.code === "not-marked-for-gateway";
    return isUnmarked ? [{ port, because: status.reason.because, isGatewaySent: false }] : [];
  });
}

/** The setting by which callers send the gateway plain text on each of these ports; null = on one of them they do not, or MESH_EXTERNAL sets it. */
function closingOf(joins: CallerService["ports"][number]["joins"], world: SelectionWorld): string | null {
  const closings = joins.map(({ definition, rule, subset, port }) => portGatewayClosed({ definition, rule, subset, port: port.number }, world));
  return closings.includes(null) || closings.includes("external") ? null : (closings[0] ?? null);
}

function numbersOf(ports: readonly PortBehindGateway[]): readonly string[] {
  return [...new Set(ports.map(({ port }) => String(port)))];
}

/** True if a setting may close the gateway to a marked machine: a rule with another mode, a DISABLE policy, or automatic mTLS that is off. */
function takesMarks({ rules, authentications, mesh }: SelectionWorld): boolean {
  if (!mesh.autoMtls) return true;
  const isOther = (part: PolicyPart | null) => part !== null && part.tls !== null && part.tls !== "ISTIO_MUTUAL";
  if (authentications.some(({ mode, ports }) => mode === "DISABLE" || ports.some(([, ofPort]) => ofPort === "DISABLE"))) return true;
  return rules.some(({ policy }) => isOther(policy) || policy?.ports.some(isOther));
}
