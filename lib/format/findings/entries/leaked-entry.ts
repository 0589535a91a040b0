import { plural } from "@/lib/format/count";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const leakedEntry: WordsOfFinding = {
  title: "An entry outlived the connection that it claims",
  found: (facts) => {
    const { maxAgeMinutes, isAssumed, why } = facts.evidence;
    const marked = `${firstName(facts)} claims a connection since ${evidenceText(facts, "connectedAt")}`;
    if (why === "no-time") return `${marked}, which is no time.`;
    if (typeof maxAgeMinutes !== "number") return `${marked}, which is older than a connection can be.`;
    const age = `${plural(maxAgeMinutes, "minute")}${isAssumed === true ? " (assumed)" : ""}`;
    return `${marked}, and istiod ends each after ${age}: nobody has renewed it for more than one and a half times that.`;
  },
  why: "The machine and the istiod that held it were lost together, so nobody wrote that it left: callers are still sent there until a sweep finds the entry.",
  whatToDo: "Ask whether the machine lives. If it does not, delete its entry now instead of waiting for istiod's sweep; if it does, restart its agent.",
  cannotSee: "Whether the machine lives is not known. Where istiod ends no connections, age proves nothing and this is never found.",
};
