import { hostPhrase } from "@/lib/format/findings/evidence-words";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const skippedForItsAddress: WordsOfFinding = {
  title: "A machine is skipped for its address",
  found: (facts) =>
    `${hostPhrase(facts)} selects ${firstName(facts)} and leaves it out: its address ${evidenceText(facts, "address")} is a ${evidenceText(facts, "kind") === "socket" ? "socket" : "host name"}, and ${evidenceText(facts, "by") === "Service" ? "a Service takes" : `resolution ${evidenceText(facts, "by")} takes`} IP addresses only.`,
  why: "istiod drops the pair without a word, in no log and no status: callers never reach this machine by this host.",
  whatToDo: "Give the entry the machine's IP address, or make the host a ServiceEntry with resolution DNS, by which callers look names up themselves.",
  cannotSee: "Whether the name can be resolved where callers are.",
};
