import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
import type { GatewayDropReason } from "@/lib/domain/networks/passthrough";
import type { GatewayBlocker } from "@/lib/domain/selection/mutual-tls";
import { listOf } from "@/lib/format/text/lists";
import { formatNumber, oneOrMany, plural } from "@/lib/format/text/numbers";
import { have, verb } from "@/lib/format/text/tense";
import { tlsCausePhrase } from "@/lib/format/tls-words";
import { adviceBy, tlsAdvice } from "./advice";
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
  const cause = tlsCausePhrase(evidenceText(facts, "because") as GatewayBlocker);
  return `Callers of ${hostPhrase(facts)} in other networks ${first}: ${cause}.${isMixed ? ` They ${second}.` : ""}`;
}

const NO_GATEWAY = "If it is no east-west gateway, remove the label topology.istio.io/network.";
const LABEL_RIGHT = "If the label is right, write its network into spec.network. For new entries, write it into the group's template or ISTIO_META_NETWORK.";
const LABEL_WRONG = "If spec.network is right, correct the label.";
const ACCOUNT_FIRST = "If that network has a gateway, set the account of the machine's sidecar first.";

/** The change that lets a gateway pass a service, by the reason why it does not. */
const PASS_ADVICE: Readonly<Record<GatewayDropReason, string>> = {
  "not-covered": "If it is to pass, add its host name to an AUTO_PASSTHROUGH server.",
  "not-exported": "If the service is to be passed, add the gateway's namespace to its exportTo.",
  "other-owner": "If another object there has the host name, rename one of the two. If their ports differ, make them equal.",
};

function passAdvice(facts: FoundFacts): string {
  const because = evidenceList(facts, "because");
  const known = Object.entries(PASS_ADVICE).flatMap(([gap, text]) => (because.includes(gap) ? [text] : []));
  return (known.length === 0 ? Object.values(PASS_ADVICE) : known).join(" ");
}

/** The texts of the rules about networks. */
export const NETWORK_TEXTS: Readonly<Record<RuleNameOfCodeDigit<5>, RuleTexts>> = {
  "network-without-gateway": {
    title: "A network has no gateway",
    found: (facts) => {
      const machines = plural(evidenceCount(facts, "machines"), "machine");
      const tunnel = facts.evidence.hasTunnelOnly === true ? " for sidecars, only one for ambient" : "";
      const then = facts.evidence.leftOut === true ? "its machines are left out for callers of other networks" : directCalls(facts);
      return `${evidenceText(facts, "network")} has ${machines} and no gateway${tunnel}: ${then}.`;
    },
    why: "Stolos cannot verify that a direct call works. With AMBIENT_ENABLE_MULTI_NETWORK, istiod leaves such machines out.",
    whatToDo:
      "If the networks are routed to each other, do nothing. If not, install an east-west gateway that passes the services' host names. First set the accounts of machines with sidecars: gateways pass mTLS only. For services with resolution DNS, write the gateway into meshNetworks.",
    cannotSee: "The route of packets from one network to the other.",
  },
  "gateway-of-nobody": {
    title: "istiod does not use a Service with a network label as gateway",
    found: (facts) =>
      `${evidenceText(facts, "gateway")} leads into ${evidenceText(facts, "network")} by its label and has no ${evidenceText(facts, "lacks") === "port" ? "port 15443, 15008 or networking.istio.io/gatewayPort" : "address"}: istiod makes no gateway of it.`,
    why: "If no other gateway leads there, machines of that network are called directly, or not at all.",
    whatToDo: adviceBy(
      "lacks",
      {
        port: `${NO_GATEWAY} If it is one, add port 15443 with an AUTO_PASSTHROUGH server.`,
        address: `${NO_GATEWAY} If it is one, check its load balancer, or write externalIPs.`,
        "node-selector": `${NO_GATEWAY} If it is one, set the annotation traffic.istio.io/nodeSelector, such as {}. istiod then uses the Nodes' external IPs.`,
      },
      `${NO_GATEWAY} If it is one, add the port or the address.`,
    ),
    cannotSee: "The listener behind the port, and the host names that an Istio Gateway passes there. External IPs of Nodes are not read.",
  },
  "network-label-without-network": {
    title: "A network label that callers do not use",
    found: (facts) => {
      const network = evidenceText(facts, "network");
      return `${firstName(facts)} is labelled as in network ${evidenceText(facts, "label")}, and its spec.network ${network === "" ? "is not set" : `says ${network}`}.`;
    },
    why: "Sidecars use spec.network only. If it is empty, callers of every network get the machine's address.",
    whatToDo: adviceBy("hasAccount", { true: `${LABEL_RIGHT} ${LABEL_WRONG}` }, `${LABEL_RIGHT} ${LABEL_WRONG} ${ACCOUNT_FIRST}`),
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
    cannotSee: "Callers in other networks, and a sidecar on the machine.",
  },
  "external-behind-gateway": {
    title: "No gateway passes a MESH_EXTERNAL service",
    found: (facts) =>
      `${hostPhrase(facts)} is MESH_EXTERNAL, or has no location, and takes ${plural(evidenceCount(facts, "machines"), "machine")} in ${listOf(evidenceList(facts, "networks"))}, which others reach through a gateway.`,
    why: "Gateways pass services of the mesh only. Callers in other networks get no endpoint, or a gateway that refuses them.",
    whatToDo:
      "If sidecars run on these machines, write location MESH_INTERNAL. If an entry has no account, set spec.serviceAccount to its sidecar's account, too.",
    cannotSee: "Callers in other networks, and sidecars on the machines.",
  },
  "address-by-gateway-only": {
    title: "An entry has no address, and its network no gateway",
    found: (facts) => {
      const callers = NO_ADDRESS_CALLERS[evidenceText(facts, "callers")] ?? NO_ADDRESS_CALLERS["not-known"];
      return `${firstName(facts)} has no address, and its network ${evidenceText(facts, "network")} has no gateway. ${callers}`;
    },
    why: "No caller gets an address that leads to the machine. Ambient callers do not either: ztunnel needs an address or a gateway.",
    whatToDo: "Write the machine's address into the entry. A gateway helps callers of other networks only, and needs the machine's account.",
    cannotSee: "The effect of an empty address on a caller's proxy was not measured.",
  },
  "host-not-passed": {
    title: "A gateway does not pass a service on",
    found: (facts) => {
      const machines = plural(evidenceCount(facts, "machines"), "machine");
      return `${hostPhrase(facts)} has ${machines} behind gateways of ${listOf(evidenceList(facts, "networks"))}. ${gatewaysSentence(facts)}${dropSentence(facts)}${portsSentence(facts)}`;
    },
    why: "Callers in other networks still get the gateway's address. The gateway has no route for this service and closes the connection.",
    whatToDo: { general: Object.values(PASS_ADVICE).join(" "), fitting: passAdvice },
    cannotSee: "Callers in other networks.",
  },
};

/** The gateways that drop the calls, if others pass them: istiod sends callers all of them. */
function gatewaysSentence(facts: FoundFacts): string {
  const gateways = evidenceList(facts, "gateways");
  return gateways.length === 0 ? "" : `${listOf(gateways)} ${verb(gateways.length, "drop")} calls, and other gateways may pass them. `;
}

/** The reason why the gateways drop the calls. */
function dropSentence(facts: Parameters<RuleTexts["found"]>[0]): string {
  const because = evidenceList(facts, "because");
  if (because.includes("not-exported")) return "It is not exported to the gateway's namespace.";
  if (because.includes("other-owner")) return "In the gateway's namespace, another object has its host name or its ports differ.";
  const passed = evidenceList(facts, "passed");
  return passed.length === 0 ? "The gateways pass no service." : `The gateways pass only ${listOf(passed)}.`;
}

/** The ports that the gateways drop, if they pass others. */
function portsSentence(facts: FoundFacts): string {
  const ports = evidenceList(facts, "ports");
  return ports.length === 0 ? "" : ` This holds for ${oneOrMany(ports.length, "port")} ${listOf(ports)}.`;
}

/**
 * The calls to machines of a network without a gateway. istiod sends a machine without an address to no caller, or with an empty address
 * (docs/istio.md#empty-address).
 */
function directCalls(facts: Parameters<RuleTexts["found"]>[0]): string {
  const [machines, unaddressed] = [evidenceCount(facts, "machines"), evidenceCount(facts, "unaddressed")];
  if (unaddressed === 0) return "Istio calls these machines directly";
  if (unaddressed >= machines) return `${machines === 1 ? "it has" : "they have"} no address, so callers get no endpoint or an empty address`;
  return `Istio calls ${formatNumber(machines - unaddressed)} of them directly, and ${formatNumber(unaddressed)} ${have(unaddressed)} no address`;
}
