import type { LossesByTraitValue } from "@/lib/contract/answers/history";
import { mergedLabels, type WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { localityOf, parseLocality } from "@/lib/domain/localities/locality";
import { valueOfLabel } from "@/lib/domain/object/label-set";

/** What machines may have in common. */
export type Traits = ReadonlyMap<string, string>;

const TRAITS = 12;

/** `isTopologyRead`: as of `localityOf`. */
export function traitsOf(entry: WorkloadEntry, isTopologyRead: boolean): Traits {
  const labels = mergedLabels(entry);
  return new Map([
    ["zone", parseLocality(localityOf(entry, isTopologyRead)).zone],
    ["replica", entry.controller],
    ["network", entry.network],
    ["version", valueOfLabel(labels, "version") ?? valueOfLabel(labels, "app.kubernetes.io/version") ?? ""],
    ["account", entry.serviceAccount],
  ]);
}

/** The machines that the lost are compared with: how many, and how many of them have a value of a trait; null = nobody knows. */
export interface LeftTraits {
  readonly size: number;
  count(trait: string, value: string): number | null;
}

/**
 * What the lost have in common, against those that stayed, most telling first: by how much larger the share among the lost is.
 * A value that is not set is nobody's trait, and one of which nobody knows how many others had it tells nothing.
 */
export function lossTraits(lost: readonly Traits[], left: LeftTraits): LossesByTraitValue[] {
  const found = new Map<string, { trait: string; value: string; lost: number }>();
  for (const traits of lost) {
    for (const [trait, value] of traits) {
      if (value === "") continue;
      const known = found.get(`${trait}\n${value}`) ?? { trait, value, lost: 0 };
      known.lost += 1;
      found.set(`${trait}\n${value}`, known);
    }
  }
  const telling = (one: LossesByTraitValue) => one.lost / Math.max(1, lost.length) - one.left / Math.max(1, left.size);
  return [...found.values()]
    .flatMap((one) => {
      const others = left.count(one.trait, one.value);
      return others === null ? [] : [{ ...one, left: others }];
    })
    .sort((a, b) => telling(b) - telling(a) || b.lost - a.lost || (a.value < b.value ? -1 : 1))
    .slice(0, TRAITS);
}
