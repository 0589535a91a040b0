import { declaredSize, groupNameOf, type Machine, machinesAt, plannedLeaves, STATES, type State } from "./machines";
import type { RawKind, RawObject } from "./raw-objects";
import type { RawWatch } from "./raw-watch";
import { type Service, servicesOf } from "./services";

/** A WorkloadGroup with its machines, or the machines of a namespace that belong to no group (name ""). */
export interface Group {
  readonly namespace: string;
  readonly name: string;
  readonly exists: boolean;
  readonly machines: readonly Machine[];
  /** The declared size without the machines that left as planned; null = none is declared. */
  readonly size: number | null;
}

/** A machine whose entry was deleted. `at` in milliseconds. */
export interface Ended {
  readonly last: RawObject;
  readonly at: number;
  readonly namespace: string;
  readonly name: string;
  /** Name of its group; "" = none. */
  readonly group: string;
}

/** The state of the cluster at one moment, computed from its raw objects and not through the product. */
export class World {
  #machines: readonly Machine[] | null = null;
  #services: readonly Service[] | null = null;
  #groups: ReadonlyMap<string, Group> | null = null;

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

  /** All groups by "NAMESPACE/NAME": existing ones, those that only machines name, and "NAMESPACE/" for machines without a group. */
  get groups(): ReadonlyMap<string, Group> {
    this.#groups ??= this.#readGroups();
    return this.#groups;
  }

  /** Groups without those that stand for machines of no group. */
  get namedGroups(): readonly Group[] {
    return [...this.groups.values()].filter(({ name }) => name !== "");
  }

  group(namespace: string, name: string): Group {
    return this.groups.get(`${namespace}/${name}`) ?? { namespace, name, exists: false, machines: [], size: null };
  }

  machine(namespace: string, name: string): Machine | undefined {
    return this.machines.find((machine) => machine.namespace === namespace && machine.name === name);
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
    return this.raw.histories("entry").flatMap((versions) => {
      const last = versions.at(-1);
      return last?.isLast === true && last.to !== null && last.to <= this.moment ? [endedOf(last.object, last.to)] : [];
    });
  }

  /** The deleted machines of a group that did not come back under their names. */
  endedOf({ namespace, name }: Pick<Group, "namespace" | "name">): readonly Ended[] {
    const isBack = new Set(this.machines.filter((machine) => machine.namespace === namespace).map((machine) => machine.name));
    return this.ended.filter((one) => one.namespace === namespace && one.group === name && !isBack.has(one.name));
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
    const keys = [...new Set([...objects.keys(), ...byGroup.keys()])];
    return new Map(keys.map((key) => [key, groupOf(key, objects.get(key), byGroup.get(key) ?? [], names)]));
  }
}

function endedOf(last: RawObject, at: number): Ended {
  return { last, at, namespace: last.metadata.namespace, name: last.metadata.name, group: groupNameOf(last) };
}

function groupOf(key: string, object: RawObject | undefined, machines: readonly Machine[], present: ReadonlySet<string>): Group {
  const [namespace = "", name = ""] = key.split("/");
  const declared = object === undefined ? null : declaredSize(object);
  const left = object === undefined ? 0 : plannedLeaves(object).filter(({ entry }) => !present.has(`${namespace}/${entry}`)).length;
  return { namespace, name, machines, exists: object !== undefined, size: declared === null ? null : declared - left };
}

/** Counts machines by state, in the order of STATES, without zeros. */
export function stateCounts(machines: readonly Pick<Machine, "state">[]): readonly (readonly [state: State, count: number])[] {
  return STATES.map((state) => [state, machines.filter((machine) => machine.state === state).length] as const).filter(([, count]) => count > 0);
}

const FIRST_CALM = STATES.indexOf("draining");

/** The states in which a machine needs attention. */
export function isTrouble(state: State): boolean {
  return STATES.indexOf(state) < FIRST_CALM;
}

/** The worst state among machines; undefined = there are none. */
export function worstState(machines: readonly Pick<Machine, "state">[]): State | undefined {
  return stateCounts(machines)[0]?.[0];
}

export function servingOf(machines: readonly Machine[]): number {
  return machines.filter(({ isServing }) => isServing).length;
}

export function unverifiedOf(machines: readonly Machine[]): number {
  return machines.filter(({ isUnverified }) => isUnverified).length;
}
