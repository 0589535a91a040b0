import { entryObject, type FleetSize, type Machine, machineAt, machinesOf } from "./fleet-objects";
import { randomFrom } from "./random";

/** What a stretch of events is made of: shares of renewed connections, health flips, and machines that come or go (half each). */
export interface Mix {
  readonly renewed: number;
  readonly flipped: number;
}

/** As a fleet hums: seven of ten events show nowhere but in a renewed connection. */
export const HUM: Mix = { renewed: 0.7, flipped: 0.2 };
export const RENEWALS: Mix = { renewed: 1, flipped: 0 };

/** A fleet that changes by seed: its objects now, and its next events as lines of a watch. */
export class Traffic {
  readonly machines: Machine[];
  version: number;
  readonly #versions = new WeakMap<Machine, number>();
  #next: number;
  readonly #random: () => number;

  constructor(
    readonly size: FleetSize,
    seed = 1,
    private readonly now = Date.now(),
  ) {
    this.machines = machinesOf(size, now, seed);
    this.version = 10_000 + size.entries;
    this.#next = size.entries;
    this.#random = randomFrom(seed + 1);
  }

  *objects(): Iterable<object> {
    for (const machine of this.machines) yield entryObject(machine, this.size, this.versionOf(machine));
  }

  /** One event: the machine is what it says afterwards. */
  line(mix: Mix): string {
    const dice = this.#random();
    const at = Math.floor(this.#random() * this.machines.length);
    const machine = this.machines[at];
    this.version++;
    if (machine === undefined || dice >= (1 + mix.renewed + mix.flipped) / 2) return this.#come();
    if (dice >= mix.renewed + mix.flipped) return this.#go(at, machine);
    if (dice < mix.renewed) machine.connectedAt += 250;
    else machine.healthy = !machine.healthy;
    return this.#told("MODIFIED", machine);
  }

  /** The version at which everything so far has been told. */
  bookmark(endsInitial = false): string {
    const annotations = endsInitial ? { annotations: { "k8s.io/initial-events-end": "true" } } : {};
    return `${JSON.stringify({ type: "BOOKMARK", object: { kind: "WorkloadEntry", metadata: { resourceVersion: String(this.version), ...annotations } } })}\n`;
  }

  versionOf(machine: Machine): number {
    return this.#versions.get(machine) ?? 10_000;
  }

  #come(): string {
    const machine = machineAt(this.#next++, this.size, this.#random, this.now);
    this.machines.push(machine);
    return this.#told("ADDED", machine);
  }

  #go(at: number, machine: Machine): string {
    const last = this.machines.pop();
    if (last !== undefined && last !== machine) this.machines[at] = last;
    return this.#told("DELETED", machine);
  }

  #told(type: string, machine: Machine): string {
    this.#versions.set(machine, this.version);
    return `${JSON.stringify({ type, object: entryObject(machine, this.size, this.version) })}\n`;
  }
}
