import type { MachineFacts, MachinePopulation, TraitName } from "@/lib/domain/incidents/observation";

/** A machine that counts: a present one by its current traits, a lost one by the traits at its loss. */
export type CountedMachine = Pick<MachineFacts, "namespace" | "group" | "traits">;

/** The traits that are counted by their own value. The revision of a present machine is that of its replica. */
const COUNTED = ["zone", "network", "replica", "account", "version"] as const;

type Counts = Map<string, number>;

/** The numbers of machines of one cluster, counted as they join, change and leave. A change costs a few look-ups, whatever the size of the fleet. */
export class CountedPopulation implements MachinePopulation {
  #size = 0;
  readonly #traits: Readonly<Record<(typeof COUNTED)[number], Counts>> = {
    ...{ zone: new Map(), network: new Map(), replica: new Map(), account: new Map(), version: new Map() },
  };
  readonly #groups: Counts = new Map();
  readonly #replicasOfPresent: Counts = new Map();
  readonly #revisionsOfLost: Counts = new Map();

  /** `revisionOf`: the revision of a replica now; "" = it is not known. */
  constructor(
    private readonly cluster: string,
    private readonly revisionOf: (replica: string) => string,
  ) {}

  size(cluster: string): number {
    return cluster === this.cluster ? this.#size : 0;
  }

  having(cluster: string, trait: TraitName, value: string, namespace: string): number {
    if (cluster !== this.cluster) return 0;
    if (trait === "group") return this.#groups.get(groupKey(namespace, value)) ?? 0;
    if (trait === "revision") return this.#havingRevision(value);
    const counted = COUNTED.find((one) => one === trait);
    return counted === undefined ? 0 : (this.#traits[counted].get(value) ?? 0);
  }

  add(machine: CountedMachine, as: "present" | "lost"): void {
    this.#count(machine, as, 1);
  }

  remove(machine: CountedMachine, as: "present" | "lost"): void {
    this.#count(machine, as, -1);
  }

  #count({ namespace, group, traits }: CountedMachine, as: "present" | "lost", by: 1 | -1): void {
    this.#size += by;
    count(this.#groups, groupKey(namespace, group), by);
    for (const trait of COUNTED) count(this.#traits[trait], traits[trait] ?? "", by);
    if (as === "present") count(this.#replicasOfPresent, traits.replica ?? "", by);
    else count(this.#revisionsOfLost, traits.revision ?? "", by);
  }

  #havingRevision(revision: string): number {
    let machines = this.#revisionsOfLost.get(revision) ?? 0;
    for (const [replica, own] of this.#replicasOfPresent) if (this.revisionOf(replica) === revision) machines += own;
    return machines;
  }
}

function count(counts: Counts, value: string, by: 1 | -1): void {
  const next = (counts.get(value) ?? 0) + by;
  if (next === 0) counts.delete(value);
  else counts.set(value, next);
}

/** Machines without a group are counted together. */
function groupKey(namespace: string, group: string): string {
  return group === "" ? "" : `${namespace}/${group}`;
}
