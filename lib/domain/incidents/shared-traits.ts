import { countMachinesByTrait } from "./cause";
import type { CauseTrait, Incident } from "./incident";
import { INCIDENT_LIMITS } from "./limits";
import { type MachinePopulation, TRAITS } from "./observation";
import { isSeparatingTrait, type TraitValue, TraitValueSizes } from "./traits";

/** The most traits that are compared on one page. */
const MOST_TRAITS = 6;

/** A trait with its shares. `separates`: nearly all machines of the incident have it, and its share among the others is far below. */
export interface SharedTrait extends CauseTrait {
  readonly separates: boolean;
}

/**
 * Returns the most frequent value of each trait among the machines of an incident, with its share among the others: traits that separate them first, then the
 * larger share. Values that all machines have, or only one machine of the incident, are left out. `population`: null = the fleet is not that of the incident,
 * as after its end. Then only the stored traits of the cause are known.
 */
export function sharedTraits(incident: Incident, population: MachinePopulation | null): readonly SharedTrait[] {
  const { cause, clusters, members, changes } = incident;
  if (population === null) return cause.traits.map((trait) => ({ ...trait, separates: true }));
  const [cluster = ""] = clusters;
  const sizes = new TraitValueSizes(population);
  const { values, size } = countMachinesByTrait(members, changes);
  const all = sizes.all(cluster, size);
  const compared = mostFrequent([...values.values()]).flatMap(({ value, count }): SharedTrait[] => {
    const { trait } = value;
    const having = sizes.having(value, count);
    if (trait === "cluster" || trait === "known" || count < 2 || having >= all) return [];
    const shares = { failed: count, ofFailed: size, having, all };
    return [
      {
        trait,
        value: value.value,
        bad: count,
        of: size,
        others: having - count,
        ofOthers: all - size,
        separates: count >= size * INCIDENT_LIMITS.commonShare && isSeparatingTrait(shares, INCIDENT_LIMITS.chanceOfAll),
      },
    ];
  });
  const group = compared.find(({ trait }) => trait === "group");
  return compared
    .filter((one) => group === undefined || !isOfGroup(one, group))
    .sort(compareTraits)
    .slice(0, MOST_TRAITS);
}

interface CountedValue {
  readonly value: TraitValue;
  readonly count: number;
}

/** The most frequent value of each trait. */
function mostFrequent(counted: readonly CountedValue[]): readonly CountedValue[] {
  const byTrait = new Map<string, CountedValue>();
  for (const one of counted) {
    const most = byTrait.get(one.value.trait);
    if (most === undefined || one.count > most.count) byTrait.set(one.value.trait, one);
  }
  return [...byTrait.values()];
}

/** True if a trait says no more than the group: the account, version or change of its machines. */
function isOfGroup({ trait, bad, others }: SharedTrait, group: SharedTrait): boolean {
  const depends = trait === "account" || trait === "version" || trait === "change";
  return depends && bad === group.bad && others === group.others;
}

function compareTraits(a: SharedTrait, b: SharedTrait): number {
  return Number(b.separates) - Number(a.separates) || b.bad - a.bad || TRAITS.indexOf(a.trait) - TRAITS.indexOf(b.trait);
}
