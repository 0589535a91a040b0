import { evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import { firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const portNameMissing: WordsOfFinding = {
  title: "A machine lacks a port that a Service names",
  found: (facts) => {
    const named = evidenceList(facts, "named");
    const has = named.length === 0 ? "names no port" : `names ${named.join(", ")} only`;
    const where = facts.evidence.isEveryPort === true ? "any port" : `port ${evidenceList(facts, "ports").join(", ")}`;
    return `${hostPhrase(facts)} sends to the port named ${evidenceList(facts, "missing").join(", ")}, and ${firstName(facts)} ${has}: it is not called on ${where}.`;
  },
  why: "istiod leaves the machine out of that port without a word: fewer machines carry the load than are listed as healthy.",
  whatToDo: "Name the port in spec.ports of the entry, and in the group's template for machines to come; or write a number as targetPort of the Service.",
  cannotSee: "On which port the application listens.",
};
