import type { StoredMeshService } from "@/lib/domain/selection/objects";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { atMost, type SourceChange } from "@/lib/server/derive/evaluations";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { HostlessFleet } from "@/lib/server/fleet/fleet-reader";
import { hostObjectOf } from "./host-object";
import type { HostRecord } from "./host-record";
import type { HostRecords } from "./host-records";
import { meshOf } from "./mesh-of";
import { selectionKey } from "./selection-key";
import type { TakenKeys } from "./taken-keys";
import { machinesNear } from "./taken-machines";
import type { TakenPods } from "./taken-pods";

/** What is turned with the versions of selectors. */
interface VersionParts {
  readonly fleet: HostlessFleet;
  readonly records: HostRecords;
  readonly machines: TakenKeys;
  readonly pods: TakenPods;
  /** A change is evaluated at once for so many machines and Pods; the others follow in slices. */
  readonly atOnce: number;
  /** Hears of every record whose counts may be others. */
  readonly told: (record: HostRecord) => void;
}

/** Turns selectors from one version to the next: members leave the version that is over, and whoever may be taken by the new one is evaluated. */
export class SelectorVersions {
  readonly #meshes = new Map<string, { readonly key: string; readonly settings: MeshSettings }>();
  /** Versions that are over and may still have members, by the source of the change that empties them. */
  readonly #over = new Map<string, Set<HostRecord>>();

  constructor(private readonly parts: VersionParts) {}

  /** An object has another version, came, or is gone. */
  turned(before: StoredMeshService | null, after: StoredMeshService | null): void {
    const { cluster, uid } = after ?? before ?? NOBODY;
    const old = this.parts.records.ofUid(cluster, uid);
    const record = after === null ? null : this.put(after);
    if (record === null && old !== undefined) this.#drop(old);
    this.#change(`${cluster}\n${uid}`, old === undefined ? [] : [old], record === null ? [] : [record], {
      machines: () => (record === null ? [] : machinesNear(this.parts.fleet, record)),
      pods: () => (record === null ? [] : this.parts.pods.near(record)),
    });
    const told = record ?? old;
    if (told !== undefined) this.parts.told(told);
  }

  /** Begins a version of an object; null = it cannot be read. */
  put(object: StoredMeshService): HostRecord | null {
    const mesh = this.meshOf(object.cluster);
    const host = hostObjectOf(object, mesh);
    if (host === null) return null;
    return this.parts.records.put(host, mesh);
  }

  #drop({ host }: HostRecord): void {
    this.parts.records.remove(host.cluster, host.uid);
  }

  /** Nearly every world leaves the mesh as it is; another mesh is asked about every machine and Pod of the cluster. */
  worldTurned(cluster: string): void {
    const { settings } = meshOf(this.parts.fleet.worldOf(cluster));
    const key = selectionKey(settings);
    if (this.#meshes.get(cluster)?.key === key) return;
    this.#meshes.set(cluster, { key, settings });
    const { services, serviceentries } = this.parts.fleet.tables;
    const objects = [...services.values(), ...serviceentries.values()].filter((object) => object.cluster === cluster);
    const before = objects.flatMap(({ uid }) => this.parts.records.ofUid(cluster, uid) ?? []);
    const after = objects.flatMap((object) => this.put(object) ?? []);
    const isHere = (entry: EntryRef) => this.parts.fleet.groupOf(entry).place.cluster === cluster;
    this.#change(`${cluster}\n`, before, after, {
      machines: () => Array.from(this.parts.fleet.entries()).filter(isHere),
      pods: () => this.parts.pods.ofCluster(cluster),
    });
    for (const record of after) this.parts.told(record);
  }

  /** Some versions are over, and others come: whoever was taken by the one, or may be by the other, is evaluated. */
  #change(source: string, over: readonly HostRecord[], records: readonly HostRecord[], near: Record<"machines" | "pods", () => Iterable<number>>): void {
    const ending = this.#over.get(source) ?? new Set<HostRecord>();
    this.#over.set(source, ending);
    for (const record of over) ending.add(record);
    for (const record of records) record.pending = 2;
    const sides = [
      { taken: this.parts.machines, near: near.machines },
      { taken: this.parts.pods.taken, near: near.pods },
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
      taken.evaluations.run(0, atMost(this.parts.atOnce));
    }
  }

  #settled(source: string, records: readonly HostRecord[]): void {
    for (const record of records) {
      record.pending = Math.max(0, record.pending - 1);
      if (record.pending > 0) continue;
      record.shown = null;
      this.parts.told(record);
    }
    const ending = this.#over.get(source);
    for (const record of ending ?? []) if (!this.parts.machines.lists.takes(record) && !this.parts.pods.taken.lists.takes(record)) ending?.delete(record);
    if (ending?.size === 0) this.#over.delete(source);
  }

  /** The settings by which the selectors of a cluster are judged. */
  meshOf(cluster: string): MeshSettings {
    const known = this.#meshes.get(cluster);
    if (known !== undefined) return known.settings;
    const { settings } = meshOf(this.parts.fleet.worldOf(cluster));
    this.#meshes.set(cluster, { key: selectionKey(settings), settings });
    return settings;
  }
}

const NOBODY = { cluster: "", uid: "" };
