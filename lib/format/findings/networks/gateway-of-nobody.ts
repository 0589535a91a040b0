import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const gatewayOfNobody: WordsOfFinding = {
  title: "A gateway of a network serves nobody",
  found: (facts) =>
    `${evidenceText(facts, "gateway")} leads into ${evidenceText(facts, "network")} by its label and has no ${evidenceText(facts, "lacks") === "port" ? "port 15443, 15008 or networking.istio.io/gatewayPort" : "address"}: istiod makes no gateway of it.`,
  why: "Machines of that network are called as if it had no gateway: directly, or not at all.",
  whatToDo: "For a port, install the gateway with 15443 and a listener of AUTO_PASSTHROUGH. For an address, wait for the load balancer, or write externalIPs.",
  cannotSee: "Whether a listener stands behind the port, and which hosts an Istio Gateway passes there.",
};
