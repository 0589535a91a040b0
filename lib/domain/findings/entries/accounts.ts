import { entryManagementOf } from "@/lib/domain/entry/origin";
import { mergedLabel, type WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { unseenGatewaySources } from "@/lib/domain/findings/networks/gateways";
import { serviceAccountCreationRemedy } from "@/lib/domain/findings/patch";
import { type FindingEvidence, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { callerServicesOfObject, tlsToEntry } from "@/lib/domain/findings/service-destinations";
import { TLS_MODE_LABEL } from "@/lib/domain/selection/workload";

/**
 * The entry names no service account, so Istio has no identity for it. Its label, a DestinationRule and policies decide how callers connect
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
    // If the group names no account, STL203 finds the group. If it names one, STL119 finds the difference.
    if (entry.registrationGroup !== "" && world.groupOf(entry) !== null) return [];
    const hosts = world.hostsTaking(entry);
    const management = entryManagementOf(entry);
    // A machine without callers and without istiod needs no identity. With this label it has no sidecar.
    if ((management === "unmanaged" && hosts.length === 0) || mergedLabel(entry, TLS_MODE_LABEL) === "disabled") return [];
    const objects = [findingObject("WorkloadEntry", entry), ...hosts.map(({ selector }) => findingObject(selector.kind, selector))];
    return [{ objects, evidence: { hosts: hosts.length, network: entry.network, management, ...callerTls(entry, hosts, world) } }];
  },
};

/**
 * Returns the evidence about callers of the entry's services: their TLS modes, and whether gateways pass their calls. Not known if a policy is not
 * visible.
 */
function callerTls(entry: WorkloadEntry, hosts: readonly ServiceSubject[], world: FindingsWorld): FindingEvidence {
  if (hosts.length === 0) return {};
  if (!POLICIES.every((source) => world.sees(source))) return { isTlsKnown: false };
  const all = hosts.flatMap((host) => callerServicesOfObject(host, world).flatMap((service) => tlsToEntry(service, entry)));
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

/** Returns true if all sources of gateways are visible, and no gateway accepts mutual TLS. */
function hasNoGateway({ mesh, world }: FindingsWorld): boolean {
  return mesh.settings.gateways.every(({ port }) => port === 0) && unseenGatewaySources(world).length === 0;
}

const POLICIES = ["destinationrules", "peerauthentications", "mesh-config"] as const;

/**
 * The entry has another service account than its group, because the group changed after the entry was created. A new entry gets the account of the
 * group, and istiod then rejects the machine if its token has another account (pilot/pkg/autoregistration/controller.go, ensureProxyCanControlEntry).
 */
export const accountDiffers: Rule<"entry"> = {
  code: "STL119",
  name: "account-differs",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries", "workloadgroups"],
  isNamespaceLocal: true,
  noPatchBecause: "the account of the machine's token decides, and only its bundle shows that",
  detect: (entry, world) => {
    if (entry.registrationGroup === "") return [];
    const group = world.groupOf(entry);
    if (group === null || group.template.serviceAccount === "" || group.template.serviceAccount === entry.serviceAccount) return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)];
    return [{ objects, evidence: { group: group.name, found: entry.serviceAccount, wanted: group.template.serviceAccount } }];
  },
};

/**
 * The entry names a service account that its namespace does not have. Callers expect an identity for which no token can exist
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go: the account becomes the identity, unchecked).
 */
export const accountMissing: Rule<"entry"> = {
  code: "STL124",
  name: "account-missing",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries", "workloadgroups", "serviceaccounts"],
  detect: (entry, world) => {
    const { namespace, serviceAccount } = entry;
    if (serviceAccount === "" || world.hasAccount(namespace, serviceAccount)) return [];
    // If the group names the same account, STL215 finds the group.
    if (world.groupOf(entry)?.template.serviceAccount === serviceAccount) return [];
    const evidence = { account: serviceAccount, namespace };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence, ...serviceAccountCreationRemedy(namespace, serviceAccount) }];
  },
};

/** Rules about the service account of an entry. */
export const ENTRY_ACCOUNT_RULES: readonly Rule<"entry">[] = [noAccount, accountDiffers, accountMissing];
