import { addressTargetPhrase } from "@/lib/format/address-target-words";
import { listAtMost } from "@/lib/format/text/lists";
import { evidenceList, evidenceText } from "./evidence";
import type { FoundFacts } from "./rule-texts";

type Evidence = Pick<FoundFacts, "evidence">;

/** "the address 127.0.0.1, which is a loopback address: each caller calls itself". */
export function addressFaultPhrase(facts: Evidence): string {
  const address = `the address ${evidenceText(facts, "address")}`;
  const target = addressTargetPhrase(facts.evidence.target);
  if (target !== null) return `${address}, which is ${target}`;
  const meant = evidenceText(facts, "meant");
  return `${address}, which Istio reads as neither an IP address nor a host name${meant === "" ? "" : `. ${meant} may be meant`}`;
}

/** "the address 10.96.0.1, which is the cluster IP of Service shop/a: callers reach the Pods behind it". */
export function otherTargetPhrase(facts: Evidence): string {
  const address = `the address ${evidenceText(facts, "address")}`;
  const target = addressTargetPhrase(facts.evidence.target);
  if (target !== null) return `${address}, which is ${target}`;
  return `${address}, which is the cluster IP of Service ${listAtMost(evidenceList(facts, "services"), 3)}: callers reach its endpoints, on its ports only`;
}
