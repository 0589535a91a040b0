import type { Condition, MachineFacts, ObjectChange, Observation, Observed, ServiceId } from "./engine";

/** An entry as the observer compares it with what it sent last. */
export interface ObservedEntry {
  facts: MachineFacts;
  condition: Condition;
  message: string;
  cause: string;
  wasHealthy: boolean;
  /** The condition that was sent last; null = it was never sent. */
  sent: Condition | null;
}

type Sight = Extract<Observed, { kind: "cluster" }>["sight"];

/** Time in which a cluster is not observed, and what changed in it. */
interface Blindness {
  readonly from: number;
  readonly entries: Set<ObservedEntry>;
  readonly later: Observed[];
  /** The service's last count, by "NAMESPACE/NAME". */
  readonly services: Map<string, Observed>;
}

/** Turns changes of the model into observations. Changes of a cluster that is not observed are sent when it is observed again. */
export class Observer {
  readonly observations: Observation[] = [];
  readonly #blind = new Map<string, Blindness>();

  constructor(private readonly now: () => number) {}

  /** The entry is in trouble at the first start of Stolos. It is not known since when. */
  found(entry: ObservedEntry): void {
    this.#sendEntry(entry, 0);
  }

  entry(entry: ObservedEntry): void {
    const blindness = this.#blind.get(entry.facts.cluster);
    if (blindness === undefined) this.#sendEntry(entry, null);
    else blindness.entries.add(entry);
  }

  settled(entry: ObservedEntry, how: "replaced" | "accepted", by: string): void {
    const cluster = entry.facts.cluster;
    // A machine that left and was replaced in between is never seen as lost.
    if (this.#blind.get(cluster)?.entries.has(entry) === true) entry.condition = "gone";
    else this.#push(cluster, { kind: "settled", machineId: entry.facts.id, how, by });
  }

  service(service: ServiceId, endpoints: number, last: ObservedEntry | null, reason: string): void {
    const observed: Observed = { kind: "service", service, endpoints, lastMachineId: last?.facts.id ?? null, reason };
    const blindness = this.#blind.get(service.cluster);
    if (blindness === undefined) this.#push(service.cluster, observed);
    else blindness.services.set(`${service.namespace}/${service.name}`, observed);
  }

  /** `seenAt` is the moment of the observation. */
  change(change: Omit<ObjectChange, "seenAt">): void {
    const blindness = this.#blind.get(change.cluster);
    const observed: Observed = { kind: "change", change: { ...change, seenAt: this.now() } };
    if (blindness === undefined) this.#push(change.cluster, observed);
    else blindness.later.push(observed);
  }

  window(window: Omit<Extract<Observed, { kind: "maintenance" }>, "kind">): void {
    this.#push(window.cluster, { kind: "maintenance", ...window });
  }

  started(stoppedAt: number | null): void {
    this.#send({ kind: "started", stoppedAt }, null);
  }

  /** `sight` null: nothing is sent, because Stolos is away. */
  blind(cluster: string, sight: Exclude<Sight, "observed"> | null): void {
    if (sight !== null) this.#send({ kind: "cluster", cluster, sight }, null);
    this.#blind.set(cluster, { from: this.now(), entries: new Set(), later: [], services: new Map() });
  }

  observed(cluster: string): void {
    this.#send({ kind: "cluster", cluster, sight: "observed" }, null);
    const blindness = this.#blind.get(cluster);
    this.#blind.delete(cluster);
    if (blindness === undefined) return;
    for (const observed of blindness.later) {
      if (observed.kind === "change") this.#send({ kind: "change", change: { ...observed.change, seenAt: this.now() } }, blindness.from);
      else this.#send(observed, blindness.from);
    }
    for (const entry of blindness.entries) this.#sendUnseen(entry, blindness.from);
    for (const observed of blindness.services.values()) this.#send(observed, blindness.from);
  }

  #sendUnseen(entry: ObservedEntry, notBefore: number): void {
    const isOver = entry.condition === "gone" || entry.condition === "lost";
    if (entry.sent === entry.condition || (entry.sent === null && isOver)) return;
    if (isOver) entry.cause = "found-missing";
    this.#sendEntry(entry, notBefore);
  }

  #sendEntry(entry: ObservedEntry, notBefore: number | null): void {
    const { facts: machine, condition, message, cause, wasHealthy } = entry;
    entry.sent = condition;
    this.#send({ kind: "machine", machine, condition, message, cause, wasHealthy }, notBefore);
  }

  #push(cluster: string, observed: Observed): void {
    const blindness = this.#blind.get(cluster);
    if (blindness === undefined) this.#send(observed, null);
    else blindness.later.push(observed);
  }

  #send(observed: Observed, notBefore: number | null): void {
    this.observations.push({ at: this.now(), notBefore, ...observed });
  }
}
