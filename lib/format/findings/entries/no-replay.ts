import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const noReplay: WordsOfFinding = {
  title: "Health was not confirmed since the machine reconnected",
  found: (facts) =>
    `${firstName(facts)} connected to ${evidenceText(facts, "replica")} at ${evidenceText(facts, "connectedAt")}, and its last report (Healthy=${evidenceText(facts, "status")}) is of ${evidenceText(facts, "lastProbeTime")}.`,
  why: "A machine repeats its last report once after every connection. This one did not, so what stands there is from before: the report was lost, or the agent is stuck.",
  whatToDo: "Restart the machine's agent if the report does not come with the next connection.",
  cannotSee: "Whether the application is well is not known; the report that stands there may still be true.",
};
