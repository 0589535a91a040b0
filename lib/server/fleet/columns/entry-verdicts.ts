import type { Verdict } from "@/lib/domain/verdict";
import { verdictOf } from "@/lib/domain/verdict-of";
import type { World } from "@/lib/domain/world";
import type { Affected, Derived, SourceChange } from "@/lib/server/derive/evaluations";
import { KeysByValue } from "@/lib/server/derive/keys-by-value";
import { changedReplicas, isLearned } from "@/lib/server/fleet/changed-replicas";
import type { ChangeMoment } from "@/lib/server/fleet/entry-change";
import { unknownWorld } from "@/lib/server/fleet/unknown-world";
import { CHANGED } from "./changed";
import { INT_AT, OWN_COLUMNS } from "./column-list";
import type { EntryHook } from "./entry-hook";
import type { EntryRows } from "./entry-rows";
import { judgedParts } from "./judged-parts";

/** Why a verdict is another one: a moment without its time. */
export type VerdictCause = Omit<ChangeMoment, "at">;

/** What changes where an entry names another replica than before, or comes. */
const NAMES_REPLICA = CHANGED.existence | (OWN_COLUMNS[INT_AT.controller]?.bit ?? 0);

/** The verdicts on entries: what they rest on (the entry, the world of its cluster, the time), and which of them rest on a replica. */
export class EntryVerdicts implements Derived<VerdictCause>, EntryHook {
  readonly due: VerdictCause = { sighting: "seen", notBefore: null, by: "due" };
  readonly #worlds = new Map<string, World>();
  readonly #worldHooks = new Set<(cluster: string) => void>();
  /** Entries by the replica that they name, which stands as a number of the dictionary. */
  readonly #byController = new KeysByValue();

  constructor(private readonly rows: EntryRows) {}

  get size(): number {
    return this.rows.size;
  }

  *keys(): Generator<number, undefined> {
    const { columns } = this.rows;
    for (let slot = 0; slot < columns.limit; slot++) if (columns.uids.isUsed(slot)) yield slot;
  }

  dueOf(slot: number): number {
    return this.rows.columns.derivedFloats.validUntil[slot] ?? Number.NaN;
  }

  evaluate(slot: number, at: number, cause: VerdictCause): void {
    if (this.rows.columns.uids.isUsed(slot)) this.rows.judge(slot, this.at(slot, at), { at, ...cause });
  }

  /** The verdict on an entry at a moment (milliseconds). */
  at(slot: number, now: number): Verdict {
    return verdictOf(judgedParts(this.rows.columns, this.rows.places, slot), this.worldOf(this.#clusterOf(slot)), now);
  }

  worldOf(cluster: string): World {
    return this.#worlds.get(cluster) ?? unknownWorld(cluster);
  }

  /** Hears of every new world, after its entries were judged. */
  hookWorlds(hook: (cluster: string) => void): () => void {
    this.#worldHooks.add(hook);
    return () => this.#worldHooks.delete(hook);
  }

  /** A new world of a cluster. What is only now known of it may have been so for as long as a machine exists; what changed in it changed now. */
  changeTo(world: World): SourceChange<VerdictCause> {
    const { cluster } = world;
    return {
      source: cluster,
      take: () => {
        const before = this.worldOf(cluster);
        this.#worlds.set(cluster, world);
        const cause: VerdictCause = isLearned(before, world)
          ? { sighting: "found", notBefore: 0, by: "world" }
          : { sighting: "seen", notBefore: null, by: "world" };
        return { cause, ...this.#concerned(before, world), settled: () => this.#tell(cluster) };
      },
    };
  }

  leaving(slot: number, _mask: number, { by }: ChangeMoment): void {
    if (by === "end" || by === "forgotten") this.#byController.delete(slot);
  }

  /** Only whoever writes to an entry makes it name another replica. */
  entering(slot: number, mask: number, { by }: ChangeMoment): void {
    if (by === "write" && (mask & NAMES_REPLICA) !== 0) this.#byController.set(slot, this.rows.columns.int("controller", slot));
  }

  /** The entries whose verdicts may be others in another world: those of its cluster that name a replica which changed. */
  #concerned(before: World, world: World): Pick<Affected<VerdictCause>, "keys" | "has"> {
    const { columns } = this.rows;
    const replicas = changedReplicas(before, world);
    const isHere = (slot: number) => columns.uids.isUsed(slot) && this.#clusterOf(slot) === world.cluster;
    if (replicas === "all") return { keys: this.#inCluster(world.cluster), has: isHere };
    const controllers = new Set(replicas.map((name) => columns.texts.find(name)).filter((id) => id !== undefined));
    const has = (slot: number) => isHere(slot) && controllers.has(columns.int("controller", slot));
    return { keys: filtered(this.#ofControllers(controllers), has), has };
  }

  *#inCluster(cluster: string): Generator<number, undefined> {
    for (const slot of this.keys()) if (this.#clusterOf(slot) === cluster) yield slot;
  }

  *#ofControllers(controllers: Iterable<number>): Generator<number, undefined> {
    for (const controller of controllers) yield* this.#byController.of(controller);
  }

  #tell(cluster: string): void {
    for (const hook of this.#worldHooks) hook(cluster);
  }

  #clusterOf(slot: number): string {
    return this.rows.places.at(this.rows.columns.int("place", slot)).cluster;
  }
}

function* filtered(keys: Iterable<number>, test: (key: number) => boolean): Generator<number, undefined> {
  for (const key of keys) if (test(key)) yield key;
}
