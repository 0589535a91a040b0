import { evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const unusedServiceEntry: WordsOfFinding = {
  title: "A ServiceEntry selects nobody",
  found: (facts) => `${hostPhrase(facts)} selects ${evidenceList(facts, "wanted").join(", ")}, and nobody in its namespace has anything like it.`,
  why: "It answers no request, and as long as it is there its host name is taken: callers that use it get no endpoint.",
  whatToDo: "If nobody calls this host any more, delete the ServiceEntry. If machines are to come, leave it.",
  cannotSee: "Whether anybody still calls it: metrics of callers tell, and its VirtualServices and DestinationRules.",
};
