import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { unseenGateways } from "@/lib/domain/findings/networks/shared-unseen-gateways";
import { type FindingEvidence, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { servicesOfObject, tlsOfEntry } from "@/lib/domain/findings/service-destinations";
import { managementOf } from "@/lib/domain/management";
import { mergedLabel } from "@/lib/domain/merged-labels";
import { TLS_MODE_LABEL } from "@/lib/domain/selection/machine";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

/**
 * The entry names no service account, so Istio knows no identity of it. Its label, a DestinationRule and policies decide how callers connect
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go, getTLSModeFromWorkloadEntry; pilot/pkg/xds/endpoints/mtls_checker.go).
 */
export const noAccount: Rule<"entry"> = {
  code: "STL118",
  name: "no-account",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries", "workloadgroups", "services", "serviceentries"],
  noPatchBecause: "which account a machine has is in its token, and one without a sidecar may have none",
  detect: (entry, world) => {
    if (entry.serviceAccount !== "") return [];
    // That its group names none is told of the group; that it names one, as a difference from it.
    if (entry.registrationGroup !== "" && world.groupOf(entry) !== null) return [];
    const hosts = world.hostsTaking(entry);
    const management = managementOf(entry);
    // A machine that nobody calls and no istiod knows has nothing to prove; one whose label says so has no sidecar.
    if ((management === "unmanaged" && hosts.length === 0) || mergedLabel(entry, TLS_MODE_LABEL) === "disabled") return [];
    const objects = [findingObject("WorkloadEntry", entry), ...hosts.map(({ selector }) => findingObject(selector.kind, selector))];
    return [{ objects, evidence: { hosts: hosts.length, network: entry.network, management, ...callersOf(entry, hosts, world) } }];
  },
};

/** TLS of the callers of its services, and the answer of gateways; not known without all policies. */
function callersOf(entry: WorkloadEntry, hosts: readonly FindingHost[], world: FindingsWorld): FindingEvidence {
  if (hosts.length === 0) return {};
  if (!POLICIES.every((source) => world.sees(source))) return { isTlsKnown: false };
  const all = hosts.flatMap((host) => servicesOfObject(host, world).flatMap((service) => tlsOfEntry(service, entry)));
  const distinct = (values: readonly string[]) => [...new Set(values)].sort();
  return {
    isTlsKnown: true,
    sends: distinct(all.map(({ sends }) => sends)),
    because: distinct(all.map(({ because }) => because)),
    gatewayClosed: distinct(all.flatMap(({ gatewayClosed }) => gatewayClosed ?? [])),
    isGatewayOpen: all.some(({ gatewayClosed }) => gatewayClosed === null),
    ...(hasNoGateway(world) ? { hasGateways: false } : {}),
  };
}

/** True only if all sources of gateways are visible, and none leads to a machine. */
function hasNoGateway({ mesh, world }: FindingsWorld): boolean {
  return mesh.settings.gateways.every(({ port }) => port === 0) && unseenGateways(world).length === 0;
}

const POLICIES = ["destinationrules", "peerauthentications", "mesh-config"] as const;
