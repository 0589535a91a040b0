import { listPhrase } from "@/lib/format/count";
import { type FoundFacts, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const labelInBothPlaces: WordsOfFinding = {
  title: "A group sets a label twice, to different values",
  found: (facts) => `${firstName(facts)} sets ${pairs(facts)}.`,
  why: "A bundle takes the template's value, istiod the other: machines of one group have the one or the other, by how they were set up, and selectors take some of them.",
  whatToDo: "Keep the label in spec.metadata.labels alone. Machines whose bundle has the other value need a new one.",
  cannotSee: "Which of both values a bundle has is seen only by what its machine registered with.",
};

/** "tier to a in template.labels and to b in spec.metadata.labels". */
function pairs({ evidence }: FoundFacts): string {
  const [keys, inTemplate, inMetadata] = [evidence.keys, evidence.inTemplate, evidence.inMetadata].map((value) => (typeof value === "object" ? value : []));
  return listPhrase((keys ?? []).map((key, at) => `${key} to ${inTemplate?.[at]} in template.labels and to ${inMetadata?.[at]} in spec.metadata.labels`));
}
