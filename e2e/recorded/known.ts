import type { Machine } from "@/e2e/values/machines";
import type { Service } from "@/e2e/values/services";
import { servingOf, World, worstState } from "@/e2e/values/world";

/** The state of the cluster at one moment, with the values that recorded addresses show. */
export class Known extends World {
  /** Returns the state of a machine; "vanished" for a deleted one. */
  state(namespace: string, name: string): string {
    return this.machine(namespace, name)?.state ?? "vanished";
  }

  of(namespace: string, group: string): readonly Machine[] {
    return this.group(namespace, group).machines;
  }

  /** Returns the worst state among a group's machines. */
  worst(namespace: string, group: string): string {
    return worstState(this.of(namespace, group)) ?? "vanished";
  }

  /** Returns the state of a group in a list: missing machines come before all other states. */
  groupState(namespace: string, group: string): string {
    return this.of(namespace, group).length < this.size(namespace, group) ? "vanished" : this.worst(namespace, group);
  }

  /** Counts the groups for which the condition is true: existing ones, and those that only machines name. */
  countGroups(holds: (machines: readonly Machine[], namespace: string, name: string) => boolean): number {
    return this.namedGroups.filter(({ machines, namespace, name }) => holds(machines, namespace, name)).length;
  }

  /** Returns the size that a group declares. */
  size(namespace: string, name: string): number {
    return this.group(namespace, name).size ?? 0;
  }

  /** Counts the machines of a service that receive traffic. */
  serving(namespace: string, name: string): number {
    return servingOf(this.host(namespace, name).machines);
  }

  host(namespace: string, name: string): Service {
    const found = this.service(namespace, name);
    if (found === undefined) throw new Error(`${namespace}/${name} has no host.`);
    return found;
  }

  /** Returns the uid of the newest object with a name, including deleted ones. */
  uid(namespace: string, name: string): string {
    const versions = this.raw.histories("entry").flat();
    const found = versions.findLast(({ object: { metadata } }) => metadata.namespace === namespace && metadata.name === name);
    if (found === undefined) throw new Error(`There was no entry ${namespace}/${name}.`);
    return found.object.metadata.uid;
  }

  /** Counts the machines of a group that ended since the watch began. */
  endedIn(group: string): number {
    return this.ended.filter(({ group: name }) => name === group).length;
  }
}
