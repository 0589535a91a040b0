import type { MeshSettings } from "@/lib/domain/selection/world";
import { matchingOf } from "./host-matching";
import { hostKey, selectsByLabels } from "./host-object";
import type { HostKind, HostObject } from "./host-reader";
import { type HostRecord, hostRecord } from "./host-record";
import { namespaceKey } from "./inhabited-places";
import { SelectorAnchors } from "./selector-anchors";

/** The selectors of one namespace. */
interface PlaceHosts {
  readonly records: Set<HostRecord>;
  readonly byName: Map<string, HostRecord>;
  readonly anchors: SelectorAnchors<HostRecord>;
}

/** Every object that has hosts, in its newest version: by uid, by name, and by the labels that it wants. */
export class HostRecords {
  readonly #byUid = new Map<string, HostRecord>();
  readonly #places = new Map<string, PlaceHosts>();

  /** All objects, in no order. */
  *hosts(): Generator<HostObject, undefined> {
    for (const { host } of this.#byUid.values()) yield host;
  }

  ofUid(cluster: string, uid: string): HostRecord | undefined {
    return this.#byUid.get(hostKey({ cluster, uid }));
  }

  ofName(cluster: string, kind: HostKind, namespace: string, name: string): HostRecord | undefined {
    return this.#places.get(namespaceKey(cluster, namespace))?.byName.get(nameKey(kind, name));
  }

  inNamespace(cluster: string, namespace: string): Iterable<HostRecord> {
    return this.#places.get(namespaceKey(cluster, namespace))?.records ?? [];
  }

  /** The selectors of a namespace by the labels that they want; undefined where there is none. */
  anchorsIn(cluster: string, namespace: string): SelectorAnchors<HostRecord> | undefined {
    // Asked of every machine that comes: where there are no selectors at all, no name is put together.
    return this.#places.size === 0 ? undefined : this.#places.get(namespaceKey(cluster, namespace))?.anchors;
  }

  /** Takes an object in place of the version before it. */
  put(host: HostObject, mesh: MeshSettings): HostRecord {
    const before = this.remove(host.cluster, host.uid);
    const record = hostRecord(host, matchingOf(host.selector, mesh), before ?? null);
    const { namespace, kind, name } = host.selector;
    const place = this.#placeOf(host.cluster, namespace);
    place.records.add(record);
    place.byName.set(nameKey(kind, name), record);
    if ((record.takesMachines || record.takesPods) && selectsByLabels(host.selector)) place.anchors.add(record);
    this.#byUid.set(hostKey(host), record);
    return record;
  }

  remove(cluster: string, uid: string): HostRecord | undefined {
    const record = this.ofUid(cluster, uid);
    if (record === undefined) return undefined;
    record.isOver = true;
    this.#byUid.delete(hostKey({ cluster, uid }));
    const { namespace, kind, name } = record.selector;
    const place = this.#placeOf(cluster, namespace);
    place.records.delete(record);
    if (place.byName.get(nameKey(kind, name)) === record) place.byName.delete(nameKey(kind, name));
    place.anchors.delete(record);
    if (place.records.size === 0) this.#places.delete(namespaceKey(cluster, namespace));
    return record;
  }

  #placeOf(cluster: string, namespace: string): PlaceHosts {
    const key = namespaceKey(cluster, namespace);
    const place = this.#places.get(key) ?? { records: new Set(), byName: new Map(), anchors: new SelectorAnchors<HostRecord>() };
    this.#places.set(key, place);
    return place;
  }
}

function nameKey(kind: HostKind, name: string): string {
  return `${kind}\n${name}`;
}
