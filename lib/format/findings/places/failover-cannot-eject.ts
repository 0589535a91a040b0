import { evidenceCount } from "@/lib/format/findings/evidence-words";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const failoverCannotEject: WordsOfFinding = {
  title: "Failover cannot eject a lost zone",
  found: (facts) => {
    const percent = evidenceText(facts, "percent");
    const limit = percent === "" ? "without a maxEjectionPercent, which means 10 %" : `with maxEjectionPercent ${percent}`;
    const inZone = `${evidenceCount(facts, "inZone")} of ${evidenceCount(facts, "endpoints")} machines and Pods in ${evidenceText(facts, "zone")}`;
    return `${evidenceText(facts, "host")} has ${inZone}: ${limit}, a caller ejects ${evidenceCount(facts, "ejected") || "none"}${evidenceCount(facts, "ejected") === 0 ? "" : " at most"}.`;
  },
  why: "When the zone dies, callers eject up to that limit and go on sending to the other dead ones, until their entries leave the list: after a minute or so, or after up to 47 minutes where their istiod died with them.",
  whatToDo: "Write maxEjectionPercent: 100 into the outlier detection.",
  cannotSee:
    "Callers in other networks see one gateway in the place of many machines, DestinationRules of a caller's own namespace go before this one, and Envoy before 1.30 always ejects one.",
};
