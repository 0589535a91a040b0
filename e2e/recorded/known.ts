import { declaredSize, groupNameOf, type Judged, machinesAt, WORDS } from "@/e2e/words/judged";
import type { RawObject } from "@/e2e/words/raw-objects";
import type { RawWatch } from "@/e2e/words/raw-watch";
import { hostsAt, type JudgedHost } from "@/e2e/words/selected";

/** The state key in the page's markup, by the state name of `Judged`. */
const KEYS: Readonly<Partial<Record<Judged["word"], string>>> = { "Awaiting first probe": "awaiting", "Not checked": "unchecked" };

/** The state of the cluster at one moment, read directly from its objects and not through the product. */
export class Known {
  readonly machines: readonly Judged[];
  readonly hosts: readonly JudgedHost[];

  constructor(
    private readonly raw: RawWatch,
    private readonly at: number,
  ) {
    this.machines = machinesAt(raw, at);
    const groups = this.raw.at("group", at);
    const inhabited = new Set([...this.machines.map(({ namespace }) => namespace), ...groups.map(({ metadata }) => metadata.namespace)]);
    this.hosts = hostsAt(raw, at).filter(({ namespace }) => inhabited.has(namespace));
  }

  /** Returns the state of a machine; "vanished" for a deleted one. */
  state(namespace: string, name: string): string {
    const found = this.machines.find((machine) => machine.namespace === namespace && machine.name === name);
    return found === undefined ? "vanished" : stateKey(found.word);
  }

  of(namespace: string, group: string): readonly Judged[] {
    return this.machines.filter((machine) => machine.namespace === namespace && machine.group === group);
  }

  /** Returns the worst state among a group's machines. */
  worst(namespace: string, group: string): string {
    const words = this.of(namespace, group).map(({ word }) => word);
    return stateKey([...words].sort((a, b) => WORDS.indexOf(a) - WORDS.indexOf(b))[0] ?? "Vanished");
  }

  /** Returns the state of a group in a list: missing machines come before all other states. */
  groupState(namespace: string, group: string): string {
    return this.of(namespace, group).length < this.size(namespace, group) ? "vanished" : this.worst(namespace, group);
  }

  /** Counts the groups for which the condition is true: existing ones, and those that only machines name. */
  groups(holds: (machines: readonly Judged[], namespace: string, name: string) => boolean): number {
    const existing = this.raw.at("group", this.at).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    const named = this.machines.filter(({ group }) => group !== "").map(({ namespace, group }) => `${namespace}/${group}`);
    return [...new Set([...existing, ...named])].filter((key) => {
      const [namespace = "", name = ""] = key.split("/");
      return holds(this.of(namespace, name), namespace, name);
    }).length;
  }

  /** Returns the size that a group declares. */
  size(namespace: string, name: string): number {
    const group = this.raw.at("group", this.at).find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
    return group === undefined ? 0 : (declaredSize(group) ?? 0);
  }

  /** Counts the machines of a service that receive traffic. */
  serving(namespace: string, name: string): number {
    return this.host(namespace, name).machines.filter(({ serves }) => serves).length;
  }

  host(namespace: string, name: string): JudgedHost {
    const found = this.hosts.find((host) => host.namespace === namespace && host.name === name);
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
  ended(group: string): number {
    const last = this.raw.histories("entry").flatMap((versions) => versions.slice(-1));
    return last.filter(({ isLast, object }) => isLast && groupNameOf(object) === group).length;
  }

  objects(kind: Parameters<RawWatch["at"]>[0]): readonly RawObject[] {
    return this.raw.at(kind, this.at);
  }
}

function stateKey(word: Judged["word"]): string {
  return KEYS[word] ?? word.toLowerCase();
}
