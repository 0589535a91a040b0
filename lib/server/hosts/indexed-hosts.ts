import type { StoredEndpointSlice, StoredPod } from "@/lib/domain/selection/objects";
import type { Scope } from "@/lib/domain/source/scope";
import type { Evaluations } from "@/lib/server/derive/evaluations";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { ChangeMoment, EntryRef } from "@/lib/server/fleet/entry-change";
import type { HostlessFleet } from "@/lib/server/fleet/fleet-reader";
import { objectKey } from "@/lib/server/table/indexed-table";
import { NO_MACHINES, noCounts } from "./host-counts";
import { selectsByLabels, showsMembers } from "./host-object";
import type { HostCounts, HostKind, HostObject, HostReader, HostSpread, MachineClass, MemberView } from "./host-reader";
import type { HostRecord } from "./host-record";
import { HostRecords } from "./host-records";
import { ClassNumbers, spreadOf } from "./host-spread";
import { hostsInSight } from "./hosts-in-sight";
import { SelectorVersions } from "./selector-versions";
import { takenMachines } from "./taken-machines";
import { TakenPods } from "./taken-pods";

/** By these an entry is taken or not. */
const TAKEN_BY = ChangedParts.of("place", "labels", "spec", "existence");
/** By these it counts otherwise. */
const COUNTED_BY = ChangedParts.of("state", "health");
/** By these a Pod of its name is hidden or not. */
const HIDES_BY = ChangedParts.of("labels", "health", "spec", "existence");

/** A change of a selector is evaluated at once for so many machines and Pods; the others follow in slices. */
const AT_ONCE = 2_000;

/**
 * The hosts of a fleet, kept up to date: a changed machine or Pod costs the selectors that could take it, a changed selector its members, and
 * counts follow by differences. It begins with the first question, or with `begin`.
 */
export class IndexedHosts implements HostReader {
  readonly #records = new HostRecords();
  readonly #listeners = new Set<(host: HostObject) => void>();
  readonly #classes: ClassNumbers;
  readonly #machines;
  readonly #pods: TakenPods;
  readonly #versions: SelectorVersions;
  #isBegun = false;

  constructor(
    private readonly fleet: HostlessFleet,
    atOnce = AT_ONCE,
  ) {
    const told = (record: HostRecord) => this.#tell(record);
    this.#classes = new ClassNumbers(fleet);
    const parts = { fleet, records: this.#records, meshOf: (cluster: string) => this.#versions.meshOf(cluster), told };
    this.#machines = takenMachines({ ...parts, classes: this.#classes });
    this.#pods = new TakenPods(parts);
    this.#versions = new SelectorVersions({ fleet, records: this.#records, machines: this.#machines, pods: this.#pods, atOnce, told });
  }

  /** What waits to be evaluated, for whoever lets it run in slices. */
  get evaluations(): readonly Evaluations<null>[] {
    return [this.#machines.evaluations, this.#pods.taken.evaluations];
  }

  /** Takes all that the fleet has, and follows it from now on. */
  begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const { services, serviceentries, endpointslices, "workload-pods": pods } = this.fleet.tables;
    for (const object of [...services.values(), ...serviceentries.values()]) this.#versions.put(object);
    for (const entry of this.fleet.entries()) this.#machines.evaluate(entry);
    for (const pod of pods.values()) this.#pods.turned(null, pod);
    for (const table of [services, serviceentries]) table.hook((before, after) => this.#versions.turned(before, after));
    services.hook((before, after) => {
      const turned = before === null ? after : after === null ? before : null;
      if (turned === null || endpointslices.byIndex("service", objectKey(turned.cluster, turned.namespace, turned.name)).length === 0) return;
      this.#tellEntries(turned.cluster, turned.namespace, turned.name);
    });
    pods.hook((before, after) => {
      this.#pods.turned(before, after);
      for (const { cluster, namespace, name } of [after ?? before ?? []].flat()) {
        for (const slice of endpointslices.byIndex("pod", objectKey(cluster, namespace, name))) this.#tellSlice(slice);
      }
    });
    endpointslices.hook((before, after) => {
      for (const slice of [before, after]) if (slice !== null) this.#tellSlice(slice);
    });
    this.fleet.subscribe({
      leaving: (entry, parts, moment) => this.#leaving(entry, parts, moment),
      entering: (entry, parts) => this.#entering(entry, parts),
      group: ({ place }) => this.#tellPlace(place.cluster, place.namespace),
      world: (cluster) => this.#versions.worldTurned(cluster),
    });
  }

  all(scope: Scope): readonly HostObject[] {
    this.#catchUp();
    return hostsInSight(this.fleet, this.#records.hosts(), scope);
  }

  find(cluster: string, kind: HostKind, namespace: string, name: string): HostObject | null {
    this.#catchUp();
    return this.#records.ofName(cluster, kind, namespace, name)?.host ?? null;
  }

  byUid(cluster: string, uid: string): HostObject | null {
    this.#catchUp();
    return this.#records.ofUid(cluster, uid)?.host ?? null;
  }

  machines(host: HostObject, view?: MemberView): Iterable<EntryRef> {
    const record = this.#shown(host, view);
    return record === undefined ? [] : (this.#machines.lists.keysOf(record) as Iterable<number> as Iterable<EntryRef>);
  }

  spread(host: HostObject): readonly HostSpread[] {
    const record = this.#shown(host);
    return record === undefined ? [] : spreadOf(this.#classes.classes(record.classes));
  }

  classes(host: HostObject, view?: MemberView): readonly MachineClass[] | null {
    const record = this.#shown(host, view);
    if (record === undefined) return [];
    return record.pending > 0 && record.shown !== null ? null : this.#classes.classes(record.classes);
  }

  pods(host: HostObject, view?: MemberView): readonly StoredPod[] {
    const record = this.#shown(host, view);
    return record === undefined ? [] : this.#pods.of(record);
  }

  counts(host: HostObject, view?: MemberView): HostCounts {
    const record = this.#recordOf(host);
    if (record === undefined) return NO_COUNTS;
    const counted = (record.pending > 0 ? record.shown : null) ?? record.counts;
    const { machines, pods, inline } = showsMembers(record, view) ? counted : noCounts(record.selector);
    const isSeen = this.fleet.sees(host.cluster, "workload-pods", host.selector.namespace);
    return { version: record.version, machines, pods: isSeen ? pods : null, inline };
  }

  isSettled(host: HostObject): boolean {
    return this.#recordOf(host)?.pending === 0;
  }

  selecting(entry: EntryRef, view?: MemberView): readonly HostObject[] {
    this.#catchUp();
    const takers = this.#machines.lists.of(entry).filter((record) => showsMembers(record, view));
    if (!takers.some(({ isOver }) => isOver)) return takers.map(({ host }) => host);
    return takers.flatMap(({ host: { cluster, uid } }) => this.#records.ofUid(cluster, uid)?.host ?? []);
  }

  candidates(cluster: string, namespace: string): readonly HostObject[] {
    this.#catchUp();
    return Array.from(this.#records.inNamespace(cluster, namespace), ({ host }) => host).filter(({ selector }) => selectsByLabels(selector));
  }

  subscribe(listener: (host: HostObject) => void): () => void {
    this.begin();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether a source is seen is another thing now. */
  sightTurned(cluster: string): void {
    if (this.#listeners.size > 0) for (const host of this.#records.hosts()) if (host.cluster === cluster) this.#tellHost(host);
  }

  #recordOf({ cluster, uid }: HostObject): HostRecord | undefined {
    this.#catchUp();
    return this.#records.ofUid(cluster, uid);
  }

  /** The record of an object whose members the view has. */
  #shown(host: HostObject, view?: MemberView): HostRecord | undefined {
    const record = this.#recordOf(host);
    return record !== undefined && showsMembers(record, view) ? record : undefined;
  }

  /** Readers find nothing that waits for a turn of its own. */
  #catchUp(): void {
    this.begin();
    const { evaluations: machines } = this.#machines;
    const { evaluations: pods } = this.#pods.taken;
    if (machines.next !== null) machines.catchUp(0);
    if (pods.next !== null) pods.catchUp(0);
  }

  #leaving(entry: EntryRef, parts: ChangedParts, { by }: ChangeMoment): void {
    const isGone = by === "end" || by === "forgotten";
    if (parts.meets(EXISTENCE)) this.#hide(entry, true);
    if (!isGone) return;
    this.#machines.remove(entry);
  }

  #entering(entry: EntryRef, parts: ChangedParts): void {
    if (parts.meets(TAKEN_BY)) this.#machines.evaluate(entry);
    else if (parts.meets(COUNTED_BY)) this.#machines.reweigh(entry);
    if (parts.meets(HIDES_BY)) this.#hide(entry, false);
  }

  #hide(entry: EntryRef, goes: boolean): void {
    if (this.fleet.tables["workload-pods"].size === 0) return;
    const { cluster, namespace, name } = this.fleet.identityOf(entry);
    this.#pods.named(cluster, namespace, name, goes);
  }

  #tell(record: HostRecord): void {
    if (this.#listeners.size === 0) return;
    const { cluster, uid } = record.host;
    this.#tellHost(this.#records.ofUid(cluster, uid)?.host ?? record.host);
  }

  /** Addresses are read from EndpointSlices, and not counted here. Without the Service they belong to a ServiceEntry of its host name. */
  #tellSlice({ cluster, namespace, service }: StoredEndpointSlice): void {
    const record = this.#records.ofName(cluster, "Service", namespace, service);
    if (record !== undefined) this.#tellAgain(record);
    else this.#tellEntries(cluster, namespace, service);
  }

  #tellEntries(cluster: string, namespace: string, service: string): void {
    const start = `${service}.${namespace}.svc.`;
    for (const record of [...this.#records.inNamespace(cluster, namespace)])
      if (record.host.selector.kind === "ServiceEntry" && record.host.hosts.some((host) => host.startsWith(start))) this.#tellAgain(record);
  }

  #tellAgain(record: HostRecord): void {
    record.version++;
    this.#tell(record);
  }

  #tellHost(host: HostObject): void {
    for (const listener of this.#listeners) listener(host);
  }

  #tellPlace(cluster: string, namespace: string): void {
    if (this.#listeners.size > 0) for (const record of [...this.#records.inNamespace(cluster, namespace)]) this.#tell(record);
  }
}

const EXISTENCE = ChangedParts.of("existence");
const NO_COUNTS: HostCounts = {
  version: 0,
  machines: NO_MACHINES,
  pods: null,
  inline: { count: 0, weight: 0 },
};
