import { evidenceCount, hostPhrase } from "@/lib/format/findings/evidence-words";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const roundRobinOfSeveral: WordsOfFinding = {
  title: "DNS_ROUND_ROBIN calls one machine of several",
  found: (facts) =>
    `${hostPhrase(facts)} has ${evidenceCount(facts, "sent")} endpoints and resolution DNS_ROUND_ROBIN: one is called, ${evidenceCount(facts, "lost")} never.`,
  why: "That resolution has one place for each port, and the first by kind and name has it. The other machines stand idle, and nothing fails over to them.",
  whatToDo: "Write resolution DNS, which calls all of them; or STATIC, where all have IP addresses.",
  cannotSee: "How many addresses the one name stands for, where its address is a name.",
};
