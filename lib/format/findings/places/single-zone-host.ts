import { evidenceCount, hostPhrase, takenPhrase } from "@/lib/format/findings/evidence-words";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const singleZoneHost: WordsOfFinding = {
  title: "All of a host is in one zone",
  found: (facts) =>
    `${hostPhrase(facts)} has ${takenPhrase(evidenceCount(facts, "machines"), evidenceCount(facts, "pods"))}, all of them in ${evidenceText(facts, "zone")}.`,
  why: "When that zone is lost the host is gone, and no setting of Istio helps.",
  whatToDo: "Start machines or Pods in a second zone.",
  cannotSee: "Machines of other clusters that define the same host, and zones that fail together.",
};
