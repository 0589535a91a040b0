import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { compareEmptyLast, compareText } from "@/lib/domain/object/compare-text";
import { STATES } from "@/lib/domain/verdict/verdict";
import { MemberChain, Members } from "@/lib/server/derive/member-chain";
import { ReadValues } from "@/lib/server/derive/read-values";
import type { FleetGroup, GroupMemory, OpenLoss } from "@/lib/server/fleet/fleet-group";
import { plannedLeavesIn } from "@/lib/server/fleet/planned-gone";
import type { LocalityTally } from "./locality-counters";
import type { Place, Places } from "./places";

/** How many of a group's machines have one value of something, and how many of these are in trouble. */
export interface Tally {
  count: number;
  trouble: number;
}

const NO_MEMORY: GroupMemory = { learned: null, lostAt: [], lostNames: [] };
const NO_LOSSES: readonly OpenLoss[] = [];

/** A group and its counters, or (name "") the machines of a namespace that belong to none. Kept up to date change by change. */
export interface GroupRecord extends FleetGroup {
  readonly id: number;
  readonly place: Place;
  readonly name: string;
  /** The WorkloadGroup, or null where entries name a group that nobody has seen. */
  object: WorkloadGroup | null;
  readonly members: Members;
  readonly trouble: Set<number>;
  readonly counts: number[];
  serving: number;
  doubted: number;
  /** How many of those in trouble serve, and are not expected back within seconds. */
  unvouched: number;
  /** How many of these have each connection, by its number (see verdict-columns). */
  readonly unvouchedBy: Map<number, number>;
  /** Connections that a replica holds. */
  held: number;
  readonly zones: Map<number, Tally>;
  readonly networks: Map<number, Tally>;
  readonly controllers: Map<number, Tally>;
  readonly accounts: Map<number, Tally>;
  readonly versions: Map<number, Tally>;
  /** By the number of the locality's text. */
  readonly localities: Map<number, LocalityTally>;
  /** What the record knows of it. */
  memory: GroupMemory;
  /** The lost machines that are not back under their names, latest last. */
  readonly gone: () => readonly OpenLoss[];
  /** How many machines it names as planned to go that are not there. */
  readonly plannedGone: () => number;
  /** Moves with every change of the group or of one of its machines. */
  version: number;
}

/** All groups, by cluster, namespace and name. */
export class GroupTable {
  readonly #byPlace = new Map<number, Map<string, GroupRecord>>();
  readonly #records: (GroupRecord | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #chain = new MemberChain();
  #ordered: readonly GroupRecord[] | null = null;

  constructor(
    private readonly places: Places,
    /** Is there an entry of that name? */
    private readonly isThere: (place: Place, name: string) => boolean,
  ) {}

  /** The record of a name, made where there is none. */
  of(placeId: number, name: string): GroupRecord {
    const known = this.#byPlace.get(placeId)?.get(name);
    return known ?? this.#add(placeId, name);
  }

  find(placeId: number, name: string): GroupRecord | undefined {
    return this.#byPlace.get(placeId)?.get(name);
  }

  /** The records of one namespace. */
  inPlace(placeId: number): Iterable<GroupRecord> {
    return this.#byPlace.get(placeId)?.values() ?? [];
  }

  at(id: number): GroupRecord {
    const record = this.#records[id];
    if (record === undefined) throw new Error(`no group record ${id}`);
    return record;
  }

  /** Forgets a record that has no object, no machines and no recorded losses. Charts show losses also after they count no more. */
  dropIfEmpty(record: GroupRecord): void {
    if (record.object !== null || record.members.size > 0 || hasLosses(record.memory)) return;
    if (this.#records[record.id] !== record) return;
    this.#records[record.id] = undefined;
    this.#free.push(record.id);
    this.#byPlace.get(record.place.id)?.delete(record.name);
    this.#ordered = null;
  }

  /** All records by cluster, namespace and name; machines without a group come last in their namespace. */
  get ordered(): readonly GroupRecord[] {
    this.#ordered ??= this.#records.filter((record) => record !== undefined).sort(compareRecords);
    return this.#ordered;
  }

  readonly #gone = new ReadValues<GroupRecord, null, readonly OpenLoss[]>();

  /** Asked in every frame: names are looked up only where the group changed. One machine that was lost twice is gone once. */
  #goneOf(record: GroupRecord): readonly OpenLoss[] {
    const { place, memory } = record;
    if (memory.lostAt.length === 0) return NO_LOSSES;
    return this.#gone.of(record, null, () => {
      // Of a name that was lost twice the last time counts.
      const byName = new Map(memory.lostAt.map((at, index) => [memory.lostNames[index] ?? "", at] as const));
      const open = [...byName].flatMap(([name, at]) => (this.isThere(place, name) ? [] : [{ at }]));
      return open.sort((a, b) => a.at - b.at);
    });
  }

  readonly #plannedGone = new ReadValues<GroupRecord, null, number>();

  #plannedGoneOf(record: GroupRecord): number {
    const { object, place } = record;
    if (object === null || object.plannedLeaves === null) return 0;
    return this.#plannedGone.of(record, null, () => {
      const planned = plannedLeavesIn(object);
      return planned.kind === "read" ? planned.leaves.filter(({ entry }) => !this.isThere(place, entry)).length : 0;
    });
  }

  #add(placeId: number, name: string): GroupRecord {
    const id = this.#free.pop() ?? this.#records.length;
    const blank = blankRecord(id, this.places.at(placeId), name, new Members(this.#chain));
    const record: GroupRecord = { ...blank, gone: () => this.#goneOf(record), plannedGone: () => this.#plannedGoneOf(record) };
    this.#records[id] = record;
    const inPlace = this.#byPlace.get(placeId) ?? new Map<string, GroupRecord>();
    inPlace.set(name, record);
    this.#byPlace.set(placeId, inPlace);
    this.#ordered = null;
    return record;
  }
}

/** True if the history shows a loss, whether it still counts or not. */
export function hasLosses({ lostAt, losses = [] }: GroupMemory): boolean {
  return lostAt.length > 0 || losses.length > 0;
}

/** A group of which nothing is known yet. */
function blankRecord(id: number, place: Place, name: string, members: Members): GroupRecord {
  return {
    id,
    place,
    name,
    object: null,
    members,
    trouble: new Set(),
    counts: STATES.map(() => 0),
    serving: 0,
    doubted: 0,
    unvouched: 0,
    unvouchedBy: new Map(),
    held: 0,
    zones: new Map(),
    networks: new Map(),
    controllers: new Map(),
    accounts: new Map(),
    versions: new Map(),
    localities: new Map(),
    memory: NO_MEMORY,
    gone: () => [],
    plannedGone: () => 0,
    version: 0,
  };
}

function compareRecords(a: GroupRecord, b: GroupRecord): number {
  return compareText(a.place.cluster, b.place.cluster) || compareText(a.place.namespace, b.place.namespace) || compareEmptyLast(a.name, b.name);
}
