import { evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const portSurprise: WordsOfFinding = {
  title: "A port ends where one would not look",
  found: (facts) => {
    const end = `Port ${evidenceText(facts, "number")} of ${hostPhrase(facts)} ends on ${evidenceText(facts, "ends")} of ${firstName(facts)}`;
    return evidenceText(facts, "why") === "overridden"
      ? `${end}: the entry's own port ${evidenceText(facts, "port")} goes before the targetPort.`
      : `${end}, and the entry names ${evidenceList(facts, "named").join(", ")} only.`;
  },
  why: "Callers connect to that port whatever the application listens on; where nothing listens, each request to this machine fails.",
  whatToDo: "Compare with the port that the application listens on. Then write it under the host's port name in spec.ports of the entry, or change the host.",
  cannotSee: "On which port the application listens: an entry may leave out ports that it has.",
};
