import { type LabelSet, labelOf, labelSet } from "@/lib/domain/label-set";
import { countsServing } from "@/lib/domain/roll-up";
import type { Scope } from "@/lib/domain/scope";
import { REVISION_LABEL } from "@/lib/domain/selection/machine";
import type { MeshSettings } from "@/lib/domain/selection/mesh";
import { isMatched } from "@/lib/domain/selection/reasons";
import { machineOf, reasonsAgainst } from "@/lib/domain/selection/selected-by";
import { DRAINING_LABEL } from "@/lib/domain/serving-of";
import { verdictOf } from "@/lib/domain/verdict-of";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type Counting, countMachine, type MachineShare, machineShare } from "./host-counts";
import { inCluster, type LabelLookup, type Matching, matchesMachine, matchingOf, shareOfBearing } from "./host-matching";
import { showsMembers } from "./host-object";
import type { HostCounts, HostKind, HostObject, HostReader, HostSpread, MachineClass, MemberView } from "./host-reader";
import { classesOver, spreadOf } from "./host-spread";
import { meshOf } from "./mesh-of";
import { SelectorAnchors } from "./selector-anchors";

/** Machines of one namespace with other labels: some set, as if `metadata.labels` had them, some taken away wherever they stand. */
export interface EditedLabels {
  readonly cluster: string;
  readonly namespace: string;
  readonly entries: Iterable<EntryRef>;
  readonly set: LabelSet;
  readonly unset: readonly string[];
}

/** A fleet's hosts, were the labels of some machines others. It stands still: it is right for as long as nothing of the fleet changes. */
export function withEditedLabels(fleet: FleetReader, edit: EditedLabels): HostReader {
  return new RelabelledHosts(fleet, edit);
}

interface Moved {
  readonly come: Set<EntryRef>;
  readonly gone: Set<EntryRef>;
  readonly counts: Counting;
}

interface Candidate extends Matching {
  readonly host: HostObject;
}

class RelabelledHosts implements HostReader {
  readonly #moved = new Map<string, Moved>();
  readonly #selecting = new Map<EntryRef, readonly HostObject[]>();
  readonly #after = new Map<EntryRef, After>();
  readonly #mesh: MeshSettings;

  constructor(
    private readonly fleet: FleetReader,
    private readonly edit: EditedLabels,
  ) {
    const { cluster, namespace, entries } = edit;
    this.#mesh = meshOf(fleet.worldOf(cluster)).settings;
    const anchors = new SelectorAnchors<Candidate>();
    const byUid = new Map<string, Candidate>();
    for (const host of fleet.hosts.candidates(cluster, namespace)) {
      const candidate = { ...matchingOf(host.selector, this.#mesh), host };
      byUid.set(host.uid, candidate);
      if (candidate.takesMachines) anchors.add(candidate);
    }
    const shareIn = sharesAfter(fleet, edit, this.#mesh);
    for (const entry of entries) {
      const before = fleet.hosts.selecting(entry, "stored");
      const bearing = fleet.bearing(entry, this.#mesh);
      const { weight } = fleet.endpoint(entry);
      const share = shareIn(entry, bearing, weight);
      this.#after.set(entry, share);
      for (const { uid } of before) {
        const candidate = byUid.get(uid);
        if (candidate !== undefined) this.#move(candidate.host, entry, shareOfBearing(candidate, bearing, weight), -1);
      }
      const after: HostObject[] = [];
      for (const candidate of anchors.near(share.label)) {
        const own = share.of(candidate);
        if (own === null) continue;
        after.push(candidate.host);
        this.#move(candidate.host, entry, own, 1);
      }
      this.#selecting.set(entry, after);
    }
  }

  all(scope: Scope): readonly HostObject[] {
    return this.fleet.hosts.all(scope);
  }

  find(cluster: string, kind: HostKind, namespace: string, name: string): HostObject | null {
    return this.fleet.hosts.find(cluster, kind, namespace, name);
  }

  byUid(cluster: string, uid: string): HostObject | null {
    return this.fleet.hosts.byUid(cluster, uid);
  }

  *machines(host: HostObject, view?: MemberView): Generator<EntryRef, undefined> {
    if (!showsMembers(host, view)) return;
    const moved = this.#of(host);
    for (const entry of this.fleet.hosts.machines(host, view)) if (!moved?.gone.has(entry)) yield entry;
    yield* moved?.come ?? [];
  }

  spread(host: HostObject): readonly HostSpread[] {
    return spreadOf(this.classes(host));
  }

  classes(host: HostObject, view?: MemberView): readonly MachineClass[] {
    const shareOf = (entry: EntryRef, matching: Matching) => this.#after.get(entry)?.of(matching) ?? null;
    return classesOver(this.fleet, this.machines(host, view), { selector: host.selector, mesh: this.#mesh }, shareOf);
  }

  pods(host: HostObject, view?: MemberView): readonly WorkloadPod[] {
    return this.fleet.hosts.pods(host, view);
  }

  counts(host: HostObject, view?: MemberView): HostCounts {
    const counts = this.fleet.hosts.counts(host, view);
    const moved = this.#of(host);
    return moved === undefined || !showsMembers(host, view) ? counts : { ...counts, machines: moved.counts.machines };
  }

  isSettled(): boolean {
    return true;
  }

  selecting(entry: EntryRef, view?: MemberView): readonly HostObject[] {
    return this.#selecting.get(entry)?.filter((host) => showsMembers(host, view)) ?? this.fleet.hosts.selecting(entry, view);
  }

  candidates(cluster: string, namespace: string): readonly HostObject[] {
    return this.fleet.hosts.candidates(cluster, namespace);
  }

  subscribe(): () => void {
    return () => undefined;
  }

  /** Takes a machine out of a host as it is counted now (-1), or puts it in (1). */
  #move(host: HostObject, entry: EntryRef, share: MachineShare, by: 1 | -1): void {
    const moved = this.#of(host) ?? this.#unmoved(host);
    countMachine(moved.counts, share, by);
    if (by === -1) moved.gone.add(entry);
    else if (!moved.gone.delete(entry)) moved.come.add(entry);
  }

  #of({ cluster, uid }: HostObject): Moved | undefined {
    return cluster === this.edit.cluster ? this.#moved.get(uid) : undefined;
  }

  #unmoved(host: HostObject): Moved {
    const { version, machines, inline } = this.fleet.hosts.counts(host, "stored");
    const counts = { version, machines: { ...machines }, pods: { taken: 0, ready: 0, weight: 0 }, inline };
    const moved = { come: new Set<EntryRef>(), gone: new Set<EntryRef>(), counts };
    this.#moved.set(host.uid, moved);
    return moved;
  }
}

/** An entry as it would be: its labels, and its share in a selector that takes it (null = it does not). */
interface After {
  readonly label: LabelLookup;
  of(matching: Matching): MachineShare | null;
}

/** Labels from which more follows than whether a selector wants them: place, network, revision, and whether it drains. */
function decidesMore(key: string, { drainingLabel }: MeshSettings): boolean {
  return key.startsWith("topology.") || key === "istio-locality" || key === REVISION_LABEL || key === drainingLabel || key === DRAINING_LABEL;
}

function sharesAfter(fleet: FleetReader, { set, unset }: EditedLabels, mesh: MeshSettings): (entry: EntryRef, bearing: number, weight: number) => After {
  const isPlain = ![...set.map(([key]) => key), ...unset].some((key) => decidesMore(key, mesh));
  const edited = new Map<string, string | undefined>([...unset.map((key) => [key, undefined] as const), ...set]);
  if (!isPlain) return (ref) => wholeAfter(fleet, relabelled(fleet.entry(ref), set, unset), mesh);
  return (entry, bearing, weight) => {
    const label = inCluster(mesh, (key) => (edited.has(key) ? edited.get(key) : fleet.label(entry, key)));
    return { label, of: (matching) => (matchesMachine(matching, bearing, label) ? shareOfBearing(matching, bearing, weight) : null) };
  };
}

/** By the domain's own functions, where what follows from the labels has to be worked out anew. */
function wholeAfter(fleet: FleetReader, entry: WorkloadEntry, mesh: MeshSettings): After {
  const { state, vouched } = verdictOf(entry, fleet.worldOf(entry.cluster), fleet.now());
  const doubted = countsServing(state) === "doubted" || !vouched;
  const { labels } = machineOf({ kind: "entry", entry }, mesh);
  return {
    label: (key) => labels.get(key),
    of: ({ listed }) => {
      const reasons = reasonsAgainst(listed.entry, { kind: "entry", entry }, mesh);
      return isMatched(reasons) ? machineShare(entry, reasons, doubted, mesh) : null;
    },
  };
}

/** An entry with other labels. */
export function relabelled(entry: WorkloadEntry, set: LabelSet, unset: readonly string[]): WorkloadEntry {
  const kept = (labels: LabelSet) => labels.filter(([key]) => !unset.includes(key) || labelOf(set, key) !== undefined);
  return { ...entry, specLabels: kept(entry.specLabels), metadataLabels: labelSet(new Map([...kept(entry.metadataLabels), ...set])) };
}
