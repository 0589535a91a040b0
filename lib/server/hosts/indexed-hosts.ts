import type { Scope } from "@/lib/domain/scope";
import type { Selecting } from "@/lib/domain/selecting";
import type { MeshSettings } from "@/lib/domain/selection/mesh";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import { atMost, type Evaluations, type SourceChange } from "@/lib/server/derive/evaluations";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { ChangeMoment, EntryRef } from "@/lib/server/fleet/entry-change";
import { NOT_SENT } from "./host-counts";
import { hostObjectOf, selectsByLabels } from "./host-object";
import type { HostCounts, HostKind, HostObject, HostReader } from "./host-reader";
import type { HostRecord } from "./host-record";
import { HostRecords } from "./host-records";
import { hostsInSight } from "./hosts-in-sight";
import { InlineMachines } from "./inline-machines";
import { meshOf } from "./mesh-of";
import type { HostlessFleet } from "./recount";
import { selectionKey } from "./selection-key";
import { machinesNear, takenMachines } from "./taken-machines";
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
  readonly #meshes = new Map<string, { readonly key: string; readonly settings: MeshSettings }>();
  readonly #listeners = new Set<(host: HostObject) => void>();
  readonly #inline: InlineMachines;
  readonly #machines;
  readonly #pods: TakenPods;
  /** Versions that are over and may still have members, by the source of the change that empties them. */
  readonly #over = new Map<string, Set<HostRecord>>();
  #isBegun = false;

  constructor(
    private readonly fleet: HostlessFleet,
    private readonly atOnce = AT_ONCE,
  ) {
    const parts = { fleet, records: this.#records, meshOf: (cluster: string) => this.#meshOf(cluster), told: (record: HostRecord) => this.#tell(record) };
    this.#inline = new InlineMachines(fleet);
    this.#machines = takenMachines(parts);
    this.#pods = new TakenPods(parts);
  }

  /** What waits to be evaluated, for whoever lets it run in slices. */
  get evaluations(): readonly Evaluations<null>[] {
    return [this.#machines.evaluations, this.#pods.taken.evaluations];
  }

  /** Takes all that the fleet has, and follows it from now on. */
  begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const { services, serviceentries, "workload-pods": pods } = this.fleet.tables;
    for (const object of [...services.values(), ...serviceentries.values()]) this.#put(object);
    for (const entry of this.fleet.entries()) this.#entered(entry);
    for (const pod of pods.values()) this.#pods.turned(null, pod);
    for (const table of [services, serviceentries]) table.hook((before, after) => this.#turned(before, after));
    pods.hook((before, after) => this.#pods.turned(before, after));
    this.fleet.subscribe({
      leaving: (entry, parts, moment) => this.#leaving(entry, parts, moment),
      entering: (entry, parts) => this.#entering(entry, parts),
      group: ({ place }) => this.#tellPlace(place.cluster, place.namespace),
      world: (cluster) => this.#worldTurned(cluster),
    });
  }

  all(scope: Scope): readonly HostObject[] {
    this.#catchUp();
    return hostsInSight(this.fleet, this.#records.hosts(), scope, (place) => this.#inline.at(place));
  }

  find(cluster: string, kind: HostKind, namespace: string, name: string): HostObject | null {
    this.#catchUp();
    return this.#records.ofName(cluster, kind, namespace, name)?.host ?? null;
  }

  byUid(cluster: string, uid: string): HostObject | null {
    this.#catchUp();
    return this.#records.ofUid(cluster, uid)?.host ?? null;
  }

  machines(host: HostObject): Iterable<EntryRef> {
    const record = this.#recordOf(host);
    return record === undefined ? [] : (this.#machines.lists.keysOf(record) as Iterable<number> as Iterable<EntryRef>);
  }

  pods(host: HostObject): readonly WorkloadPod[] {
    const record = this.#recordOf(host);
    return record === undefined ? [] : this.#pods.of(record);
  }

  counts(host: HostObject): HostCounts {
    const record = this.#recordOf(host);
    if (record === undefined) return NO_COUNTS;
    const { machines, pods, inline } = (record.pending > 0 ? record.shown : null) ?? record.counts;
    const isSeen = this.fleet.sees(host.cluster, "workload-pods", host.selector.namespace);
    return { version: record.version, machines, pods: isSeen ? pods : null, inline };
  }

  isSettled(host: HostObject): boolean {
    return this.#recordOf(host)?.pending === 0;
  }

  selecting(entry: EntryRef): readonly HostObject[] {
    this.#catchUp();
    const takers = this.#machines.lists.of(entry);
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
    this.#inline.remove(entry);
  }

  #entering(entry: EntryRef, parts: ChangedParts): void {
    if (parts.meets(TAKEN_BY)) this.#entered(entry);
    else if (parts.meets(COUNTED_BY)) this.#machines.reweigh(entry);
    if (parts.meets(HIDES_BY)) this.#hide(entry, false);
  }

  #entered(entry: EntryRef): void {
    this.#machines.evaluate(entry);
    this.#inline.put(entry);
  }

  #hide(entry: EntryRef, goes: boolean): void {
    if (this.fleet.tables["workload-pods"].size === 0) return;
    const { cluster, namespace, name } = this.fleet.identityOf(entry);
    this.#pods.named(cluster, namespace, name, goes);
  }

  #turned(before: Selecting | null, after: Selecting | null): void {
    const { cluster, uid } = after ?? before ?? NOBODY;
    const old = this.#records.ofUid(cluster, uid);
    const record = after === null ? null : this.#put(after);
    if (record === null && old !== undefined) this.#drop(old);
    this.#change(`${cluster}\n${uid}`, old === undefined ? [] : [old], record === null ? [] : [record], {
      machines: () => (record === null ? [] : machinesNear(this.fleet, record)),
      pods: () => (record === null ? [] : this.#pods.near(record)),
    });
    const told = record ?? old;
    if (told !== undefined) this.#tell(told);
  }

  #put(object: Selecting): HostRecord | null {
    const mesh = this.#meshOf(object.cluster);
    const host = hostObjectOf(object, mesh);
    if (host === null) return null;
    const old = this.#records.ofUid(host.cluster, host.uid);
    if (old !== undefined) this.#inline.want(old.host, -1);
    this.#inline.want(host, 1);
    return this.#records.put(host, mesh);
  }

  #drop({ host }: HostRecord): void {
    this.#inline.want(host, -1);
    this.#records.remove(host.cluster, host.uid);
  }

  /** Nearly every world leaves the mesh as it is; another mesh is asked about every machine and Pod of the cluster. */
  #worldTurned(cluster: string): void {
    const { settings } = meshOf(this.fleet.worldOf(cluster));
    const key = selectionKey(settings);
    if (this.#meshes.get(cluster)?.key === key) return;
    this.#meshes.set(cluster, { key, settings });
    const { services, serviceentries } = this.fleet.tables;
    const objects = [...services.values(), ...serviceentries.values()].filter((object) => object.cluster === cluster);
    const before = objects.flatMap(({ uid }) => this.#records.ofUid(cluster, uid) ?? []);
    const after = objects.flatMap((object) => this.#put(object) ?? []);
    const isHere = (entry: EntryRef) => this.fleet.groupOf(entry).place.cluster === cluster;
    this.#change(`${cluster}\n`, before, after, {
      machines: () => Array.from(this.fleet.entries()).filter(isHere),
      pods: () => this.#pods.ofCluster(cluster),
    });
    for (const record of after) this.#tell(record);
  }

  /** Some versions are over, and others come: whoever was taken by the one, or may be by the other, is evaluated. */
  #change(source: string, over: readonly HostRecord[], records: readonly HostRecord[], near: Record<"machines" | "pods", () => Iterable<number>>): void {
    const ending = this.#over.get(source) ?? new Set<HostRecord>();
    this.#over.set(source, ending);
    for (const record of over) ending.add(record);
    for (const record of records) record.pending = 2;
    const sides = [
      { taken: this.#machines, near: near.machines },
      { taken: this.#pods.taken, near: near.pods },
    ];
    for (const { taken, near: keysNear } of sides) {
      const change: SourceChange<null> = {
        source,
        take: () => ({
          ...{ cause: null, has: () => true },
          keys: [...Array.from(ending).flatMap((record) => [...taken.lists.keysOf(record)]), ...keysNear()],
          settled: () => this.#settled(source, records),
        }),
      };
      taken.evaluations.change(change, 0);
      taken.evaluations.run(0, atMost(this.atOnce));
    }
  }

  #settled(source: string, records: readonly HostRecord[]): void {
    for (const record of records) {
      record.pending = Math.max(0, record.pending - 1);
      if (record.pending > 0) continue;
      record.shown = null;
      this.#tell(record);
    }
    const ending = this.#over.get(source);
    for (const record of ending ?? []) if (!this.#machines.lists.takes(record) && !this.#pods.taken.lists.takes(record)) ending?.delete(record);
    if (ending?.size === 0) this.#over.delete(source);
  }

  #meshOf(cluster: string): MeshSettings {
    const known = this.#meshes.get(cluster);
    if (known !== undefined) return known.settings;
    const { settings } = meshOf(this.fleet.worldOf(cluster));
    this.#meshes.set(cluster, { key: selectionKey(settings), settings });
    return settings;
  }

  #tell(record: HostRecord): void {
    if (this.#listeners.size === 0) return;
    const { cluster, uid } = record.host;
    this.#tellHost(this.#records.ofUid(cluster, uid)?.host ?? record.host);
  }

  #tellHost(host: HostObject): void {
    for (const listener of this.#listeners) listener(host);
  }

  #tellPlace(cluster: string, namespace: string): void {
    if (this.#listeners.size > 0) for (const record of [...this.#records.inNamespace(cluster, namespace)]) this.#tell(record);
  }
}

const EXISTENCE = ChangedParts.of("existence");
const NOBODY = { cluster: "", uid: "" };
const NO_COUNTS: HostCounts = {
  version: 0,
  machines: { taken: 0, ...NOT_SENT },
  pods: null,
  inline: { count: 0, weight: 0 },
};
