import { STATES, type State } from "@/lib/domain/verdict";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { FleetCount } from "./count";

/**
 * Counts of one group in which the product and a script agree at any moment. `unsure` adds up unverified and reconnecting machines,
 * because the border between these words is a matter of some seconds.
 */
export type ComparedWords = Readonly<Record<"registered" | "unhealthy" | "draining" | "starting" | "notChecked" | "healthy" | "unsure", number>>;

const WORD_OF: Readonly<Record<State, keyof ComparedWords | null>> = {
  ...{
    unreadable: "unsure",
    vanished: null,
    unhealthy: "unhealthy",
    "no-endpoint": "unhealthy",
    disconnected: "unsure",
    unverified: "unsure",
    overdue: "unsure",
  },
  ...{ reconnecting: "unsure", draining: "draining", awaiting: "starting", unchecked: "notChecked", healthy: "healthy" },
};

/** The groups of a fleet of the product that have machines, by "CLUSTER/NAMESPACE/NAME"; the name "" = entries in no group of the cluster. */
export function wordsOfFleet(fleet: Pick<FleetReader, "groups">): ReadonlyMap<string, ComparedWords> {
  const groups = new Map<string, ComparedWords>();
  for (const { place, name, counts } of fleet.groups()) {
    const words: Record<keyof ComparedWords, number> = { registered: 0, unhealthy: 0, draining: 0, starting: 0, notChecked: 0, healthy: 0, unsure: 0 };
    for (const [at, state] of STATES.entries()) {
      const word = WORD_OF[state];
      if (word === null) continue;
      words[word] += counts[at] ?? 0;
      words.registered += counts[at] ?? 0;
    }
    const key = name === "" ? `${place.cluster}/` : `${place.cluster}/${place.namespace}/${name}`;
    if (words.registered > 0) groups.set(key, words);
  }
  return groups;
}

/** The same of a script's own count. */
export function wordsOfScript(count: FleetCount): ReadonlyMap<string, ComparedWords> {
  const groups = count.clusters.flatMap((cluster) => cluster.groups.map((one) => ({ ...one, key: `${cluster.cluster}/${one.group}` })));
  const compared = groups
    .filter(({ registered }) => registered > 0)
    .map(({ key, words, registered }): readonly [string, ComparedWords] => {
      const { unhealthy, draining, starting, healthy, unverified, reconnecting } = words;
      return [key, { registered, unhealthy, draining, starting, notChecked: words["not-checked"], healthy, unsure: unverified + reconnecting }];
    });
  return new Map(compared);
}
