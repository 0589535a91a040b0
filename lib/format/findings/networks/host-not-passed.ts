import { listPhrase, plural } from "@/lib/format/count";
import { evidenceCount, evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const hostNotPassed: WordsOfFinding = {
  title: "No gateway passes a host on",
  found: (facts) => {
    const passed = evidenceList(facts, "passed");
    const list = passed.length === 0 ? "no Gateway passes any host" : `Gateways pass ${listPhrase(passed)} only`;
    const machines = plural(evidenceCount(facts, "machines"), "machine");
    return `${hostPhrase(facts)} has ${machines} behind gateways of ${listPhrase(evidenceList(facts, "networks"))}, and ${list}.`;
  },
  why: "Callers in other networks are sent to a gateway that has no way for this host: their connections are closed. *.local covers Kubernetes hosts, and none of another domain.",
  whatToDo: "Add the host to the servers with tls.mode AUTO_PASSTHROUGH of the Gateway that serves port 15443, or give it a name that is listed.",
  cannotSee: "Whether callers are in other networks at all, and which proxies a Gateway's selector means.",
};
