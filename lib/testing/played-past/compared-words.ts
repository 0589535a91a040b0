import { STATES, type State } from "@/lib/domain/verdict/verdict";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { FleetCount } from "./count";

/**
 * Counts of one group in which the product and a script agree at any moment. The other words are left out: reconnecting and unverified machines
 * differ for some seconds, and a machine can be draining and reconnecting at once.
 */
export type ComparedWords = Readonly<Record<"registered" | "unhealthy" | "notChecked" | "healthy", number>>;

const WORD_OF: Readonly<Partial<Record<State, Exclude<keyof ComparedWords, "registered">>>> = {
  unhealthy: "unhealthy",
  "no-endpoint": "unhealthy",
  unchecked: "notChecked",
  healthy: "healthy",
};

/** The groups of a fleet of the product that have machines, by "CLUSTER/NAMESPACE/NAME"; the name "" = entries in no group of the cluster. */
export function wordsOfFleet(fleet: Pick<FleetReader, "groups">): ReadonlyMap<string, ComparedWords> {
  const groups = new Map<string, ComparedWords>();
  for (const { place, name, counts } of fleet.groups()) {
    const words: Record<keyof ComparedWords, number> = { registered: 0, unhealthy: 0, notChecked: 0, healthy: 0 };
    for (const [at, state] of STATES.entries()) {
      const word = WORD_OF[state];
      if (state !== "vanished") words.registered += counts[at] ?? 0;
      if (word !== undefined) words[word] += counts[at] ?? 0;
    }
    const key = name === "" ? `${place.cluster}/` : `${place.cluster}/${place.namespace}/${name}`;
    if (words.registered > 0) groups.set(key, words);
  }
  return groups;
}

/** The same groups in a script's own count. */
export function wordsOfScript(count: FleetCount): ReadonlyMap<string, ComparedWords> {
  const groups = count.clusters.flatMap((cluster) => cluster.groups.map((one) => ({ ...one, key: `${cluster.cluster}/${one.group}` })));
  const compared = groups
    .filter(({ registered }) => registered > 0)
    .map(({ key, words, registered }): readonly [string, ComparedWords] => {
      const { unhealthy, healthy } = words;
      return [key, { registered, unhealthy, notChecked: words["not-checked"], healthy }];
    });
  return new Map(compared);
}
