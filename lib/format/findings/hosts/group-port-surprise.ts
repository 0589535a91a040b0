import { plural } from "@/lib/format/count";
import { evidenceCount, evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const groupPortSurprise: WordsOfFinding = {
  title: "A port ends on a group's machines where one would not look",
  found: (facts) => {
    const machines = plural(evidenceCount(facts, "machines"), "machine");
    const end = `Port ${evidenceText(facts, "number")} of ${hostPhrase(facts)} ends on ${evidenceText(facts, "ends")} of the ${machines} of ${firstName(facts)}`;
    return evidenceText(facts, "why") === "overridden"
      ? `${end}: the template's own port ${evidenceText(facts, "port")} goes before the targetPort.`
      : `${end}, and the template names ${evidenceList(facts, "named").join(", ")} only.`;
  },
  why: "Callers connect to that port whatever the application listens on; where nothing listens, each request to these machines fails.",
  whatToDo:
    "Compare with the port that the application listens on. Then write it under the host's port name in the group's template and in spec.ports of the entries that are there, or change the host.",
  cannotSee: "On which port the application listens: a template may leave out ports that its machines have.",
};
