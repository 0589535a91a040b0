import { type ExpectedSize, parseExpectedSize } from "@/lib/domain/group/expected-size";
import { hasExpectedSize, hasLeastSize } from "@/lib/domain/group/group-total";
import type { KnownSize } from "@/lib/server/history/known-sizes";

interface Group {
  registered: number;
  /** The losses that users accepted since the size was declared. */
  accepted: number;
  learned: KnownSize;
}

/** The sizes of the groups of one cluster at a moment of the past: registered, learned and accepted. */
export class CountedSizes {
  readonly #groups = new Map<string, Group>();

  /** A machine registered in a group (1), or is not registered any more (-1). */
  register(namespace: string, group: string, by: 1 | -1): void {
    this.#group(namespace, group).registered += by;
  }

  /** Pages show another learned size from now on. */
  learn(namespace: string, group: string, known: KnownSize): void {
    this.#group(namespace, group).learned = known;
  }

  accept(namespace: string, group: string): void {
    this.#group(namespace, group).accepted++;
  }

  /** The declared size changed, so that accepted losses do not lower it any more. */
  declare(namespace: string, group: string): void {
    this.#group(namespace, group).accepted = 0;
  }

  /** True if the group has its expected size (`hasExpectedSize`). `declared`: the annotation of the group; undefined = it does not exist. */
  isComplete(namespace: string, name: string, declared: string | null | undefined): boolean {
    const group = this.#groups.get(groupKey(namespace, name));
    return group !== undefined && declared !== undefined && hasExpectedSize(group.registered, sizeOf(group, declared), group.accepted);
  }

  /** True if the group may shrink by itself and has its least size (`hasLeastSize`). `declared`: as above. */
  hasLeastSize(namespace: string, name: string, declared: string | null | undefined): boolean {
    const group = this.#groups.get(groupKey(namespace, name));
    return group !== undefined && declared !== undefined && hasLeastSize(group.registered, sizeOf(group, declared));
  }

  #group(namespace: string, name: string): Group {
    const key = groupKey(namespace, name);
    const group = this.#groups.get(key) ?? { registered: 0, accepted: 0, learned: null };
    this.#groups.set(key, group);
    return group;
  }
}

function sizeOf({ learned }: Group, declared: string | null): ExpectedSize | NonNullable<KnownSize> {
  const size = parseExpectedSize(declared);
  return size.kind === "unknown" ? (learned ?? size) : size;
}

function groupKey(namespace: string, group: string): string {
  return `${namespace}/${group}`;
}
