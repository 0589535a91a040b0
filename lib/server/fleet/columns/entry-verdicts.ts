import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { localityFromLabels, NEWER_LOCALITY_LABEL } from "@/lib/domain/localities/locality";
import type { World } from "@/lib/domain/mesh/world";
import type { Verdict } from "@/lib/domain/verdict/verdict";
import { verdictOf } from "@/lib/domain/verdict/verdict-of";
import type { Affected, Derived, SourceChange } from "@/lib/server/derive/evaluations";
import { KeysByValue } from "@/lib/server/derive/keys-by-value";
import { changedReplicas, isLearned } from "@/lib/server/fleet/changed-replicas";
import type { ChangeMoment } from "@/lib/server/fleet/entry-change";
import { unknownWorld } from "@/lib/server/fleet/unknown-world";
import { readsTopology } from "@/lib/server/hosts/mesh-of";
import { CHANGED } from "./changed";
import { INT_AT, OWN_COLUMNS } from "./column-list";
import { decodeEntry } from "./decode-entry";
import { encodeEntry } from "./encode-entry";
import type { Encoded, EntryColumns } from "./entry-columns";
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
    if (!this.rows.columns.uids.isUsed(slot)) return;
    const moment = { at, ...cause };
    if (this.#isElsewhere(slot)) this.rows.update(slot, this.encoded(decodeEntry(this.rows.columns, this.rows.places, slot)), this.at(slot, at), moment);
    else this.rows.judge(slot, this.at(slot, at), moment);
  }

  /** True if the istiod of its cluster reads another locality than the columns have: after a change of its version. */
  #isElsewhere(slot: number): boolean {
    const { columns } = this.rows;
    if (!isReadByVersionAt(columns, slot)) return false;
    const { text } = localityFromLabels((key) => storedLabel(columns, slot, key), readsTopology(this.worldOf(this.#clusterOf(slot))));
    return text !== columns.text("effectiveLocality", slot);
  }

  /** An entry as numbers, with the locality that the istiod of its cluster reads. */
  encoded(entry: WorkloadEntry): Encoded {
    return encodeEntry(entry, this.rows, readsTopology(this.worldOf(entry.cluster)));
  }

  /** The verdict on an entry at a moment (milliseconds). */
  at(slot: number, now: number): Verdict {
    return verdictOf(judgedParts(this.rows.columns, slot), this.worldOf(this.#clusterOf(slot)), now);
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
    const isMoved = readsTopology(before) === readsTopology(world) ? () => false : (slot: number) => isReadByVersionAt(columns, slot);
    const has = (slot: number) => isHere(slot) && (controllers.has(columns.int("controller", slot)) || isMoved(slot));
    const moved = readsTopology(before) === readsTopology(world) ? [] : this.rows.labels.matching([HAS_NEWER_LABEL], [isHere]);
    return { keys: filtered(chained(this.#ofControllers(controllers), moved), has), has };
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

const HAS_NEWER_LABEL = { kind: "label", key: NEWER_LOCALITY_LABEL, value: null, negated: false } as const;

/** `localityDependsOnVersion` of the entry in a slot, without making the entry. */
function isReadByVersionAt(columns: EntryColumns, slot: number): boolean {
  return columns.text("locality", slot) === "" && storedLabel(columns, slot, NEWER_LOCALITY_LABEL) !== undefined;
}

/** A label of the entry in a slot: of its metadata, else of its spec (docs/istio.md#labels). */
function storedLabel(columns: EntryColumns, slot: number, key: string): string | undefined {
  const { labelSets } = columns;
  return labelSets.value(columns.int("metadataLabels", slot), key) ?? labelSets.value(columns.int("specLabels", slot), key);
}

function* chained(...keys: readonly Iterable<number>[]): Generator<number, undefined> {
  for (const some of keys) yield* some;
}

function* filtered(keys: Iterable<number>, test: (key: number) => boolean): Generator<number, undefined> {
  for (const key of keys) if (test(key)) yield key;
}
