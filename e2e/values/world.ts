import {
  declaredSize,
  declaresRange,
  groupNameOf,
  isDraining,
  type Machine,
  machinesAt,
  plannedLeaves,
  STATES,
  type State,
  WORDS,
  type Word,
  wordOf,
} from "./machines";
import type { RawKind, RawObject, RawVersion } from "./raw-objects";
import type { RawWatch } from "./raw-watch";
import { type Service, servicesOf } from "./services";

/** A WorkloadGroup with its machines, or the machines of a namespace that belong to no group (name ""). */
export interface Group {
  readonly namespace: string;
  readonly name: string;
  readonly exists: boolean;
  readonly machines: readonly Machine[];
  /** The least declared size without the machines that left as planned; null = none is declared. */
  readonly size: number | null;
  readonly isRange: boolean;
  /** The group was created while the watch ran, and never had as many machines as it declared. */
  readonly isArriving: boolean;
}

/** A machine whose entry was deleted. `at` in milliseconds. */
export interface Ended {
  readonly last: RawObject;
  readonly at: number;
  readonly namespace: string;
  readonly name: string;
  /** Name of its group; "" = none. */
  readonly group: string;
  /**
   * Does it count as lost? The machines of a deleted group do, without the draining and the planned ones. null = the objects do not show if it left as
   * planned.
   */
  readonly isLost: boolean | null;
}

/** Two watches report the deletion of a group and that of its entries at most so far apart. Milliseconds. */
const APART_MS = 1_000;

/** The state of the cluster at one moment, computed from its raw objects and not through the product. */
export class World {
  #machines: readonly Machine[] | null = null;
  #byName: ReadonlyMap<string, Machine> | null = null;
  #services: readonly Service[] | null = null;
  #groups: ReadonlyMap<string, Group> | null = null;
  #ended: readonly Ended[] | null = null;
  readonly #endedOf = new Map<string, readonly Ended[]>();

  constructor(
    readonly raw: RawWatch,
    readonly moment: number,
  ) {}

  get machines(): readonly Machine[] {
    this.#machines ??= machinesAt(this.raw, this.moment);
    return this.#machines;
  }

  /** The services of the namespaces that have a group or a machine. */
  get services(): readonly Service[] {
    const inhabited = new Set([...this.groups.values()].map(({ namespace }) => namespace));
    this.#services ??= servicesOf(this.raw, this.moment, this.machines).filter(({ namespace }) => inhabited.has(namespace));
    return this.#services;
  }

  /**
   * All groups by "NAMESPACE/NAME": existing ones, those that only machines name, those that are gone and have lost machines, and "NAMESPACE/" for machines
   * without a group. A watch is shorter than the 24 h for which losses count.
   */
  get groups(): ReadonlyMap<string, Group> {
    this.#groups ??= this.#readGroups();
    return this.#groups;
  }

  /** Groups without those that stand for machines of no group. */
  get namedGroups(): readonly Group[] {
    return [...this.groups.values()].filter(({ name }) => name !== "");
  }

  group(namespace: string, name: string): Group {
    return this.groups.get(`${namespace}/${name}`) ?? { namespace, name, exists: false, machines: [], size: null, isRange: false, isArriving: false };
  }

  machine(namespace: string, name: string): Machine | undefined {
    this.#byName ??= new Map(this.machines.toReversed().map((machine) => [`${machine.namespace}/${machine.name}`, machine]));
    return this.#byName.get(`${namespace}/${name}`);
  }

  service(namespace: string, name: string, kind?: Service["kind"]): Service | undefined {
    return this.services.find((one) => one.namespace === namespace && one.name === name && (kind === undefined || one.kind === kind));
  }

  objects(kind: RawKind): readonly RawObject[] {
    return this.raw.at(kind, this.moment);
  }

  /** The services that select a machine. */
  selecting({ namespace, name }: Pick<Machine, "namespace" | "name">): readonly Service[] {
    return this.services.filter(({ machines }) => machines.some((one) => one.namespace === namespace && one.name === name));
  }

  /** Machines whose entry was deleted between the start of the watch and this moment. */
  get ended(): readonly Ended[] {
    this.#ended ??= this.#readEnded();
    return this.#ended;
  }

  #readEnded(): readonly Ended[] {
    const groups = new Map(this.#lastVersions("group").map((group) => [group.object.metadata.uid, group]));
    return this.#lastVersions("entry").map(({ object: last, to: at }) => {
      const { metadata } = last;
      const owner = groups.get(metadata.ownerReferences?.find(({ kind }) => kind === "WorkloadGroup")?.uid ?? "");
      const isPlanned = owner !== undefined && (isDraining(last) || plannedLeaves(owner.object).some(({ entry }) => entry === metadata.name));
      const isLost = owner === undefined || owner.to > at + APART_MS ? null : !isPlanned;
      return { last, at, namespace: metadata.namespace, name: metadata.name, group: groupNameOf(last), isLost };
    });
  }

  /** The last versions of the objects of a kind that were deleted until this moment. */
  #lastVersions(kind: RawKind): readonly (RawVersion & { readonly to: number })[] {
    return this.raw.histories(kind).flatMap((versions) => {
      const last = versions.at(-1);
      return last?.isLast === true && last.to !== null && last.to <= this.moment ? [{ ...last, to: last.to }] : [];
    });
  }

  /** The deleted machines of a group that no later machine replaced: one of the same name, else the machine that was deleted first. */
  endedOf({ namespace, name }: Pick<Group, "namespace" | "name">): readonly Ended[] {
    const key = `${namespace}/${name}`;
    const known = this.#endedOf.get(key) ?? this.#readEndedOf(namespace, name);
    this.#endedOf.set(key, known);
    return known;
  }

  #readEndedOf(namespace: string, name: string): readonly Ended[] {
    const joins = this.#entriesOf(namespace, name).flatMap(([first]) => (first === undefined || first.isFirstList ? [] : [first]));
    const open = this.ended.filter((one) => one.namespace === namespace && one.group === name).sort((a, b) => a.at - b.at);
    for (const { object, from } of joins.filter((join) => join.from <= this.moment).sort((a, b) => a.from - b.from)) {
      const before = open.filter(({ at }) => at <= from);
      const replaced = before.find((one) => one.name === object.metadata.name) ?? before[0];
      if (replaced !== undefined) open.splice(open.indexOf(replaced), 1);
    }
    return open;
  }

  /** The versions of each entry of a group. */
  #entriesOf(namespace: string, group: string) {
    return this.raw
      .histories("entry")
      .filter(([first]) => first !== undefined && first.object.metadata.namespace === namespace && groupNameOf(first.object) === group);
  }

  /** Was the group created while the watch ran, and did it never have as many machines as it declared? */
  #isArriving({ metadata: { uid, namespace, name } }: RawObject): boolean {
    const versions = this.raw.histories("group").find(([first]) => first?.object.metadata.uid === uid) ?? [];
    const [created] = versions;
    if (created === undefined || created.isFirstList) return false;
    const entries = this.#entriesOf(namespace, name).map((own) => ({ from: own[0]?.from ?? 0, to: own.at(-1)?.isLast ? (own.at(-1)?.to ?? null) : null }));
    const moments = [...versions, ...entries].map(({ from }) => from).filter((at) => at >= created.from && at <= this.moment);
    return moments.every((at) => {
      const version = versions.find(({ from, to }) => from <= at && (to === null || to > at));
      const size = version === undefined ? null : declaredSize(version.object);
      return size === null || entries.filter(({ from, to }) => from <= at && (to === null || to > at)).length < size;
    });
  }

  #readGroups(): ReadonlyMap<string, Group> {
    const byGroup = new Map<string, Machine[]>();
    for (const machine of this.machines) {
      const key = `${machine.namespace}/${machine.group}`;
      const own = byGroup.get(key);
      if (own === undefined) byGroup.set(key, [machine]);
      else own.push(machine);
    }
    const objects = new Map(this.objects("group").map((object) => [`${object.metadata.namespace}/${object.metadata.name}`, object]));
    const names = new Set(this.machines.map(({ namespace, name }) => `${namespace}/${name}`));
    const gone = this.ended.filter(({ group }) => group !== "").map(({ namespace, group: name }) => ({ namespace, name }));
    const losers = gone.filter((group) => this.endedOf(group).some(({ isLost }) => isLost !== false));
    const keys = [...new Set([...objects.keys(), ...byGroup.keys(), ...losers.map(({ namespace, name }) => `${namespace}/${name}`)])];
    return new Map(keys.map((key) => [key, this.#groupOf(key, objects.get(key), byGroup.get(key) ?? [], names)]));
  }

  #groupOf(key: string, object: RawObject | undefined, machines: readonly Machine[], present: ReadonlySet<string>): Group {
    const [namespace = "", name = ""] = key.split("/");
    if (object === undefined) return { namespace, name, machines, exists: false, size: null, isRange: false, isArriving: false };
    const declared = declaredSize(object);
    const left = plannedLeaves(object).filter(({ entry }) => !present.has(`${namespace}/${entry}`)).length;
    const size = declared === null ? null : Math.max(0, declared - left);
    const isArriving = size !== null && machines.length < size && this.#isArriving(object);
    return { namespace, name, machines, exists: true, size, isRange: declaresRange(object), isArriving };
  }
}

/** Counts machines by word, in the order of WORDS, without zeros. */
export function wordCounts(machines: readonly Pick<Machine, "state">[]): readonly (readonly [word: Word, count: number])[] {
  const words = Object.keys(WORDS) as Word[];
  return words.map((word) => [word, machines.filter(({ state }) => wordOf(state) === word).length] as const).filter(([, count]) => count > 0);
}

/** The words of trouble. A machine that reconnects or starts is in none. */
export function isTrouble(state: State): boolean {
  return ["unhealthy", "lost", "unverified"].includes(wordOf(state));
}

/** Do at least two machines and more than 20 % of a group reconnect at once? */
export function isReconnectingAtOnce({ machines, size }: Pick<Group, "machines" | "size">): boolean {
  const count = machines.filter(({ state }) => wordOf(state) === "reconnecting").length;
  return count >= 2 && count > Math.max(machines.length, size ?? 0) * 0.2;
}

/** The worst state among machines; undefined = there are none. */
export function worstState(machines: readonly Pick<Machine, "state">[]): State | undefined {
  return STATES.find((state) => machines.some((machine) => machine.state === state));
}

export function servingOf(machines: readonly Machine[]): number {
  return machines.filter(({ isServing }) => isServing).length;
}

export function unverifiedOf(machines: readonly Machine[]): number {
  return machines.filter(({ isUnverified }) => isUnverified).length;
}

/** The unverified machines that istiod sends to sidecars. */
export function sentUnverifiedOf(machines: readonly Machine[]): number {
  return machines.filter(({ isSent, isUnverified }) => isSent && isUnverified).length;
}
