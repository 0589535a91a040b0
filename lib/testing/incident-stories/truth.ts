import type { Condition, Observation } from "./engine";
import type { StoryObservations } from "./observations-of";
import type { KnownIncident, Story } from "./story";

const BAD: ReadonlySet<Condition> = new Set<Condition>(["failed", "lost", "unverified"]);

/** Returns true for a machine that an incident counts as failed, lost or unverified. */
export function isBad(condition: Condition): boolean {
  return BAD.has(condition);
}

/** The time in which a machine was failed, lost or unverified without a break, or a service had no endpoint. Milliseconds since 1970. */
export interface Outage {
  /** The machine's id, or "service CLUSTER/NAMESPACE/NAME". */
  readonly item: string;
  readonly cluster: string;
  /** "NAMESPACE/NAME" of the machine's group; "" for a service. */
  readonly group: string;
  readonly from: number;
  /** Null = it lasts. */
  to: number | null;
  /** The machine serves again; or it does not count any more. */
  end: "serves" | "settled" | null;
  /** It began with the loss of a machine that served. */
  readonly leftHealthy: boolean;
  /** The key of the known incident; null = it is in none; "undecided" = both are right. */
  readonly label: string | null;
}

/** The truth of a story about each machine, as far as the observations up to now show it. */
export class Truth {
  readonly outages: Outage[] = [];
  /** Outages that last, by item. */
  readonly open = new Map<string, Outage>();
  /** Incidents by each machine that they list. */
  readonly #known = new Map<string, KnownIncident[]>();
  readonly #conditions = new Map<string, Condition>();
  readonly #windows: { cluster: string; namespace: string; group: string | null; from: number; until: number }[] = [];

  constructor(
    private readonly story: Story,
    private readonly play: StoryObservations,
  ) {
    for (const incident of story.incidents)
      for (const { cluster, group, numbers } of incident.machines)
        for (const number of numbers) {
          const key = `${cluster}/${group}#${number}`;
          const others = this.#known.get(key);
          if (others === undefined) this.#known.set(key, [incident]);
          else others.push(incident);
        }
  }

  /** A machine that no observation showed serves. */
  conditionOf(id: string): Condition {
    return this.#conditions.get(id) ?? "serving";
  }

  /** The end of the maintenance window that the machine of an outage is in; null = it is in none. */
  plannedUntil({ cluster, group }: Outage, now: number): number | null {
    const window = this.#windows.find((one) => {
      const isInScope = one.cluster === cluster && group.startsWith(`${one.namespace}/`) && (one.group === null || one.group === group);
      return isInScope && now >= one.from && now < one.until;
    });
    return window?.until ?? null;
  }

  apply(observation: Observation): void {
    const { at } = observation;
    switch (observation.kind) {
      case "machine":
        this.#applyMachine(observation);
        break;
      case "settled":
        this.#conditions.set(observation.machineId, "gone");
        this.#close(observation.machineId, at, "settled");
        break;
      case "service": {
        const { service, endpoints, lastMachineId } = observation;
        const item = `service ${service.cluster}/${service.namespace}/${service.name}`;
        if (endpoints > 0) this.#close(item, at, "serves");
        else this.#open({ item, cluster: service.cluster, group: "", at, leftHealthy: false, label: this.#serviceLabel(service, lastMachineId, at) });
        break;
      }
      case "maintenance":
        this.#windows.push(observation);
        break;
    }
  }

  #applyMachine({ at, machine, condition, wasHealthy }: Extract<Observation, { kind: "machine" }>): void {
    const { id, cluster, group } = machine;
    this.#conditions.set(id, condition);
    if (!isBad(condition)) this.#close(id, at, condition === "gone" ? "settled" : "serves");
    else if (!this.open.has(id)) {
      const label = this.#labelOf(cluster, group, this.play.numbers.get(id) ?? 0, at);
      this.#open({ item: id, cluster, group, at, leftHealthy: condition === "lost" && wasHealthy, label });
    }
  }

  #open({ at, ...outage }: Pick<Outage, "item" | "cluster" | "group" | "leftHealthy" | "label"> & { readonly at: number }): void {
    const opened: Outage = { ...outage, from: at, to: null, end: null };
    this.outages.push(opened);
    this.open.set(outage.item, opened);
  }

  #close(item: string, at: number, end: "serves" | "settled"): void {
    const outage = this.open.get(item);
    if (outage === undefined) return;
    this.open.delete(item);
    outage.to = at;
    outage.end = end;
  }

  #labelOf(cluster: string, group: string, number: number, at: number): string | null {
    const known = this.#known.get(`${cluster}/${group}#${number}`)?.find((incident) => this.#isDuring(incident, at));
    if (known !== undefined) return known.key;
    const after = at - this.play.from;
    const { undecided = [] } = this.story;
    const isOpen = undecided.some((one) => {
      return one.cluster === cluster && one.group === group && one.numbers.includes(number) && after >= one.during[0] && after <= one.during[1];
    });
    return isOpen ? "undecided" : null;
  }

  /** A service belongs to the incident that lists it, or to that of its last machine. If that machine is in no trouble, both are right. */
  #serviceLabel(service: { namespace: string; name: string }, lastMachineId: string | null, at: number): string | null {
    const listed = this.story.incidents.find(
      ({ services = [], ...one }) => services.includes(`${service.namespace}/${service.name}`) && this.#isDuring(one, at),
    );
    if (listed !== undefined) return listed.key;
    const last = lastMachineId === null ? undefined : this.open.get(lastMachineId);
    return last === undefined ? "undecided" : last.label;
  }

  #isDuring({ begins, over }: Pick<KnownIncident, "begins" | "over">, at: number): boolean {
    const after = at - this.play.from;
    return after >= begins[0] && after <= (over?.[1] ?? Number.POSITIVE_INFINITY);
  }
}
