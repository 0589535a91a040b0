import { labelOf } from "./label-set";
import { localityOf, parseLocality } from "./locality";
import { mergedLabels } from "./merged-labels";
import type { WorkloadEntry } from "./workload-entry";

/** What may tell machines in trouble from the rest; "" = not set, which nobody shares. */
export interface Traits {
  readonly zone: string;
  readonly replica: string;
  readonly network: string;
  readonly version: string;
}

const TRAITS = ["zone", "replica", "network", "version"] as const satisfies readonly (keyof Traits)[];

/** A trait that more of the others have than this does not set the troubled apart. */
const MOST_OF_THE_OTHERS = 0.8;

/** The traits of an entry: zone of its locality, istiod replica, network, label `version`. */
export function traitsOf(entry: Pick<WorkloadEntry, "locality" | "specLabels" | "metadataLabels" | "network" | "controller">): Traits {
  const { zone } = parseLocality(localityOf(entry));
  return { zone, replica: entry.controller, network: entry.network, version: labelOf(mergedLabels(entry), "version") ?? "" };
}

/**
 * What all machines in trouble share though most others do not, most telling first: ["zone eu-central-1a", …].
 * One machine shares nothing, and where nobody else is left there is nothing to tell it from.
 */
export function commonalitiesOf(troubled: readonly Traits[], others: readonly Traits[]): string[] {
  const [first, ...rest] = troubled;
  if (first === undefined || rest.length === 0 || others.length === 0) return [];
  return TRAITS.map((trait) => ({ trait, value: first[trait] }))
    .filter(({ trait, value }) => value !== "" && rest.every((machine) => machine[trait] === value))
    .map(({ trait, value }) => ({ words: `${trait} ${value}`, share: others.filter((machine) => machine[trait] === value).length / others.length }))
    .filter(({ share }) => share <= MOST_OF_THE_OTHERS)
    .sort((a, b) => a.share - b.share)
    .map(({ words }) => words);
}
