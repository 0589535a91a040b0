/** One value of a trait among a group's machines: how many in trouble have it, and how many of the others. */
export interface SharedTrait {
  readonly trait: "zone" | "replica" | "network" | "version";
  readonly value: string;
  readonly troubled: number;
  readonly others: number;
}

/** A trait that more of the others have than this does not set the troubled apart. */
const MOST_OF_THE_OTHERS = 0.8;

/**
 * What all machines in trouble share though most others do not, most telling first: ["zone eu-central-1a", …].
 * One machine shares nothing, and where nobody else is left there is nothing to tell it from. A value that is not set is nobody's trait.
 */
export function sharedTraits(traits: readonly SharedTrait[], troubled: number, others: number): string[] {
  if (troubled < 2 || others === 0) return [];
  return traits
    .filter((one) => one.value !== "" && one.troubled === troubled && one.others / others <= MOST_OF_THE_OTHERS)
    .sort((a, b) => a.others - b.others)
    .map((one) => `${one.trait} ${one.value}`);
}
