import { hostPhrase } from "@/lib/format/findings/evidence-words";
import { firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const headlessSkipsMachine: WordsOfFinding = {
  title: "Only a headless Service selects a machine",
  found: (facts) =>
    `${firstName(facts)} has the labels that ${hostPhrase(facts)} wants, and the Service is headless: it takes Pods only. No other host takes the machine.`,
  why: "A headless Service is answered by DNS, which knows no machines. istiod leaves the machine out without a word, and nobody calls it.",
  whatToDo: "Add a Service with a cluster IP, or a ServiceEntry, that selects the same labels.",
  cannotSee: "Whether the machine is meant to be called at all.",
};
