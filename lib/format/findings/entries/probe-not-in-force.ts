import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const probeNotInForce: WordsOfFinding = {
  title: "A probe is declared and not in force",
  found: (facts) => {
    const since = facts.evidence.groupEdited === true ? " The group was edited after it was made: the probe may be newer than the machine." : "";
    return `Group ${evidenceText(facts, "group")} declares a probe, and ${firstName(facts)} has no health gate.${since}`;
  },
  why: "The machine is sent to callers whatever its application does: nobody checks it, though its team believes so.",
  whatToDo: "Hand out a bundle with the probe, stop the agent until the entry is gone, and start it. A restart within the grace period changes nothing.",
  cannotSee: "Whether the machine's own mesh.yaml has a probe is not known until it reports.",
};
