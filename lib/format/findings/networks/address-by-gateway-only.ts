import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const addressByGatewayOnly: WordsOfFinding = {
  title: "An entry has no address, and its network no gateway",
  found: (facts) => `${firstName(facts)} has a network, ${evidenceText(facts, "network")}, and no address: the network has no gateway to stand for it.`,
  why: "There is nothing to connect to: callers are not sent this entry, or an endpoint without an address.",
  whatToDo: "Write the machine's address, or install a gateway for its network.",
  cannotSee: "Gateways of the Kubernetes Gateway API.",
};
