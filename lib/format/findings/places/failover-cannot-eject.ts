import { evidenceCount } from "@/lib/format/findings/evidence-words";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const failoverCannotEject: WordsOfFinding = {
  title: "Failover cannot eject a lost zone",
  found: (facts) => {
    const percent = evidenceText(facts, "percent");
    const limit = percent === "" ? "no maxEjectionPercent, which is 10 %" : `maxEjectionPercent ${percent}`;
    return `${evidenceText(facts, "host")} has ${evidenceCount(facts, "inZone")} of ${evidenceCount(facts, "endpoints")} machines and Pods in ${evidenceText(facts, "zone")}, and by ${limit} a caller ejects at most ${evidenceCount(facts, "ejected")}.`;
  },
  why: "When the zone dies, callers eject up to that limit and go on sending to the other dead ones, until their entries leave the list: after a minute or so, or after up to 47 minutes where their istiod died with them.",
  whatToDo: "Write maxEjectionPercent: 100 into the outlier detection.",
  cannotSee:
    "Callers in other networks see one gateway in the place of many machines, DestinationRules of a caller's own namespace go before this one, and Envoy before 1.30 always ejects one.",
};
