import type { Scope } from "@/lib/domain/scope";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { HostCounts, HostKind, HostObject, HostReader, HostSpread, MachineClass, MemberView } from "./host-reader";
import { type HostlessFleet, Recount } from "./recount";

/** Parts of an entry without which no selector looks at it otherwise. */
const LOOKED_AT = ChangedParts.of("state", "place", "labels", "health", "spec", "existence");

/** The hosts of any fleet: counted anew when they are asked for after something changed. */
export class RecountedHosts implements HostReader {
  readonly #listeners = new Set<(host: HostObject) => void>();
  #recount: Recount | null = null;
  #isFollowed = false;

  constructor(private readonly fleet: HostlessFleet) {}

  all(scope: Scope): readonly HostObject[] {
    return this.#now().all(scope);
  }

  find(cluster: string, kind: HostKind, namespace: string, name: string): HostObject | null {
    return this.#now().find(cluster, kind, namespace, name);
  }

  byUid(cluster: string, uid: string): HostObject | null {
    return this.#now().byUid(cluster, uid);
  }

  machines(host: HostObject, view?: MemberView): Iterable<EntryRef> {
    return this.#now().machines(host, view);
  }

  spread(host: HostObject): readonly HostSpread[] {
    return this.#now().spread(host);
  }

  classes(host: HostObject, view?: MemberView): readonly MachineClass[] {
    return this.#now().classes(host, view);
  }

  pods(host: HostObject, view?: MemberView): readonly WorkloadPod[] {
    return this.#now().pods(host, view);
  }

  counts(host: HostObject, view?: MemberView): HostCounts {
    return this.#now().counts(host, view);
  }

  isSettled(): boolean {
    return true;
  }

  selecting(entry: EntryRef, view?: MemberView): readonly HostObject[] {
    return this.#now().selecting(entry, view);
  }

  candidates(cluster: string, namespace: string): readonly HostObject[] {
    return this.#now().candidates(cluster, namespace);
  }

  subscribe(listener: (host: HostObject) => void): () => void {
    this.#now();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #now(): Recount {
    if (!this.#isFollowed) this.#follow();
    this.#recount ??= new Recount(this.fleet);
    return this.#recount;
  }

  #follow(): void {
    this.#isFollowed = true;
    const { tables } = this.fleet;
    const changed = () => this.#changed();
    const turned = (_: EntryRef, parts: ChangedParts) => parts.meets(LOOKED_AT) && changed();
    this.fleet.subscribe({ leaving: (_, parts) => turned(_, parts), entering: (_, parts) => turned(_, parts), group: changed, world: changed });
    for (const table of [tables.services, tables.serviceentries, tables["workload-pods"], tables.endpointslices]) table.hook(changed);
  }

  /** Nobody knows which hosts it was: all that there were are told. */
  #changed(): void {
    const before = this.#recount;
    if (before === null) return;
    this.#recount = null;
    if (this.#listeners.size === 0) return;
    for (const host of before.hosts) for (const listener of this.#listeners) listener(host);
  }
}
