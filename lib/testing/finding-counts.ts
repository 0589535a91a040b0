import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { ServiceEndpointCounts } from "@/lib/domain/findings/findings-world";
import { localityOf, parseLocality } from "@/lib/domain/localities/locality";
import { isStoredByIstiod, reasonsAgainst } from "@/lib/domain/selection/matching";
import type { MeshService, StoredPod } from "@/lib/domain/selection/objects";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { servingCategory } from "@/lib/domain/verdict/roll-up";
import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import type { Verdict } from "@/lib/domain/verdict/verdict";
import { sortedCounts } from "./in-use";

/** What a host takes, and what it is judged by. */
export interface CountedHost {
  readonly mesh: MeshSettings;
  readonly machines: readonly WorkloadEntry[];
  readonly pods: readonly StoredPod[];
  /** Are they in sight? */
  readonly seen: { readonly machines: boolean; readonly pods: boolean };
  readonly verdict: (entry: WorkloadEntry) => Verdict;
  readonly entryNamed: (namespace: string, name: string) => WorkloadEntry | null;
}

/** The counts of a host, machine by machine. */
export function naiveHostCounts(selector: MeshService, host: CountedHost): ServiceEndpointCounts {
  const inline = selector.kind === "Service" || selector.selector !== null ? 0 : selector.endpoints.length;
  return { machines: host.seen.machines ? machineCounts(selector, host) : null, pods: host.seen.pods ? podCounts(selector, host) : null, inline, addresses: 0 };
}

function machineCounts(selector: MeshService, { machines, mesh, verdict }: CountedHost): ServiceEndpointCounts["machines"] {
  const sent = machines.filter(
    (entry) => reasonsAgainst(selector, { kind: "entry", entry }, mesh).length === 0 && (entry.address !== "" || entry.network !== ""),
  );
  const codesOf = (entry: WorkloadEntry) => reasonsAgainst(selector, { kind: "entry", entry }, mesh).map(({ code }) => code);
  const calm = machines
    .filter((entry) => entry.address !== "" || entry.network !== "")
    .map(codesOf)
    .filter((codes) => codes.length > 0 && codes.every((code) => code === "draining" || code === "awaiting-first-probe"));
  const draining = calm.filter((codes) => codes.includes("draining")).length;
  const inDoubt = sent.filter((entry) => isInDoubt(verdict(entry))).length;
  return {
    taken: machines.length,
    serving: sent.length - inDoubt,
    inDoubt,
    draining,
    awaiting: calm.length - draining,
    notChecked: sent.filter(({ gate }) => !(mesh.healthChecks && hasHealthChecks(gate))).length,
    weight: sent.reduce((sum, { weight }) => sum + (weight || 1), 0),
  };
}

function isInDoubt({ state, vouched }: Verdict): boolean {
  return servingCategory(state) === "doubted" || !vouched;
}

function podCounts(selector: MeshService, host: CountedHost): ServiceEndpointCounts["pods"] {
  return { taken: host.pods.length, ready: sentPods(selector, host).length };
}

/** The Pods that callers are sent as healthy, one by one. */
export function sentPods(selector: MeshService, { pods, mesh, entryNamed }: Pick<CountedHost, "pods" | "mesh" | "entryNamed">): readonly StoredPod[] {
  return pods.filter((pod) => {
    if (reasonsAgainst(selector, { kind: "pod", pod }, mesh).length > 0) return false;
    if (selector.kind === "Service") return pod.ready || selector.publishesUnready;
    const named = entryNamed(pod.namespace, pod.name);
    return pod.ready && !(named !== null && isStoredByIstiod(named, mesh));
  });
}

const TRAITS = {
  zone: (entry: WorkloadEntry, readsTopology: boolean) => parseLocality(localityOf(entry, readsTopology)).zone,
  network: ({ network }: WorkloadEntry) => network,
  replica: ({ controller }: WorkloadEntry) => controller,
  account: ({ serviceAccount }: WorkloadEntry) => serviceAccount,
};

/** The values of a trait of some entries, in their order. */
export function countedTraits(
  entries: Iterable<WorkloadEntry>,
  trait: keyof typeof TRAITS,
  readsTopology: boolean,
): readonly { readonly value: string; readonly count: number }[] {
  return sortedCounts(entries, (entry) => TRAITS[trait](entry, readsTopology)).map(([value, count]) => ({ value, count }));
}
