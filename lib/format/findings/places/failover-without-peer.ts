import { listPhrase } from "@/lib/format/count";
import { evidenceList } from "@/lib/format/findings/evidence-words";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const failoverWithoutPeer: WordsOfFinding = {
  title: "A failover leads to a region without machines",
  found: (facts) =>
    `${evidenceText(facts, "host")} fails over from ${evidenceText(facts, "from")} to ${evidenceText(facts, "to")}, and has nobody there: only ${listPhrase(evidenceList(facts, "regions"))}.`,
  why: "When the region fails, the rule has no effect: nobody takes over.",
  whatToDo: "Add machines in the other region, or name the region that has them.",
  cannotSee: "Machines of other clusters that define the same host.",
};
