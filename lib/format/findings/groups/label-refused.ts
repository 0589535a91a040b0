import { listPhrase } from "@/lib/format/count";
import { type FoundFacts, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const labelRefused: WordsOfFinding = {
  title: "A group gives a label that no object can have",
  found: (facts) => `${firstName(facts)} gives its entries ${pairs(facts)}, which the API server takes of no object.`,
  why: "istiod copies the label to the entry, the API server refuses the entry, and with it the machine. Those that registered before stay as they are.",
  whatToDo: "Take the label away or shorten its value to 63 letters; a place is written with dots in a label. Machines whose bundle has it need a new one.",
  cannotSee: "Labels that a bundle adds to the group's are seen only once they arrive.",
};

function pairs({ evidence }: FoundFacts): string {
  const [keys, values] = [evidence.keys, evidence.values].map((value) => (typeof value === "object" ? value : []));
  return listPhrase((keys ?? []).map((key, at) => `${key}=${values?.[at]}`));
}
