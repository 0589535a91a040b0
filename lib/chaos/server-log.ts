import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { hasSameEntryContent } from "@/lib/domain/history/entry-parts";
import type { Clock } from "@/lib/server/clock";
import { identityOf } from "@/lib/server/kube/parse/identity";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import type { FakeObject } from "@/lib/testing/fake-collection";
import type { FakeKubeApi } from "@/lib/testing/fake-kube-api";
import { PLURAL } from "./fleet-script";

/** What an entry was from a moment on (milliseconds of the product's clock); null = not there. */
export interface Logged {
  readonly at: number;
  readonly entry: WorkloadEntry | null;
  /** Its own version, and those of reports that only came again. */
  readonly resourceVersions: Set<string>;
}

/** Everything that ever happened to the entries of a fake API server, faults or not. Reports that only came again are not versions. */
export interface ServerLog {
  readonly uids: Iterable<string>;
  readonly restores: number;
  readonly firstRestoreAt: number;
  of(uid: string): readonly Logged[];
  now(uid: string): WorkloadEntry | null;
}

/** Begins with what the server holds, and listens in to every write from then on. */
export function createServerLog(api: FakeKubeApi, clock: Clock, cluster: string): ServerLog {
  const logged = new Map<string, Logged[]>();
  let restores = 0;
  let firstRestoreAt = Number.POSITIVE_INFINITY;
  const now = (uid: string) => logged.get(uid)?.at(-1)?.entry ?? null;

  function note(uid: string, object: FakeObject | null): void {
    const entry = object === null ? null : parsed(object, cluster);
    const last = logged.get(uid)?.at(-1);
    const before = last?.entry ?? null;
    if (entry === null && before === null) return;
    if (entry !== null && before !== null && hasSameEntryContent(before, entry)) return void last?.resourceVersions.add(entry.resourceVersion);
    const resourceVersions = new Set(entry === null ? [] : [entry.resourceVersion]);
    logged.set(uid, [...(logged.get(uid) ?? []), { at: clock.now(), entry, resourceVersions }]);
  }

  const { put, remove, restore } = api;
  api.put = (plural, input) => {
    const object = put(plural, input);
    if (plural === PLURAL) note(object.metadata.uid, object);
    return object;
  };
  api.remove = (plural, uid) => {
    remove(plural, uid);
    if (plural === PLURAL) note(uid, null);
  };
  api.restore = (plural, objects, version) => {
    restore(plural, objects, version);
    restores++;
    firstRestoreAt = Math.min(firstRestoreAt, clock.now());
    for (const uid of new Set([...logged.keys(), ...objects.keys()])) note(uid, objects.get(uid) ?? null);
  };
  for (const [uid, object] of api.collection(PLURAL).objects) note(uid, object);
  return {
    get uids() {
      return logged.keys();
    },
    get restores() {
      return restores;
    },
    get firstRestoreAt() {
      return firstRestoreAt;
    },
    of: (uid) => logged.get(uid) ?? [],
    now,
  };
}

function parsed(object: FakeObject, cluster: string): WorkloadEntry | null {
  const identity = identityOf(object);
  return "missing" in identity ? null : parseWorkloadEntry(object, identity, cluster);
}
