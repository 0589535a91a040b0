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

/**
 * The sharpest of the traits that all machines in trouble share and that separate them: fewer of the others have it than of any other trait. Two traits if
 * they separate equally, and the cause is one of them.
 */
export function sharpestTraits(traits: readonly SharedTrait[], troubled: number, others: number): string[] {
  if (troubled < 2 || others === 0) return [];
  const shared = traits.filter(
    (one) => one.value !== "" && one.troubled === troubled && one.others < one.troubled && one.others / others <= MOST_OF_THE_OTHERS,
  );
  const fewest = Math.min(...shared.map((one) => one.others));
  return shared
    .filter((one) => one.others === fewest)
    .slice(0, 2)
    .map((one) => `${one.trait} ${one.value}`);
}
