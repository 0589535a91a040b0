import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import type { Detected, FindingPatch, Rule } from "@/lib/domain/findings/rule";
import { hostObject, takenBy } from "@/lib/domain/findings/service-parts";
import { nearMiss } from "@/lib/domain/hosts/nearest-selector";
import { labelSet } from "@/lib/domain/label-set";
import { addressKind } from "@/lib/domain/selection/ip-address";
import { REVISION_LABEL } from "@/lib/domain/selection/machine";
import type { MeshSettings } from "@/lib/domain/selection/mesh";
import { type Miss, nearestMisses } from "@/lib/domain/selection/nearest-misses";
import type { Selector } from "@/lib/domain/selection/objects";
import type { Candidate, Reason } from "@/lib/domain/selection/reasons";
import { machineOf } from "@/lib/domain/selection/selected-by";
import type { SelectionWorld } from "@/lib/domain/selection/world";

/**
 * A host selects by labels and takes nobody, though a machine or a Pod of its namespace nearly has what it wants: other labels, another kind of
 * address, another revision; or a machine of another namespace has all of it (pilot/pkg/serviceregistry/serviceentry/controller.go; pkg/config/labels/instance.go Match).
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
    const patch = patchFor(host.selector, nearest);
    const evidence = {
      ...{ hosts: host.hosts, nearest: named.name, nearestKind: candidate.kind === "entry" ? "machine" : "Pod", reason: first.reason.code },
      ...differing(first.reason),
      ...furtherReasons(nearest),
    };
    return [{ objects: [hostObject(host)], evidence, ...(patch === null ? {} : { patch }) }];
  },
};

/** A machine of another namespace has the labels: an object never selects across namespaces. */
function elsewhere(host: FindingHost, world: FindingsWorld): readonly Detected[] {
  const entry = world.labelledElsewhere(host);
  if (entry === null) return [];
  const evidence = { hosts: host.hosts, nearest: entry.name, nearestKind: "machine", reason: "other-namespace", namespace: entry.namespace };
  return [{ objects: [hostObject(host)], evidence }];
}

/** Does it choose by labels, in a way that could take somebody, and nobody is taken? */
export function selectsInVain(host: FindingHost, world: Pick<FindingsWorld, "countsOf">): boolean {
  const { selector } = host;
  if (selector.selector === null || selector.selector.length === 0) return false;
  if (selector.kind === "Service" && (selector.isHeadless || selector.type === "ExternalName")) return false;
  if (selector.kind === "ServiceEntry" && (selector.resolution === "NONE" || selector.resolution === "DYNAMIC_DNS")) return false;
  return takenBy(world.countsOf(host)) === 0;
}

/** Whoever of its namespace it misses least, where that looks meant at all. Of candidates that are alike to the selector one is looked at. */
export function nearestTo(selector: Selector, { entries, pods, mesh }: SelectionWorld): Miss | null {
  const standing = pods.filter(({ phase, deletingAt }) => phase !== "Succeeded" && phase !== "Failed" && deletingAt === null);
  const alike = new Map<string, Candidate>();
  for (const candidate of [...entries.map((entry) => ({ kind: "entry", entry }) as const), ...standing.map((pod) => ({ kind: "pod", pod }) as const)]) {
    const key = seenBy(selector, candidate, mesh);
    if (!alike.has(key)) alike.set(key, candidate);
  }
  return nearestMisses(selector, [...alike.values()], mesh).find(({ candidate }) => nearMiss([selector], candidate, mesh) !== null) ?? null;
}

/** All of a candidate that a selector of its namespace looks at. */
function seenBy(selector: Selector, candidate: Candidate, mesh: MeshSettings): string {
  const { labels, address } = machineOf(candidate, mesh);
  const wanted = (selector.selector ?? []).map(([key]) => labels.get(key) ?? null);
  return JSON.stringify([candidate.kind, wanted, addressKind(address), labels.get(REVISION_LABEL) ?? null]);
}

/** The reasons behind the first, by code. */
function furtherReasons({ refusals }: Miss): { readonly others?: readonly string[] } {
  const others = refusals.slice(1).map(({ reason }) => reason.code);
  return others.length === 0 ? {} : { others };
}

function differing(reason: Reason): { readonly differs?: readonly string[] } {
  if (reason.code !== "labels-differ") return {};
  return { differs: reason.pairs.map(({ key, wanted, found }) => `${key}: ${wanted} is wanted, ${found ?? "nothing"} is there`) };
}

/** The selector with the values that the nearest has; none where more than values of labels stands between, or no label agrees. */
function patchFor(selector: Selector, { refusals }: Miss): FindingPatch | null {
  const ofLabels = refusals.flatMap(({ reason }) => (reason.code === "labels-differ" ? [reason.pairs] : []));
  const [pairs] = ofLabels;
  const others = refusals.filter(({ reason }) => reason.code !== "labels-differ" && !COMES_BY_ITSELF.has(reason.code));
  const wanted = selector.selector?.length ?? 0;
  if (pairs === undefined || others.length > 0 || pairs.length >= wanted || pairs.some(({ found }) => found === null)) return null;
  const labels = Object.fromEntries(labelSet(pairs.map(({ key, found }) => [key, found ?? ""] as const)));
  const body = selector.kind === "Service" ? { spec: { selector: labels } } : { spec: { workloadSelector: { labels } } };
  return { kind: selector.kind, namespace: selector.namespace, name: selector.name, type: "merge", body };
}

const COMES_BY_ITSELF: ReadonlySet<Reason["code"]> = new Set<Reason["code"]>([
  "unhealthy",
  "awaiting-first-probe",
  "draining",
  "pod-not-ready",
  "pod-without-address",
]);
