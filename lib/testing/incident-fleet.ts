import { IncidentEngine, replayIncidents } from "@/lib/domain/incidents/engine";
import type { Incident } from "@/lib/domain/incidents/incident";
import type {
  MachineCondition,
  MachineFacts,
  MachinePopulation,
  ObjectChange,
  Observation,
  ObservationOf,
  ServiceId,
  TraitName,
} from "@/lib/domain/incidents/observation";

/** The start of all incident tests: a whole second. */
export const START = Date.UTC(2026, 10, 30, 2, 0, 0);
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

const ZONES = ["zone-a", "zone-b", "zone-c"];

/** Returns a machine of cluster "eu-1" and namespace "shop". */
export function aMachine(name: string, group: string, traits: MachineFacts["traits"] = {}, namespace = "shop", cluster = "eu-1"): MachineFacts {
  return { id: `${cluster}/${namespace}-${name}`, cluster, namespace, name, group, traits };
}

/** Machines of a fleet, and their numbers per trait. */
export class IncidentFleet implements MachinePopulation {
  readonly #counts = new Map<string, number>();
  readonly #sizes = new Map<string, number>();

  constructor(readonly machines: readonly MachineFacts[]) {
    for (const machine of machines) this.#count(machine);
  }

  size(cluster: string): number {
    return this.#sizes.get(cluster) ?? 0;
  }

  having(cluster: string, trait: TraitName, value: string, namespace: string): number {
    return this.#counts.get([cluster, trait, value, namespace].join("\n")) ?? 0;
  }

  machine(group: string, index: number): MachineFacts {
    const machine = this.of(group)[index];
    if (machine === undefined) throw new Error(`Group ${group} has no machine ${index}.`);
    return machine;
  }

  /** The machines of a group, or of all, that fulfil a condition. */
  of(group: string | null, isWanted: (machine: MachineFacts) => boolean = () => true): MachineFacts[] {
    return this.machines.filter((machine) => (group === null || machine.group === group) && isWanted(machine));
  }

  /** The machines of a zone, in turn from each group. */
  inZone(zone: string): MachineFacts[] {
    const numberOf = ({ name }: MachineFacts) => Number(name.split("-").at(-1));
    return this.of(null, ({ traits }) => traits.zone === zone).sort((a, b) => numberOf(a) - numberOf(b));
  }

  #count({ cluster, namespace, group, traits }: MachineFacts): void {
    this.#sizes.set(cluster, this.size(cluster) + 1);
    const values: readonly (readonly [string, string, string])[] = [
      ["group", group, group === "" ? "" : namespace],
      ...(["zone", "network", "replica", "revision", "account", "version"] as const).map((trait) => [trait, traits[trait] ?? "", ""] as const),
    ];
    for (const [trait, value, of] of values) {
      const key = [cluster, trait, value, of].join("\n");
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }
}

/** Returns groups "group-1" … of machines, spread over three zones, three replicas and one network. */
export function aFleet(groups = 10, machinesPerGroup = 40): IncidentFleet {
  const machines = Array.from({ length: groups }, (_, group) =>
    Array.from({ length: machinesPerGroup }, (_, index) => {
      const name = `group-${group + 1}`;
      const traits = {
        zone: ZONES[index % 3] ?? "",
        replica: `istiod-${(index + group) % 3}`,
        network: "vpc-1",
        revision: "default",
        account: name,
        version: "v40",
      };
      return aMachine(`${name}-${index}`, name, traits);
    }),
  );
  return new IncidentFleet(machines.flat());
}

/** Returns an observation of a machine. `at` in milliseconds after START. */
export function observed(
  machine: MachineFacts,
  condition: MachineCondition,
  at: number,
  more: Partial<Omit<ObservationOf<"machine">, "kind">> = {},
): Observation {
  const cause = condition === "lost" ? "left" : condition === "unverified" ? "no-such-pod" : "";
  const message = condition === "failed" ? "connection refused" : "";
  return { kind: "machine", at: START + at, notBefore: null, machine, condition, message, cause, wasHealthy: condition === "lost", ...more };
}

/** Returns observations of several machines, `every` milliseconds apart. */
export function observedAll(
  machines: readonly MachineFacts[],
  condition: MachineCondition,
  at: number,
  every = 0,
  more: Parameters<typeof observed>[3] = {},
): Observation[] {
  return machines.map((machine, index) => observed(machine, condition, at + index * every, more));
}

export function settled(machine: MachineFacts, how: ObservationOf<"settled">["how"], at: number, by = ""): Observation {
  return { kind: "settled", at: START + at, notBefore: null, machineId: machine.id, how, by };
}

export const RADIUS: ServiceId = { cluster: "eu-1", namespace: "shop", name: "radius", kind: "Service", host: "radius.shop.svc.cluster.local" };

export function endpointsOf(service: ServiceId, endpoints: number, at: number, lastMachineId: string | null = null): Observation {
  return { kind: "service", at: START + at, notBefore: null, service, endpoints, lastMachineId, reason: "" };
}

/** Returns a change of an object. `seenAt` in milliseconds after START. */
export function changed(name: string, at: number, groups: readonly string[] | null, more: Partial<ObjectChange> = {}): Observation {
  const seenAt = START + at;
  const change = { cluster: "eu-1", kind: "WorkloadGroup", namespace: "shop", name, what: "template", seenAt, ownAt: null, groups, version: null, ...more };
  return { kind: "change", at: seenAt, notBefore: null, change };
}

/** Returns an engine whose incidents have the keys "i1", "i2", … */
export function anEngine(population: MachinePopulation): IncidentEngine {
  return new IncidentEngine({ population, newKey: countedKeys() });
}

/** Returns the incidents of the observations up to `now`, in milliseconds after START. */
export function incidentsAt(population: MachinePopulation, observations: readonly Observation[], now: number): readonly Incident[] {
  const inOrder = observations.filter(({ at }) => at <= START + now).sort((a, b) => a.at - b.at);
  return replayIncidents(inOrder, START + now, { population, newKey: countedKeys() });
}

export function countedKeys(): () => string {
  let count = 0;
  return () => `i${++count}`;
}
