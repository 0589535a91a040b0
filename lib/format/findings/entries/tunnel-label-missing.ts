import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const tunnelLabelMissing: WordsOfFinding = {
  title: "An entry of an ambient mesh does not say that it takes HBONE",
  found: (facts) =>
    `${firstName(facts)} of group ${evidenceText(facts, "group")} lacks the label networking.istio.io/tunnel, and its istiod serves an ambient mesh.`,
  why: "Ambient callers do not tunnel to it. istiod writes the label at the registration, since 1.30.3 and 1.31: this entry is older than that, or its proxy takes no HBONE.",
  whatToDo: "Have the entry made anew: stop the agent for longer than the grace period, and start it. Without HBONE in its bundle the label stays away.",
  cannotSee: "Whether the machine's proxy takes HBONE is not known.",
};
