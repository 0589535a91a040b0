import { type AcceptedLoss, GroupLossTracker, type LossWithEnd } from "@/lib/domain/history/loss-ends";
import type { MachineFacts } from "@/lib/domain/incidents/observation";

/** A lost machine that does not count any more. */
export interface EndedLoss {
  readonly machine: MachineFacts;
  readonly loss: LossWithEnd;
}

interface Group {
  readonly losses: GroupLossTracker;
  readonly machines: Map<string, MachineFacts>;
}

/** The lost machines of one cluster that still count. A group is stored only while it has one. Milliseconds. */
export class CountedLosses {
  readonly #groups = new Map<string, Group>();
  /** At or before the first moment at which a group is quiet for too long. */
  #quietAt = Number.POSITIVE_INFINITY;

  /** `quietMs`: losses end if no machine of their group joins or leaves for this time. */
  constructor(private readonly quietMs: number) {}

  /** The next moment at which time alone may end a loss, or infinity. */
  get nextQuietAt(): number {
    return this.#quietAt;
  }

  /** A machine whose group may have scaled in is lost if it belongs to an incident: until it ends, other losses are replaced first. */
  lose(machine: MachineFacts, at: number, wasHealthy: boolean, mayHaveScaledIn = false): readonly EndedLoss[] {
    const key = groupKey(machine.namespace, machine.group);
    const group = this.#groups.get(key) ?? { losses: new GroupLossTracker(this.quietMs), machines: new Map() };
    this.#groups.set(key, group);
    group.losses.passTo(at);
    group.losses.take({ at, name: machine.name, kind: "left", wasHealthy, hasLeastSize: mayHaveScaledIn, inIncident: mayHaveScaledIn });
    group.machines.set(lossKey({ name: machine.name, at }), machine);
    this.#quietAt = Math.min(this.#quietAt, group.losses.quietAt);
    return this.#ended(key, group);
  }

  /** A machine joined a group, or left it as planned. */
  move(namespace: string, group: string, name: string, at: number, kind: "joined" | "planned", hasLeastSize = false): readonly EndedLoss[] {
    return this.#change(namespace, group, ({ losses }) => {
      losses.passTo(at);
      losses.take({ at, name, kind, wasHealthy: false, hasLeastSize });
    });
  }

  /** The expected size of a group was changed. */
  resize(namespace: string, group: string, at: number): readonly EndedLoss[] {
    return this.#change(namespace, group, ({ losses }) => {
      losses.passTo(at);
      losses.closeAll("size-changed", at);
    });
  }

  accept(namespace: string, group: string, loss: AcceptedLoss): readonly EndedLoss[] {
    return this.#change(namespace, group, ({ losses }) => {
      losses.passTo(loss.at);
      losses.accept(loss);
    });
  }

  /** Ends the losses of all groups that were quiet for too long at a moment. */
  passTo(at: number): readonly EndedLoss[] {
    const ended: EndedLoss[] = [];
    this.#quietAt = Number.POSITIVE_INFINITY;
    for (const [key, group] of this.#groups) {
      group.losses.passTo(at);
      ended.push(...this.#ended(key, group));
      if (this.#groups.has(key)) this.#quietAt = Math.min(this.#quietAt, group.losses.quietAt);
    }
    return ended;
  }

  #change(namespace: string, name: string, change: (group: Group) => void): readonly EndedLoss[] {
    const key = groupKey(namespace, name);
    const group = this.#groups.get(key);
    if (group === undefined) return [];
    change(group);
    return this.#ended(key, group);
  }

  #ended(key: string, { losses, machines }: Group): readonly EndedLoss[] {
    const ended = losses.takeEnded().flatMap((loss) => {
      const machine = machines.get(lossKey(loss));
      machines.delete(lossKey(loss));
      return machine === undefined ? [] : [{ machine, loss }];
    });
    if (losses.all.length === 0) this.#groups.delete(key);
    return ended;
  }
}

function groupKey(namespace: string, group: string): string {
  return `${namespace}/${group}`;
}

function lossKey({ name, at }: Pick<LossWithEnd, "name" | "at">): string {
  return `${name}\n${at}`;
}
