import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const healthIgnored: WordsOfFinding = {
  title: "Health is reported and ignored",
  found: (facts) => {
    const message = evidenceText(facts, "message");
    const gate = evidenceText(facts, "gate");
    const said = `Healthy=${evidenceText(facts, "status")}${message === "" ? "" : ` (${message})`}`;
    return `${firstName(facts)} reports ${said}, and its health gate ${gate === "" ? "is not set" : `says ${gate}`}.`;
  },
  why: "Istio heeds the report only where the entry has the annotation: without it an unhealthy machine goes on getting traffic.",
  whatToDo: "Set the annotation proxy.istio.io/health-checks-enabled to true; from then on the last report decides.",
  cannotSee: "Whether somebody left the gate off on purpose is not written anywhere.",
};
