import type { RuleNameOf } from "@/lib/domain/findings/rule-names";
import type { GatewayClosed } from "@/lib/domain/selection/endpoint-tls";
import { listOf } from "@/lib/format/text/lists";
import { formatNumber, oneOrMany, plural } from "@/lib/format/text/numbers";
import { have } from "@/lib/format/text/tense";
import { tlsCausePhrase } from "@/lib/format/tls-words";
import { tlsAdvice } from "./advice";
import { evidenceCount, evidenceList, evidenceText, firstName, hostPhrase } from "./evidence";
import type { FoundFacts, RuleTexts } from "./rule-texts";

/** The answer to callers of an entry without an address and without a gateway, by its code. */
const NO_ADDRESS_CALLERS: Readonly<Record<string, string>> = {
  nothing: "Callers get no endpoint for it.",
  "empty-address": "The mesh has no gateway, so callers get an empty address.",
  "not-known": "Callers of its DNS services may get an empty address.",
  "by-service": "Callers of its DNS services may get an empty address.",
};

/** The answer to callers of other networks, with its ports where it holds for some only. */
function closedSentence(facts: FoundFacts): string {
  const { isGatewaySent, isEveryPort } = facts.evidence;
  const plain = new Set(evidenceList(facts, "plainPorts"));
  const notSent = evidenceList(facts, "ports").filter((port) => !plain.has(port));
  const isMixed = plain.size > 0 && notSent.length > 0;
  const on = (ports: readonly string[]) => (isEveryPort === false || isMixed ? ` on ${oneOrMany(ports.length, "port")} ${listOf(ports)}` : "");
  const results = {
    notSent: `are not sent it${on(notSent)}`,
    plain: `send that gateway plain text${on([...plain])}, which it closes`,
  };
  const [first, second] = isGatewaySent === true ? [results.plain, results.notSent] : [results.notSent, results.plain];
  const cause = tlsCausePhrase(evidenceText(facts, "because") as GatewayClosed);
  return `Callers of ${hostPhrase(facts)} in other networks ${first}: ${cause}.${isMixed ? ` They ${second}.` : ""}`;
}

/** The texts of the rules about networks. */
export const NETWORK_TEXTS: Readonly<Record<RuleNameOf<5>, RuleTexts>> = {
  "network-without-gateway": {
    title: "A network has no gateway",
    found: (facts) => {
      const machines = plural(evidenceCount(facts, "machines"), "machine");
      const tunnel = facts.evidence.hasTunnelOnly === true ? " for sidecars, only one for ambient" : "";
      const then = facts.evidence.leftOut === true ? "its machines are left out for callers of other networks" : directCalls(facts);
      return `${evidenceText(facts, "network")} has ${machines} and no gateway${tunnel}: ${then}.`;
    },
    why: "Nothing here can verify that a direct call works. Ambient drops such machines, and so do sidecars where istiod runs with AMBIENT_ENABLE_MULTI_NETWORK=true and the mesh has a gateway.",
    whatToDo:
      "Where networks are routed to each other, nothing. Where they are not, install an east-west gateway: a Service with the label topology.istio.io/network and port 15443.",
    cannotSee: "Whether packets get from one network to the other, and Gateways of the Kubernetes Gateway API.",
  },
  "gateway-of-nobody": {
    title: "A gateway of a network serves nobody",
    found: (facts) =>
      `${evidenceText(facts, "gateway")} leads into ${evidenceText(facts, "network")} by its label and has no ${evidenceText(facts, "lacks") === "port" ? "port 15443, 15008 or networking.istio.io/gatewayPort" : "address"}: istiod makes no gateway of it.`,
    why: "Machines of that network are called as if it had no gateway: directly, or not at all.",
    whatToDo:
      "For a port, install the gateway with 15443 and a listener of AUTO_PASSTHROUGH. For an address, wait for the load balancer, or write externalIPs.",
    cannotSee: "Whether a listener stands behind the port, and which hosts an Istio Gateway passes there.",
  },
  "network-label-without-network": {
    title: "A network label that callers do not go by",
    found: (facts) => {
      const network = evidenceText(facts, "network");
      return `${firstName(facts)} is labelled as in network ${evidenceText(facts, "label")}, and its spec.network ${network === "" ? "is not set" : `says ${network}`}.`;
    },
    why: "Sidecars go by spec.network alone. Without it callers of every network take the machine for their neighbour and call its address directly.",
    whatToDo: "Write the network into spec.network of the entry, and into the group's template or ISTIO_META_NETWORK of the machine for entries to come.",
    cannotSee: "Which of the two is right.",
  },
  "unmarked-behind-gateway": {
    title: "A gateway does not let callers through to a machine",
    found: (facts) => `${firstName(facts)} is behind the gateway of ${evidenceText(facts, "network")}. ${closedSentence(facts)}`,
    why: "The gateway accepts mTLS only. istiod sends it only endpoints with tlsMode istio. Callers in the machine's network get its address instead.",
    whatToDo: tlsAdvice(
      "If a sidecar runs on the machine, correct the setting that turns mTLS off.",
      "If no sidecar runs on the machine, the gateway cannot pass calls to it.",
    ),
    cannotSee: "Whether callers are in other networks at all, and whether a sidecar runs on the machine.",
  },
  "external-behind-gateway": {
    title: "No gateway passes a MESH_EXTERNAL host",
    found: (facts) =>
      `${hostPhrase(facts)} is MESH_EXTERNAL, or has no location, and takes ${plural(evidenceCount(facts, "machines"), "machine")} in ${listOf(evidenceList(facts, "networks"))}, which others reach through a gateway.`,
    why: "Gateways pass hosts of the mesh only: callers in other networks are sent to a gateway that refuses them, or to nobody.",
    whatToDo: "Write location MESH_INTERNAL, if these machines belong to the mesh.",
    cannotSee: "Whether callers are in other networks at all.",
  },
  "address-by-gateway-only": {
    title: "An entry has no address, and its network no gateway",
    found: (facts) => {
      const callers = NO_ADDRESS_CALLERS[evidenceText(facts, "callers")] ?? NO_ADDRESS_CALLERS["not-known"];
      return `${firstName(facts)} has no address, and its network ${evidenceText(facts, "network")} has no gateway. ${callers}`;
    },
    why: "No caller gets an address that leads to the machine.",
    whatToDo: "Write the machine's address, or install a gateway for its network.",
    cannotSee: "The effect of an empty address on a caller's proxy was not measured.",
  },
  "host-not-passed": {
    title: "No gateway passes a host on",
    found: (facts) => {
      const machines = plural(evidenceCount(facts, "machines"), "machine");
      return `${hostPhrase(facts)} has ${machines} behind gateways of ${listOf(evidenceList(facts, "networks"))}. ${dropSentence(facts)}`;
    },
    why: "Callers in other networks still get the gateway's address. The gateway has no route for this service and closes the connection.",
    whatToDo:
      "List the host name in an AUTO_PASSTHROUGH server of the gateway. Export the service to the gateway's namespace. Let only one object there have the host name.",
    cannotSee: "Whether callers are in other networks at all.",
  },
};

/** The reason why the gateways drop the calls. */
function dropSentence(facts: Parameters<RuleTexts["found"]>[0]): string {
  const because = evidenceList(facts, "because");
  if (because.includes("not-exported")) return "It is not exported to the gateway's namespace.";
  if (because.includes("other-owner")) return "In the gateway's namespace, another object has its host name or its ports differ.";
  const passed = evidenceList(facts, "passed");
  return passed.length === 0 ? "The gateways pass no service." : `The gateways pass only ${listOf(passed)}.`;
}

/** The calls to machines of a network without a gateway. istiod sends a machine without an address to no caller, or with an empty address (facts 12.2). */
function directCalls(facts: Parameters<RuleTexts["found"]>[0]): string {
  const [machines, unaddressed] = [evidenceCount(facts, "machines"), evidenceCount(facts, "unaddressed")];
  if (unaddressed === 0) return "Istio calls these machines directly";
  if (unaddressed >= machines) return `${machines === 1 ? "it has" : "they have"} no address, so callers get no endpoint or an empty address`;
  return `Istio calls ${formatNumber(machines - unaddressed)} of them directly, and ${formatNumber(unaddressed)} ${have(unaddressed)} no address`;
}
