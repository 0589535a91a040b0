/** An object as the fake stores and sends it. */
export interface FakeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & {
    readonly uid: string;
    readonly name: string;
    readonly namespace?: string;
    readonly resourceVersion: string;
  };
  readonly [field: string]: unknown;
}

export interface FakeEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly version: number;
  readonly object: FakeObject;
}

/** The objects of one kind with the log of what happened to them. */
export interface FakeCollection {
  readonly objects: ReadonlyMap<string, FakeObject>;
  put(object: FakeObject, version: number): FakeEvent;
  remove(uid: string, version: number): FakeEvent | null;
  /** Events after a version; null where the log no longer reaches back that far. */
  since(version: number): readonly FakeEvent[] | null;
  /** Forgets the log up to a version. */
  compact(version: number): void;
  /** Puts everything back to an earlier state, log and all, as a restored backup does. */
  restore(objects: ReadonlyMap<string, FakeObject>, version: number): void;
}

export function createFakeCollection(): FakeCollection {
  const objects = new Map<string, FakeObject>();
  let log: FakeEvent[] = [];
  let floor = 0;
  const note = (event: FakeEvent): FakeEvent => {
    log.push(event);
    return event;
  };
  return {
    objects,
    put(object, version) {
      const type = objects.has(object.metadata.uid) ? "MODIFIED" : "ADDED";
      objects.set(object.metadata.uid, object);
      return note({ type, version, object });
    },
    remove(uid, version) {
      const object = objects.get(uid);
      if (object === undefined) return null;
      objects.delete(uid);
      return note({ type: "DELETED", version, object: { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } } });
    },
    since: (version) => (version < floor ? null : log.filter((event) => event.version > version)),
    compact(version) {
      floor = version;
      log = log.filter((event) => event.version > version);
    },
    restore(saved, version) {
      objects.clear();
      for (const [uid, object] of saved) objects.set(uid, object);
      floor = Math.min(floor, version);
      log = log.filter((event) => event.version <= version);
    },
  };
}
