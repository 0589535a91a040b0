import type { World } from "@/lib/domain/world";
import { changedReplicas, isLearned } from "./changed-replicas";
import type { EntryColumns } from "./entry-columns";
import type { ChangeMoment, Sighting } from "./entry-hook";
import type { Places } from "./places";
import { unknownWorld } from "./unknown-world";

/** The entries that another world concerns, while they are judged again. */
interface Rejudging {
  readonly cluster: string;
  readonly sighting: Sighting;
  readonly slots: Iterator<number, undefined>;
}

/** The world of each cluster, and the walk over the entries that a new one concerns. */
export class Worlds {
  readonly #worlds = new Map<string, World>();
  readonly #hooks = new Set<(cluster: string) => void>();
  #rejudging: Rejudging | null = null;

  constructor(
    private readonly columns: EntryColumns,
    private readonly places: Places,
    private readonly judge: (slot: number, moment: ChangeMoment) => void,
  ) {}

  of(cluster: string): World {
    return this.#worlds.get(cluster) ?? unknownWorld(cluster);
  }

  /** Hears of every new world, after its entries were judged. */
  hook(hook: (cluster: string) => void): () => void {
    this.#hooks.add(hook);
    return () => this.#hooks.delete(hook);
  }

  /** Takes a new world. What is only now known of it may have been so for longer; what changed in it changed now. */
  begin(world: World): void {
    const before = this.of(world.cluster);
    this.#worlds.set(world.cluster, world);
    this.#rejudging = { cluster: world.cluster, sighting: isLearned(before, world) ? "found" : "seen", slots: this.#concerned(before, world) };
  }

  /** Judges at most so many of the entries that the newest world concerns; true once all of them are. */
  judgeOn(now: number, most: number): boolean {
    const rejudging = this.#rejudging;
    if (rejudging === null) return true;
    for (let judged = 0; judged < most; judged++) {
      const { done, value: slot } = rejudging.slots.next();
      if (done) {
        this.#rejudging = null;
        for (const hook of this.#hooks) hook(rejudging.cluster);
        return true;
      }
      this.rejudge(slot, now);
    }
    return false;
  }

  /** Judges one entry ahead of its turn, where a new world is not done with everybody. */
  rejudge(slot: number, now: number): void {
    if (this.#rejudging === null) return;
    const { sighting } = this.#rejudging;
    // What is learned of a world may have been so as long as the machine exists.
    this.judge(slot, { at: now, sighting, notBefore: sighting === "found" ? 0 : null, by: "world" });
  }

  *#concerned(before: World, world: World): Generator<number, undefined> {
    const concerned = changedReplicas(before, world);
    const controllers = concerned === "all" ? null : new Set(concerned.map((name) => this.columns.texts.find(name)));
    for (let slot = 0; slot < this.columns.limit; slot++) {
      if (controllers !== null && !controllers.has(this.columns.int("controller", slot))) continue;
      if (this.columns.uids.isUsed(slot) && this.places.at(this.columns.int("place", slot)).cluster === world.cluster) yield slot;
    }
  }
}
