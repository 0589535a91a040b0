import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const localityOfFourParts: WordsOfFinding = {
  title: "A locality has more than three parts",
  found: (facts) =>
    `${firstName(facts)} is in ${evidenceText(facts, "written")}, of which Istio reads ${evidenceText(facts, "kept")} and drops ${evidenceText(facts, "dropped")}.`,
  why: "Whoever wrote the fourth part means a difference that Istio does not make: failover and distribution treat these places as one.",
  whatToDo: "Write region, zone and subzone only; put more into a label of your own.",
  cannotSee: "Tools of others that read the fourth part.",
};
