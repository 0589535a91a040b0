import { membershipOf } from "@/lib/domain/entry/membership";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { unseenPodNetworkSources } from "@/lib/domain/findings/caller-networks";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { type AnyRule, type DetectedFinding, type FindingRemedy, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { callingNamespaces, destinationsForCallers, serviceSeenByCallers } from "@/lib/domain/findings/service-destinations";
import { selectedEndpointCount, serviceFindingObject } from "@/lib/domain/findings/service-parts";
import { distinctIstiodVersions, hasBehaviourInVersions } from "@/lib/domain/mesh/istiod-behaviours";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { addressKind } from "@/lib/domain/selection/ip-address";
import { selectionMatch, workloadOfCandidate } from "@/lib/domain/selection/matching";
import { missesNearestFirst, missWithOneFix, type SelectionMiss } from "@/lib/domain/selection/nearest-misses";
import type { MeshService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { ExclusionReason, ExclusionReasonCode, SelectionCandidate } from "@/lib/domain/selection/reasons";
import { isReadByRevision, REVISION_LABEL } from "@/lib/domain/selection/workload";
import type { MeshSettings, SelectionWorld } from "@/lib/domain/selection/world";
import { type NearestServiceMiss, nearestServiceMiss } from "@/lib/domain/services/nearest-selector";

/**
 * The selector of a service matches nothing, although a machine or Pod of its namespace almost matches: it differs in labels, kind of address or
 * revision. Or a machine of another namespace has all labels of the selector (pilot/pkg/serviceregistry/serviceentry/controller.go;
 * pkg/config/labels/instance.go Match).
 */
export const takesNobody: Rule<"host"> = {
  code: "STL302",
  name: "takes-nobody",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "workload-pods"],
  betterWith: ["namespaces"],
  detect: (host, world) => {
    if (!selectsInVain(host, world)) return [];
    const nearest = nearestTo(host.selector, world.selection(host.selector.namespace));
    if (nearest === null) return elsewhere(host, world);
    const [first] = nearest.refusals;
    if (first === undefined) return [];
    const { candidate } = nearest;
    const named = candidate.kind === "entry" ? candidate.entry : candidate.pod;
    const patch = selectorPatch(host.selector, nearest);
    const evidence = {
      ...{ hosts: host.hosts, nearest: named.name, nearestKind: candidate.kind === "entry" ? "machine" : "Pod", reason: first.reason.code },
      ...differing(first.reason),
      ...furtherReasons(nearest),
    };
    return [{ objects: [serviceFindingObject(host)], evidence, ...(patch === null ? {} : { patch }) }];
  },
};

/** Returns the finding about a machine of another namespace that has the labels: an object never selects across namespaces. */
function elsewhere(host: ServiceSubject, world: FindingsWorld): readonly DetectedFinding[] {
  const entry = world.labelledElsewhere(host);
  if (entry === null) return [];
  const evidence = { hosts: host.hosts, nearest: entry.name, nearestKind: "machine", reason: "other-namespace", namespace: entry.namespace };
  return [{ objects: [serviceFindingObject(host)], evidence }];
}

/** Returns true if the object selects by labels, can match machines or Pods, and matches none. */
function selectsInVain(host: ServiceSubject, world: Pick<FindingsWorld, "countsOf">): boolean {
  const { selector } = host;
  if (selector.selector === null || selector.selector.length === 0) return false;
  if (selector.kind === "Service" && (selector.isHeadless || selector.type === "ExternalName")) return false;
  if (selector.kind === "ServiceEntry" && (selector.resolution === "NONE" || selector.resolution === "DYNAMIC_DNS")) return false;
  return selectedEndpointCount(world.countsOf(host)) === 0;
}

/**
 * Returns the machine or Pod of the object's namespace that almost matches the selector; null = none. Of several with equal properties only one is
 * checked.
 */
function nearestTo(selector: MeshService, { entries, pods, mesh }: SelectionWorld): SelectionMiss | null {
  const standing = pods.filter(({ phase, deletingAt }) => phase !== "Succeeded" && phase !== "Failed" && deletingAt === null);
  const alike = new Map<string, SelectionCandidate>();
  for (const candidate of [...entries.map((entry) => ({ kind: "entry", entry }) as const), ...standing.map((pod) => ({ kind: "pod", pod }) as const)]) {
    const key = seenBy(selector, candidate, mesh);
    if (!alike.has(key)) alike.set(key, candidate);
  }
  return missesNearestFirst(selector, [...alike.values()], mesh).find(({ candidate }) => nearestServiceMiss([selector], candidate, mesh) !== null) ?? null;
}

/** Returns the key of all values of a machine or Pod that this selector reads. */
function seenBy(selector: MeshService, candidate: SelectionCandidate, mesh: MeshSettings): string {
  const { labels, address } = workloadOfCandidate(candidate, mesh);
  const wanted = (selector.selector ?? []).map(([key]) => labels.get(key) ?? null);
  return JSON.stringify([candidate.kind, wanted, addressKind(address), labels.get(REVISION_LABEL) ?? null]);
}

/** Returns the codes of all reasons but the first. */
function furtherReasons({ refusals }: SelectionMiss): { readonly others?: readonly string[] } {
  const others = refusals.slice(1).map(({ reason }) => reason.code);
  return others.length === 0 ? {} : { others };
}

function differing(reason: ExclusionReason): { readonly differs?: readonly string[] } {
  if (reason.code !== "labels-differ") return {};
  return { differs: reason.pairs.map(({ key, wanted, found }) => `${key}: ${wanted} is wanted, ${found ?? "nothing"} is there`) };
}

/**
 * Returns the patch that sets in the selector the label values of the nearest machine or Pod. Null = something other than label values differs, or no
 * label is equal.
 */
function selectorPatch(selector: MeshService, { refusals }: SelectionMiss): FindingRemedy | null {
  const ofLabels = refusals.flatMap(({ reason }) => (reason.code === "labels-differ" ? [reason.pairs] : []));
  const [pairs] = ofLabels;
  const others = refusals.filter(({ reason }) => reason.code !== "labels-differ" && !COMES_BY_ITSELF.has(reason.code));
  const wanted = selector.selector?.length ?? 0;
  if (pairs === undefined || others.length > 0 || pairs.length >= wanted || pairs.some(({ found }) => found === null)) return null;
  const labels = Object.fromEntries(sortedLabelSet(pairs.map(({ key, found }) => [key, found ?? ""] as const)));
  const body = selector.kind === "Service" ? { spec: { selector: labels } } : { spec: { workloadSelector: { labels } } };
  return { kind: selector.kind, namespace: selector.namespace, name: selector.name, type: "merge", body };
}

const COMES_BY_ITSELF: ReadonlySet<ExclusionReason["code"]> = new Set<ExclusionReason["code"]>([
  "unhealthy",
  "awaiting-first-probe",
  "draining",
  "pod-not-ready",
  "pod-without-address",
]);

/**
 * A ServiceEntry selects by labels that no machine or Pod of its namespace has, or nearly has. Usually it is left over from a migration. It has no
 * finding while callers get endpoints of another object under one of its host names.
 */
export const unusedServiceEntry: Rule<"host"> = {
  code: "STL303",
  name: "unused-service-entry",
  subject: "host",
  severity: "note",
  needs: ["workloadentries", "workload-pods"],
  betterWith: ["mesh-config"],
  refutedBy: (_, world) => ["services", "serviceentries", "destinationrules", ...unseenPodNetworkSources(world)],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || !selectsInVain(host, world)) return [];
    if (nearestTo(selector, world.selection(selector.namespace)) !== null || world.labelledElsewhere(host) !== null) return [];
    if (hasEndpointsOfOthers(host, world)) return [];
    const wanted = (selector.selector ?? []).map(([key, value]) => `${key}=${value}`);
    const patch = { command: `kubectl delete serviceentries.networking.istio.io -n ${selector.namespace} ${selector.name}` };
    return [{ objects: [serviceFindingObject(host)], evidence: { hosts: host.hosts, wanted }, patch }];
  },
};

/** Returns true if callers get an endpoint of another object under one of the object's host names. The object itself selects no machine or Pod. */
function hasEndpointsOfOthers({ uid, hosts, selector }: ServiceSubject, world: FindingsWorld): boolean {
  const { namespace } = selector;
  const callers = callingNamespaces(selector, world.mesh.settings);
  return hosts.some((name) => {
    if (!world.hostsDefining(name).some((one) => one.uid !== uid && one.selector.namespace === namespace)) return false;
    return callers.some((caller) => {
      const here = serviceSeenByCallers(name, namespace, world, caller);
      if (here === null || here.definition.namespace !== namespace) return false;
      return destinationsForCallers(here, "").some(({ groups }) => groups.some(({ endpoints }) => endpoints.length > 0));
    });
  });
}

const SELECTS_ALL = "emptySelectorSelectsAll";

/** A ServiceEntry has a selector without labels. By version, istiod selects every machine and Pod of the namespace with it, or nothing. */
export const emptySelector: Rule<"host"> = {
  code: "STL312",
  name: "empty-selector",
  subject: "host",
  severity: "warning",
  needs: ["serviceentries"],
  noPatchBecause: "whom it is meant to take only its owner knows",
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || selector.selector === null || selector.selector.length > 0) return [];
    const versions = versionsReading(selector, world);
    const named = versions.flatMap((version) => version || []);
    const selecting = (does: boolean | null) => named.filter((version) => hasBehaviourInVersions(SELECTS_ALL, [version]) === does);
    const outcome = hasBehaviourInVersions(SELECTS_ALL, versions);
    const takes = outcome === null ? "unknown" : outcome ? "everything" : "nothing";
    const evidence = { hosts: host.hosts, version: named.join(", "), takes, everything: selecting(true), nothing: selecting(false) };
    return [{ objects: [serviceFindingObject(host)], evidence }];
  },
};

/**
 * Returns the versions of all istiods that read the object: those of the revision whose settings the page uses, and those of every other revision for
 * which the object is.
 */
function versionsReading(selector: ServiceEntry, { mesh, world }: FindingsWorld): readonly (string | null)[] {
  const others = [...world.meshes.values()].filter((facts) => facts.revision !== mesh.settings.revision && isReadByRevision(selector.labels, facts));
  const theirs = others.flatMap(({ istioVersion, otherVersions }) => [istioVersion.kind === "denied" ? null : istioVersion.value, ...otherVersions]);
  const own = isReadByRevision(selector.labels, mesh.settings) || others.length === 0 ? distinctIstiodVersions(mesh.settings) : [];
  return [...new Set([...own, ...theirs])];
}

/**
 * Two services of one namespace have the same selector and share a port: one set of machines under two names, each with its own policies and numbers
 * (pkg/config/labels/instance.go Match).
 */
export const sameSelector: Rule<"host"> = {
  code: "STL314",
  name: "same-selector",
  subject: "host",
  severity: "note",
  needs: ["services", "serviceentries"],
  noPatchBecause: "a second name may be meant, and which of the two callers use only they know",
  detect: (host, world) => {
    const { selector } = host;
    const key = selectionOf(selector);
    if (key === null) return [];
    const alike = world.hostsIn(selector.namespace).filter((one) => one.uid !== host.uid && isAlike(one, host, key));
    // The fault is reported once, at the first of the services.
    if (alike.length === 0 || alike.some((one) => selectorKey(one) < selectorKey(host))) return [];
    const others = alike.flatMap(({ hosts }) => hosts);
    const selects = (selector.selector ?? []).map(([name, value]) => `${name}=${value}`);
    return [{ objects: [serviceFindingObject(host), ...alike.map(serviceFindingObject)], evidence: { hosts: host.hosts, others, selects } }];
  },
};

/**
 * Returns the selector as one text; null = the object does not select by labels. A headless Service has none here, because one next to another
 * Service is usual for a StatefulSet.
 */
function selectionOf(selector: MeshService): string | null {
  if (selector.selector === null || selector.selector.length === 0) return null;
  if (selector.kind === "Service" && (selector.isHeadless || selector.type === "ExternalName")) return null;
  if (selector.kind === "ServiceEntry" && (selector.resolution === "NONE" || selector.resolution === "DYNAMIC_DNS")) return null;
  return JSON.stringify(sortedLabelSet(new Map(selector.selector)));
}

function isAlike(other: ServiceSubject, host: ServiceSubject, key: string): boolean {
  const hasPort = (number: number) => host.selector.ports.some((port) => port.number === number);
  return (
    selectionOf(other.selector) === key && !other.hosts.some((name) => host.hosts.includes(name)) && other.selector.ports.some(({ number }) => hasPort(number))
  );
}

function selectorKey({ selector: { kind, name } }: ServiceSubject): string {
  return `${kind}/${name}`;
}

/**
 * No Service and no ServiceEntry selects a hand-written entry, so it has no effect. Registered entries have no finding, because their machine may be a caller
 * only (pilot/pkg/serviceregistry/serviceentry/controller.go).
 */
export const unselectedEntry: Rule<"entry"> = {
  code: "STL316",
  name: "unselected-entry",
  subject: "entry",
  severity: "note",
  needs: ["services", "serviceentries"],
  detect: (entry, world) => {
    if (membershipOf(entry).group !== "" || world.hostsTaking(entry).length > 0) return [];
    const hosts = world.hostsIn(entry.namespace);
    if (hosts.some((host) => isToldOtherwise(entry, host, world)) || isWrittenOut(entry, hosts)) return [];
    const selectors = hosts.map(({ selector }) => selector);
    const near = nearestServiceMiss(selectors, { kind: "entry", entry }, world.mesh.settings);
    const patch = near === null || isEmpty(hosts, near, world) ? null : labelsPatch(entry, near);
    const isByOne = near !== null && missWithOneFix(near, { selector: near.selector, labelsFrom: null, selectsNothing: false }) !== null;
    const evidence = isByOne ? { nearest: `${near.selector.kind} ${near.selector.name}` } : {};
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { ...evidence }, ...(patch === null ? {} : { patch }) }];
  },
};

const OTHER_RULES: ReadonlySet<ExclusionReasonCode> = new Set<ExclusionReasonCode>(["host-name-address", "socket-address", "headless", "resolution-none"]);

/** Returns true if a selector matches the entry, and another rule reports why istiod does not send it. */
function isToldOtherwise(entry: WorkloadEntry, { selector }: ServiceSubject, world: FindingsWorld): boolean {
  if (selector.kind === "Service" && selector.selector.length === 0) return false;
  const { isSelected, reasons } = selectionMatch(selector, { kind: "entry", entry }, world.mesh.settings, OTHER_RULES);
  return isSelected && reasons.some(({ code }) => OTHER_RULES.has(code));
}

/** Returns true if a ServiceEntry has the entry's address in its `endpoints`. */
function isWrittenOut({ address, network }: WorkloadEntry, hosts: readonly ServiceSubject[]): boolean {
  return hosts.some(({ selector }) => selector.kind === "ServiceEntry" && selector.endpoints.some((one) => one.address === address && one.network === network));
}

/**
 * Returns true if the object that is nearest to selecting the entry selects nothing. Then STL302 finds that object, which may be the one to change.
 */
function isEmpty(hosts: readonly ServiceSubject[], { selector }: NearestServiceMiss, world: FindingsWorld): boolean {
  const host = hosts.find((one) => one.selector === selector);
  return host !== undefined && selectsInVain(host, world);
}

/**
 * Returns the patch that adds the labels which the entry lacks for the nearest selector; null = it also lacks something else, or no label is equal.
 */
function labelsPatch({ namespace, name }: WorkloadEntry, { refusals, selector }: NearestServiceMiss): FindingRemedy | null {
  const [refusal] = refusals;
  if (refusals.length !== 1 || refusal?.change.on !== "machine" || refusal.change.set !== "labels") return null;
  if (refusal.change.labels.length >= (selector.selector?.length ?? 0)) return null;
  return { kind: "WorkloadEntry", namespace, name, type: "merge", body: { metadata: { labels: Object.fromEntries(refusal.change.labels) } } };
}

/** Rules about the machines and Pods that the selector of a service matches. */
export const SERVICE_SELECTOR_RULES: readonly AnyRule[] = [takesNobody, unusedServiceEntry, emptySelector, sameSelector, unselectedEntry];
