import { listPhrase } from "@/lib/format/count";
import { evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const placeWithoutEffect: WordsOfFinding = {
  title: "Locality has no effect on a host",
  found: (facts) =>
    `${hostPhrase(facts)} has endpoints in ${listPhrase(evidenceList(facts, "zones"))}, and no outlier detection or traffic distribution puts locality in force.`,
  why: "All zones are one pool by weight: callers cross zones for most requests, and the dead machines of a lost zone get their share until they leave the list.",
  whatToDo:
    "Set the traffic distribution PreferClose, by which callers prefer their own zone; or write outlier detection with maxEjectionPercent: 100 into a DestinationRule, which also ejects the dead.",
  cannotSee: "DestinationRules of a caller's own namespace, and whether a pool of all zones is meant.",
};
