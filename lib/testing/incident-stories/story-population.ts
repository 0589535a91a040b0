import type { MachineFacts, ObjectChange, Observation, Population, TraitName } from "./engine";
import type { StoryObservations } from "./observations-of";

/** Counts of all machines of a story that are in the total, at the moment of the last observation. */
export class StoryPopulation implements Population {
  readonly #facts = new Map<string, MachineFacts>();
  readonly #messages = new Map<string, string>();
  /** Numbers of machines, keyed by cluster, trait and value. */
  readonly #counts = new Map<string, number>();
  readonly #changes: ObjectChange[] = [];

  constructor(play: StoryObservations) {
    for (const machine of play.machines) this.#add(machine);
  }

  size(cluster: string): number {
    return this.#counts.get(cluster) ?? 0;
  }

  /** The value of a change contains the name of its object. */
  having(cluster: string, trait: TraitName, value: string): number {
    if (trait === "change") return this.#concerned(cluster, value);
    return this.#counts.get(keyOf(cluster, trait, value)) ?? 0;
  }

  apply(observation: Observation): void {
    if (observation.kind === "settled") this.#remove(observation.machineId);
    else if (observation.kind === "change") this.#changes.push(observation.change);
    else if (observation.kind === "machine") {
      const { machine, condition, message } = observation;
      this.#remove(machine.id);
      if (condition === "gone") return;
      if (message !== "") this.#messages.set(machine.id, message);
      this.#add(machine);
    }
  }

  /** Counts a machine with other traits. */
  move(machine: MachineFacts): void {
    const message = this.#messages.get(machine.id);
    if (!this.#facts.has(machine.id)) return;
    this.#remove(machine.id);
    if (message !== undefined) this.#messages.set(machine.id, message);
    this.#add(machine);
  }

  #concerned(cluster: string, value: string): number {
    const groups = new Set<string>();
    for (const change of this.#changes) {
      if (change.cluster !== cluster || !value.includes(change.name)) continue;
      if (change.groups === null) return this.size(cluster);
      for (const group of change.groups) groups.add(group);
    }
    return [...groups].reduce((sum, group) => sum + this.having(cluster, "group", group), 0);
  }

  #add(machine: MachineFacts): void {
    this.#facts.set(machine.id, machine);
    this.#count(machine, 1);
  }

  #remove(id: string): void {
    const machine = this.#facts.get(id);
    if (machine === undefined) return;
    this.#count(machine, -1);
    this.#facts.delete(id);
    this.#messages.delete(id);
  }

  #count(machine: MachineFacts, by: 1 | -1): void {
    const { id, cluster, group, traits } = machine;
    const message = this.#messages.get(id);
    const keys = [cluster, keyOf(cluster, "group", group), ...Object.entries(traits).map(([trait, value]) => keyOf(cluster, trait, value))];
    if (message !== undefined) keys.push(keyOf(cluster, "probe-error", message));
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + by);
  }
}

function keyOf(cluster: string, trait: string, value: string): string {
  return `${cluster}\n${trait}\n${value}`;
}
