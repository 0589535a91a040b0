import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const flapping: WordsOfFinding = {
  title: "Its health turns again and again",
  found: (facts) => {
    const times = `${evidenceText(facts, "turns")}${facts.evidence.isMore === true ? " or more" : ""} times`;
    const now = facts.evidence.status === "True" ? "healthy" : "unhealthy";
    return `${firstName(facts)} turned ${times} between healthy and unhealthy within an hour, told from ${evidenceText(facts, "toldFrom")} on; it is ${now} now.`;
  },
  why: "With every turn Istio takes the machine from all callers or gives it back: connections break, the others carry its share, and every sidecar is told each time.",
  whatToDo:
    "Look at what the machine says at each failure on its timeline, and at its load. Where it merely answers slowly, raise timeoutSeconds or failureThreshold of the probe in its group, and hand out a bundle with it.",
  cannotSee:
    "Turns that nobody saw, here or by the record, are not counted: those while the watch was cut, and those from before a start where nothing is recorded.",
};
