import { hostPhrase } from "@/lib/format/findings/evidence-words";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const selectorWithoutResolution: WordsOfFinding = {
  title: "A selector has no effect: resolution is NONE",
  found: (facts) => `${hostPhrase(facts)} selects machines with resolution NONE, or none written: callers are sent no list of them.`,
  why: "Callers connect to the address that the application looked up itself. The machines that the selector takes are never asked, healthy or not.",
  whatToDo: "Write resolution STATIC for machines with IP addresses, DNS for machines with host names.",
  cannotSee: "Whether callers reach the machines by addresses that they know from elsewhere.",
};
