/** Where this server answers otherwise than the recorded one, by the number of the interaction, and why. */
export const knownDifferences: ReadonlyMap<number, string> = new Map<number, string>([]);
