import { plural } from "@/lib/format/count";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const clockSkew: WordsOfFinding = {
  title: "istiod's clock runs ahead",
  found: (facts) => {
    const { aheadSeconds } = facts.evidence;
    const ahead = typeof aheadSeconds === "number" ? `${plural(aheadSeconds, "second")} after the API server took the write` : "in the future";
    return `${firstName(facts)} is marked as connected at ${evidenceText(facts, "connectedAt")} by ${evidenceText(facts, "replica")}: ${ahead}.`;
  },
  why: "istiod removes entries whose mark lies too far in the future though the machine is connected, and every age and countdown of this machine is wrong.",
  whatToDo: "Set the clock of the Node on which that istiod runs (chrony or systemd-timesyncd). The next connection writes the mark anew.",
  cannotSee: "Clocks that run behind look like an older connection, and the clock of the machine itself is written nowhere.",
};
