import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { addToList } from "@/lib/domain/object/multimap";
import { isStoredByIstiod, reasonsAgainst, withEndpointListSent } from "@/lib/domain/selection/matching";
import type { StoredPod } from "@/lib/domain/selection/objects";
import { areAllStateReasons, type ExclusionReason, type SelectionCandidate } from "@/lib/domain/selection/reasons";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { notSentKindOfMachine } from "@/lib/domain/services/service-status";
import type { Scope } from "@/lib/domain/source/scope";
import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { HostlessFleet } from "@/lib/server/fleet/fleet-reader";
import { asideShare, type Counting, countMachine, countPod, isInDoubt, type MachineShare, NOT_SENT, noCounts, podShare } from "@/lib/server/hosts/host-counts";
import { hostObjectOf, selectsByLabels, showsMembers } from "@/lib/server/hosts/host-object";
import type { HostCounts, HostKind, HostObject, HostReader, HostSpread, MachineClass, MemberView } from "@/lib/server/hosts/host-reader";
import { classesOver, spreadOf } from "@/lib/server/hosts/host-spread";
import { hostsInSight } from "@/lib/server/hosts/hosts-in-sight";
import { namespaceKey } from "@/lib/server/hosts/inhabited-places";
import { meshOf } from "@/lib/server/hosts/mesh-of";

interface Member {
  readonly ref: EntryRef;
  readonly entry: WorkloadEntry;
  readonly doubted: boolean;
}

interface Taken {
  readonly host: HostObject;
  readonly machines: EntryRef[];
  readonly pods: StoredPod[];
  readonly counts: Counting;
}

/** The machines and Pods of each service, counted from nothing by the domain's own functions: every selector meets every one of its namespace. */
export class Recount implements Omit<HostReader, "subscribe"> {
  readonly #taken = new Map<HostObject, Taken>();
  readonly #byUid = new Map<string, HostObject>();
  readonly #byPlace = new Map<string, HostObject[]>();
  readonly #byEntry = new Map<EntryRef, HostObject[]>();
  readonly #members = new Map<string, Member[]>();

  constructor(private readonly fleet: HostlessFleet) {
    const { services, serviceentries } = fleet.tables;
    for (const object of [...services.values(), ...serviceentries.values()]) {
      const host = hostObjectOf(object, this.#meshOf(object.cluster));
      if (host === null) continue;
      this.#byUid.set(namespaceKey(host.cluster, host.uid), host);
      addToList(this.#byPlace, namespaceKey(host.cluster, host.selector.namespace), host);
    }
    for (const ref of fleet.entries()) {
      const entry = fleet.entry(ref);
      addToList(this.#members, namespaceKey(entry.cluster, entry.namespace), { ref, entry, doubted: isInDoubt(fleet.judged(ref)) });
    }
    for (const host of this.#byUid.values()) this.#take(host);
  }

  all(scope: Scope): readonly HostObject[] {
    return hostsInSight(this.fleet, this.#byUid.values(), scope);
  }

  find(cluster: string, kind: HostKind, namespace: string, name: string): HostObject | null {
    const here = this.#byPlace.get(namespaceKey(cluster, namespace)) ?? [];
    return here.find(({ selector }) => selector.kind === kind && selector.name === name) ?? null;
  }

  byUid(cluster: string, uid: string): HostObject | null {
    return this.#byUid.get(namespaceKey(cluster, uid)) ?? null;
  }

  machines(host: HostObject, view?: MemberView): Iterable<EntryRef> {
    return showsMembers(host, view) ? this.#of(host).machines : [];
  }

  spread(host: HostObject): readonly HostSpread[] {
    return spreadOf(this.classes(host));
  }

  classes(host: HostObject, view?: MemberView): readonly MachineClass[] {
    return classesOver(this.fleet, this.machines(host, view), { selector: host.selector, mesh: this.#meshOf(host.cluster) });
  }

  pods(host: HostObject, view?: MemberView): readonly StoredPod[] {
    return showsMembers(host, view) ? this.#of(host).pods : [];
  }

  counts(host: HostObject, view?: MemberView): HostCounts {
    const counts = showsMembers(host, view) ? this.#of(host).counts : noCounts(host.selector);
    return this.fleet.sees(host.cluster, "workload-pods", host.selector.namespace) ? counts : { ...counts, pods: null };
  }

  isSettled(): boolean {
    return true;
  }

  selecting(entry: EntryRef, view?: MemberView): readonly HostObject[] {
    return (this.#byEntry.get(entry) ?? []).filter((host) => showsMembers(host, view));
  }

  candidates(cluster: string, namespace: string): readonly HostObject[] {
    return (this.#byPlace.get(namespaceKey(cluster, namespace)) ?? []).filter(({ selector }) => selectsByLabels(selector));
  }

  #take(host: HostObject): void {
    const { cluster, selector } = host;
    const mesh = this.#meshOf(cluster);
    const taken: Taken = { host, machines: [], pods: [], counts: noCounts(selector) };
    this.#taken.set(host, taken);
    const against = (candidate: SelectionCandidate) => reasonsAgainst(withEndpointListSent(selector, candidate.kind), candidate, mesh);
    const members = this.#members.get(namespaceKey(cluster, selector.namespace)) ?? [];
    for (const { ref, entry, doubted } of members) {
      const reasons = against({ kind: "entry", entry });
      if (!areAllStateReasons(reasons)) continue;
      taken.machines.push(ref);
      addToList(this.#byEntry, ref, host);
      countMachine(taken.counts, machineShare(entry, reasons, doubted, mesh), 1);
    }
    for (const pod of this.fleet.tables["workload-pods"].inNamespace(cluster, selector.namespace)) {
      const reasons = against({ kind: "pod", pod });
      if (!areAllStateReasons(reasons)) continue;
      taken.pods.push(pod);
      const named = this.fleet.byName(cluster, selector.namespace, pod.name);
      const isHidden = named !== null && isStoredByIstiod(this.fleet.entry(named), mesh);
      countPod(taken.counts, podShare(selector, pod, reasons, isHidden), 1);
    }
  }

  /** By its uid: whoever asks may have the object of an older recount. */
  #of(host: HostObject): Taken {
    const now = this.byUid(host.cluster, host.uid);
    return (now && this.#taken.get(now)) ?? { host, machines: [], pods: [], counts: noCounts(host.selector) };
  }

  #meshOf(cluster: string): MeshSettings {
    return meshOf(this.fleet.worldOf(cluster)).settings;
  }
}

/** The share of a machine that a selector matches, by what else speaks against it and whether it is in doubt. */
function machineShare(
  entry: WorkloadEntry,
  reasons: readonly ExclusionReason[],
  doubted: boolean,
  { healthChecks }: Pick<MeshSettings, "healthChecks">,
): MachineShare {
  // Without address and network it counts as failing, also where istiod sends an empty address (docs/istio.md#empty-address).
  if (entry.address === "" && entry.network === "") return NOT_SENT;
  if (reasons.length > 0) return asideShare(notSentKindOfMachine(reasons));
  const inDoubt = doubted ? 1 : 0;
  return { ...NOT_SENT, serving: 1 - inDoubt, inDoubt, notChecked: healthChecks && hasHealthChecks(entry.gate) ? 0 : 1, weight: entry.weight || 1 };
}
