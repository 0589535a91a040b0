import { plural } from "@/lib/format/count";
import { firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const gateWithoutProbe: WordsOfFinding = {
  title: "A group switches the health gate on and has no probe",
  found: (facts) => `${firstName(facts)} annotates its entries as checked (${plural(Number(facts.evidence.machines ?? 0), "machine")}), and declares no probe.`,
  why: "A machine whose bundle has no probe reports nothing, and Istio sends a machine that is to be checked and never reported to no sidecar; ambient callers are sent it all the same.",
  whatToDo: "Declare a probe and hand out new bundles, or take the annotation out of the group's spec.metadata.",
  cannotSee: "Machines may have a probe in a mesh.yaml of their own; then they report, and the annotation does no harm.",
};
