import type { LabelSet } from "@/lib/domain/object/label-set";
import type { MeshService, StoredPod } from "@/lib/domain/selection/objects";
import { CLUSTER_LABEL } from "@/lib/domain/selection/workload";
import type { Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type Counting, countMachine, countPod, noCounts, podShare } from "./host-counts";
import { inCluster, type Matching, matchesMachine, matchingOf, reasonsAgainstPod, shareOfBearing } from "./host-matching";
import { hostsOf, selectsByLabels, showsMembers } from "./host-object";
import type { HostCounts, HostKind, HostObject, HostReader, HostSpread, MachineClass, MemberView } from "./host-reader";
import { classesOver, spreadOf } from "./host-spread";
import { hostsInSight } from "./hosts-in-sight";
import { meshOf } from "./mesh-of";
import { isHiddenByEntry } from "./taken-pods";

/** One object as it would be: another version of one that is there, or one that is not there yet. */
export interface EditedSelector {
  readonly cluster: string;
  /** Null = it would be gone. */
  readonly selector: MeshService | null;
  readonly replaces: HostObject | null;
}

/** The uid of an object that is not there yet, and the version of every edited one. */
const EDITED = "edited";
const NOT_THERE_YET = { uid: EDITED, mutedFindings: "", istiodStatus: "", managedBy: "" };

/** A fleet's hosts, were one object another. It stands still: it is right for as long as nothing of the fleet changes. */
export function withEditedSelector(fleet: FleetReader, edit: EditedSelector): EditedHosts {
  return new EditedHosts(fleet, edit);
}

interface Taken {
  readonly matching: Matching;
  readonly machines: ReadonlySet<EntryRef>;
  readonly pods: readonly StoredPod[];
  readonly counts: Counting;
}

export class EditedHosts implements HostReader {
  /** The object as it would be; null where it would be gone. */
  readonly edited: HostObject | null;
  readonly #taken: Taken | null;

  constructor(
    private readonly fleet: FleetReader,
    private readonly edit: EditedSelector,
  ) {
    const { cluster, selector, replaces } = edit;
    const mesh = meshOf(fleet.worldOf(cluster)).settings;
    const { uid, mutedFindings, istiodStatus, managedBy } = replaces ?? NOT_THERE_YET;
    this.edited = selector && {
      cluster,
      uid,
      resourceVersion: EDITED,
      selector,
      hosts: hostsOf(selector, mesh.domain),
      mutedFindings,
      istiodStatus,
      managedBy,
    };
    this.#taken = selector && takenBy(fleet, cluster, matchingOf(selector, mesh));
  }

  all(scope: Scope): readonly HostObject[] {
    const { edited } = this;
    const others = this.fleet.hosts.all(scope).filter((host) => !this.#isReplaced(host));
    if (edited === null) return others;
    return [...others, ...hostsInSight(this.fleet, [edited], scope)];
  }

  find(cluster: string, kind: HostKind, namespace: string, name: string): HostObject | null {
    const { edited } = this;
    const { selector } = edited ?? {};
    if (edited?.cluster === cluster && selector?.kind === kind && selector.namespace === namespace && selector.name === name) return edited;
    return this.#unlessReplaced(this.fleet.hosts.find(cluster, kind, namespace, name));
  }

  byUid(cluster: string, uid: string): HostObject | null {
    if (this.edited?.cluster === cluster && this.edited.uid === uid) return this.edited;
    return this.#unlessReplaced(this.fleet.hosts.byUid(cluster, uid));
  }

  machines(host: HostObject, view?: MemberView): Iterable<EntryRef> {
    if (!showsMembers(host, view)) return [];
    return this.#of(host)?.machines ?? this.fleet.hosts.machines(host, view);
  }

  spread(host: HostObject): readonly HostSpread[] {
    return spreadOf(this.classes(host));
  }

  classes(host: HostObject, view?: MemberView): readonly MachineClass[] {
    return classesOver(this.fleet, this.machines(host, view), { selector: host.selector, mesh: meshOf(this.fleet.worldOf(host.cluster)).settings });
  }

  pods(host: HostObject, view?: MemberView): readonly StoredPod[] {
    if (!showsMembers(host, view)) return [];
    return this.#of(host)?.pods ?? this.fleet.hosts.pods(host, view);
  }

  counts(host: HostObject, view?: MemberView): HostCounts {
    const taken = this.#of(host);
    if (taken === null) return this.fleet.hosts.counts(host, view);
    const counts = showsMembers(host, view) ? taken.counts : noCounts(host.selector);
    return this.fleet.sees(host.cluster, "workload-pods", host.selector.namespace) ? counts : { ...counts, pods: null };
  }

  isSettled(): boolean {
    return true;
  }

  selecting(entry: EntryRef, view?: MemberView): readonly HostObject[] {
    const others = this.fleet.hosts.selecting(entry, view).filter((host) => !this.#isReplaced(host));
    return this.edited !== null && this.#taken?.machines.has(entry) && showsMembers(this.edited, view) ? [...others, this.edited] : others;
  }

  candidates(cluster: string, namespace: string): readonly HostObject[] {
    const { edited } = this;
    const others = this.fleet.hosts.candidates(cluster, namespace).filter((host) => !this.#isReplaced(host));
    const isOne = edited?.cluster === cluster && edited.selector.namespace === namespace && selectsByLabels(edited.selector);
    return isOne && edited !== null ? [...others, edited] : others;
  }

  subscribe(): () => void {
    return () => undefined;
  }

  #of({ cluster, uid }: HostObject): Taken | null {
    return this.edited?.cluster === cluster && this.edited.uid === uid ? this.#taken : null;
  }

  #unlessReplaced(host: HostObject | null): HostObject | null {
    return host !== null && this.#isReplaced(host) ? null : host;
  }

  #isReplaced({ cluster, uid }: HostObject): boolean {
    return this.edit.replaces?.cluster === cluster && this.edit.replaces.uid === uid;
  }
}

/** Whom one selector takes, looked up by its labels. */
function takenBy(fleet: FleetReader, cluster: string, matching: Matching): Taken {
  const { selector, mesh, pairs } = matching;
  const { namespace } = selector;
  const counts = noCounts(selector);
  const machines = new Set<EntryRef>();
  const stored: LabelSet = pairs.filter(([key]) => key !== CLUSTER_LABEL);
  for (const entry of matching.takesMachines ? fleet.labelled(cluster, namespace, stored) : []) {
    const bearing = fleet.bearing(entry, mesh);
    if (
      !matchesMachine(
        matching,
        bearing,
        inCluster(mesh, (key) => fleet.label(entry, key)),
      )
    )
      continue;
    machines.add(entry);
    countMachine(counts, shareOfBearing(matching, bearing, fleet.endpoint(entry).weight), 1);
  }
  const pods: StoredPod[] = [];
  for (const pod of matching.takesPods ? fleet.tables["workload-pods"].inNamespace(cluster, namespace) : []) {
    const reasons = reasonsAgainstPod(matching, pod);
    if (reasons === null) continue;
    pods.push(pod);
    countPod(counts, podShare(selector, pod, reasons, isHiddenByEntry(fleet, pod, mesh)), 1);
  }
  return { matching, machines, pods, counts };
}
