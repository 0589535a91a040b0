import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const localityLost: WordsOfFinding = {
  title: "A machine has lost its group's locality",
  found: (facts) => `${firstName(facts)} has no locality, though its group ${evidenceText(facts, "group")} says ${evidenceText(facts, "meant")}.`,
  why: "istiod takes the locality that the machine reports over the template's, an empty one too: locality load balancing does not know where this machine is.",
  whatToDo: "Set the label topology.istio.io/locality on the entry, and in the group's spec.metadata.labels: a label stays where spec.locality is overwritten.",
  cannotSee: "Where the machine stands: the template speaks for all machines of the group.",
};
