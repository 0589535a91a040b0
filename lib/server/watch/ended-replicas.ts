import type { EndedReplica, Replica, World } from "@/lib/domain/mesh/world";
import { RECONNECT_AFTER_REPLICA_DELETION_MS } from "@/lib/domain/verdict/timing";

/** Remembers the replicas that were seen to end within the last minute: an entry that names one is expected to reconnect. */
export class EndedReplicas {
  #before: ReadonlyMap<string, Replica> | null = null;
  #ended: ReadonlyMap<string, EndedReplica> = new Map();
  /** The uids of Pods that were seen within the grace of their deletion. */
  readonly #stopping = new Set<string>();

  /** Compares the replicas of now (milliseconds) with those of the last call. Nothing ends where Pods were not visible in either. */
  follow(replicas: World["replicas"], now: number): ReadonlyMap<string, EndedReplica> {
    const [before, after] = [this.#before, replicas.kind === "denied" ? null : replicas.value];
    this.#before = after;
    for (const { uid, deletingAt } of after?.values() ?? []) if (deletingAt !== null && deletingAt > now) this.#stopping.add(uid);
    const isOver = ([name, { at }]: [string, EndedReplica]) => now - at >= RECONNECT_AFTER_REPLICA_DELETION_MS || isRunning(after?.get(name));
    const kept = [...this.#ended].filter((one) => !isOver(one));
    const fresh = before === null || after === null ? [] : [...before.values()].flatMap((old) => this.#endOf(old, after.get(old.name), now));
    if (fresh.length > 0 || kept.length < this.#ended.size) this.#ended = new Map([...kept, ...fresh]);
    for (const { uid, name } of before?.values() ?? []) if (after?.get(name)?.uid !== uid) this.#stopping.delete(uid);
    return this.#ended;
  }

  #endOf(old: Replica, found: Replica | undefined, now: number): readonly (readonly [name: string, end: EndedReplica])[] {
    const same = found?.uid === old.uid ? found : undefined;
    if (!isRunning(old) || isRunning(same)) return [];
    return [[old.name, { revision: old.revision, at: same?.finishedAt ?? now, inOrder: this.#stopping.has(old.uid) }]];
  }
}

function isRunning(replica: Replica | undefined): boolean {
  return replica !== undefined && replica.runningSince !== null;
}
