import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
import type { EndpointTlsCause } from "@/lib/domain/selection/mutual-tls";
import { listOf } from "@/lib/format/text/lists";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { verb } from "@/lib/format/text/tense";
import { tlsCausePhrase } from "@/lib/format/tls-words";
import { addressFaultPhrase, otherTargetPhrase } from "./address-phrases";
import { elsewhereAdvice, misplacedAdvice, revisionAdvice, tlsAdvice } from "./advice";
import { evidenceCount, evidenceList, evidenceText, firstName, hostPhrase, misplacedSentence, takenPhrase } from "./evidence";
import { ANALYSIS_MESSAGE, CANARY_NOT_ATTACHED, WAYPOINT_MISSING, WAYPOINT_NOT_BOUND } from "./istiod-reports";
import type { FoundFacts, RuleTexts } from "./rule-texts";
import { addressAdvice, lostCallersAdvice, nearestAdvice, noEndpointAdvice, resolutionAdvice, roundRobinAdvice, twiceAdvice } from "./service-advice";

/** Reasons in the order of the sentence. */
const NOT_ANSWERING = [
  ["unhealthy", "fails its check", "fail their checks"],
  ["awaiting", "has not reported yet", "have not reported yet"],
  ["draining", "is draining", "are draining"],
  ["withoutEndpoint", "has no endpoint", "have no endpoint"],
] as const;

/** The texts of the rules about services. */
export const SERVICE_TEXTS: Readonly<Record<RuleNameOfCodeDigit<3>, RuleTexts>> = {
  "nobody-answers": {
    title: "A service has no endpoint for its callers",
    found: (facts) => {
      const unresolved = evidenceCount(facts, "portsUnresolved");
      const taken = takenPhrase(evidenceCount(facts, "machines"), evidenceCount(facts, "pods"));
      if (unresolved > 0) return `${hostPhrase(facts)} selects ${taken}, and none names a port of the Service.`;
      const reasons = NOT_ANSWERING.flatMap(([name, one, many]) => {
        const count = evidenceCount(facts, name);
        return count > 0 ? [`${count} ${oneOrMany(count, one, many)}`] : [];
      });
      return `${hostPhrase(facts)} selects ${taken}, and callers get none${reasons.length === 0 ? "" : `: ${listOf(reasons)}`}.`;
    },
    why: "Sidecars get no endpoint of this service: their HTTP requests fail at once with 503.",
    whatToDo: noEndpointAdvice(),
    cannotSee: "Other ways of callers to the machines, and gateways of other clusters with the same host name.",
  },
  "takes-nobody": {
    title: "A service selects nothing, and a machine or Pod nearly matches",
    found: (facts) => {
      const namespace = evidenceText(facts, "namespace");
      if (namespace !== "") return elsewhereText(facts, namespace);
      const differs = evidenceList(facts, "differs");
      const first = differs.length > 0 ? differs : [nearMissReason(evidenceText(facts, "reason"))];
      const why = [...first, ...evidenceList(facts, "others").map(nearMissReason)].join("; ");
      return `${hostPhrase(facts)} selects nothing. The nearest is the ${evidenceText(facts, "nearestKind")} ${evidenceText(facts, "nearest")}: ${why}.`;
    },
    why: "Callers get no endpoint by this selector. Istio and Kubernetes report no error for a selector without matches.",
    whatToDo: nearestAdvice(),
    cannotSee: "A service that is empty on purpose, such as a canary that does not run. Machines of remote clusters.",
  },
  "unused-service-entry": {
    title: "A ServiceEntry selects nothing in this cluster",
    found: (facts) => `${hostPhrase(facts)} selects ${evidenceList(facts, "wanted").join(", ")}, and nothing in its namespace has labels like it.`,
    why: "In this cluster it gives callers no endpoint, and its host name is in use.",
    whatToDo: "If no other cluster has its machines and nothing calls it, delete it. If machines are to come, leave it.",
    cannotSee: "Its callers: see their metrics, and VirtualServices and DestinationRules. Machines of other clusters.",
  },
  "skipped-for-its-address": {
    title: "A machine is skipped for its address",
    found: (facts) =>
      `${hostPhrase(facts)} selects ${firstName(facts)} and leaves it out: its address ${evidenceText(facts, "address")} is a ${evidenceText(facts, "kind") === "socket" ? "socket" : "host name"}, and ${evidenceText(facts, "by") === "Service" ? "a Service takes" : `resolution ${evidenceText(facts, "by")} takes`} IP addresses only.`,
    why: "istiod leaves the machine out of this service and reports no error. Sidecars never reach it by this service.",
    whatToDo: addressAdvice(),
    cannotSee: "Name resolution at the callers. The effect of a socket on their proxies was not measured.",
  },
  "port-name-missing": {
    title: "A machine lacks a port that a Service names",
    found: (facts) => {
      const named = evidenceList(facts, "named");
      const has = named.length === 0 ? "names no port" : `names ${named.join(", ")} only`;
      const where = facts.evidence.isEveryPort === true ? "any port" : `port ${evidenceList(facts, "ports").join(", ")}`;
      return `${hostPhrase(facts)} sends to the port named ${evidenceList(facts, "missing").join(", ")}, and ${firstName(facts)} ${has}: it is not called on ${where}.`;
    },
    why: "istiod leaves the machine out of that port and reports no error. Fewer machines get requests than the list shows as healthy.",
    whatToDo:
      "If the application listens there, name the port in spec.ports of the entry. For new machines, name it in the group's template. Set a number as targetPort only if all machines and Pods listen on it.",
    cannotSee: "The port on which the application listens.",
  },
  "port-surprise": {
    title: "A service port ends on an unexpected port of a machine",
    found: (facts) => {
      const end = `Port ${evidenceText(facts, "number")} of ${hostPhrase(facts)} ends on ${evidenceText(facts, "ends")} of ${firstName(facts)}`;
      return evidenceText(facts, "why") === "overridden"
        ? `${end}: the entry's own port ${evidenceText(facts, "port")} overrides the targetPort.`
        : `${end}, and the entry names ${evidenceList(facts, "named").join(", ")} only.`;
    },
    why: "Callers connect to that port. If nothing listens there, each request to this machine fails.",
    whatToDo:
      "If the application listens on that port, do nothing. If not, write its port under the service's port name in spec.ports. Or correct targetPort of the Service or ServiceEntry.",
    cannotSee: "The port on which the application listens: an entry may leave out ports that it has.",
  },
  "selector-without-resolution": {
    title: "A selector gives callers no list of machines: resolution is NONE",
    found: (facts) => `${hostPhrase(facts)} selects machines with resolution NONE, or none written: callers are sent no list of them.`,
    why: "Callers connect to the address that they dial, not to a list of machines.",
    whatToDo: resolutionAdvice(),
    cannotSee: "Whether callers reach the machines by addresses that they know from elsewhere.",
  },
  "round-robin-of-several": {
    title: "DNS_ROUND_ROBIN calls one machine of several",
    found: (facts) =>
      `${hostPhrase(facts)} has ${evidenceCount(facts, "sent")} endpoints and resolution DNS_ROUND_ROBIN: one is called, ${evidenceCount(facts, "lost")} never.`,
    why: "This service never sends requests to the other machines, and does not fail over to them.",
    whatToDo: roundRobinAdvice(),
    cannotSee: "How many addresses the one name stands for, where its address is a name.",
  },
  "external-with-accounts": {
    title: "Machines of the mesh are called as if outside it",
    found: (facts) => {
      const ports = evidenceList(facts, "ports");
      const on = ports.length === 0 ? "" : ` on ${oneOrMany(ports.length, "port")} ${listOf(ports)}`;
      const machines = plural(evidenceCount(facts, "machines"), "machine");
      return `${hostPhrase(facts)} is MESH_EXTERNAL or has no location. Callers send plain text${on} to ${machines} with an mTLS mark.`;
    },
    why: "Callers do not check the identity of a MESH_EXTERNAL service. A machine that accepts only mTLS refuses them.",
    whatToDo: "If sidecars run on these machines, write location MESH_INTERNAL.",
    cannotSee: "Sidecars on the machines, and DestinationRules of other namespaces for their own callers.",
  },
  "owned-by-another": {
    title: "Some callers get a host name from another namespace",
    found: (facts) => {
      const callers = evidenceList(facts, "lostFor").map((one) => (one === "" ? "all other namespaces" : one));
      const winners = listOf([...new Set(evidenceList(facts, "winners"))]);
      return `Callers in ${listOf(callers)} get ${evidenceText(facts, "host")} from ${winners}, and not from ${firstName(facts)}.`;
    },
    why: "Of owners in several namespaces one wins for each caller's namespace: its own, then a Kubernetes Service, then the one that names the caller's namespace, then the oldest. The machines of the others get nothing from there.",
    whatToDo: "If both are meant, list the calling namespaces in exportTo of each. If not, give one of them another host name.",
    cannotSee: "Callers whose Sidecar imports one of the two only, by labels.",
  },
  "port-lost-to-owner": {
    title: "A port joins the wrong port of another object, or none",
    found: (facts) => (evidenceText(facts, "way") === "joined" ? joinedSentence(facts) : lostSentence(facts)),
    why: "The Service, or else the older object, owns the ports of the host name. istiod matches endpoints to them by port name, and DNS endpoints by number. An extra port of the other object needs equal resolution, labels, exportTo and selector.",
    whatToDo: "If both ports serve the same, give them one name and one number. If not, define the port under another host name.",
    cannotSee: "Callers in other namespaces, if another object owns the host name there, and callers whose Sidecar imports single hosts.",
  },
  "empty-selector": {
    title: "A selector without labels",
    found: (facts) => `The selector of ${hostPhrase(facts)} has no labels. ${emptySelectorSentence(facts)}`,
    why: "For sidecars, its meaning differs between releases; for ambient it selects nothing. 1.30.0 to 1.30.4 and 1.31.0 select everything in the namespace. 1.18 to 1.29, 1.30.5 and 1.31.1 select nothing.",
    whatToDo: "Write the labels that are meant. If no selector is meant, remove it: with resolution DNS, callers then call the host name itself.",
    cannotSee: "The behaviour of development builds and of vendors' builds between these releases.",
  },
  "sent-twice": {
    title: "A service port lists a machine twice",
    found: (facts) => {
      const ports = evidenceList(facts, "ports");
      const where = `${oneOrMany(ports.length, "port", "ports")} ${listOf(ports)} of ${evidenceText(facts, "host")}`;
      return `${firstName(facts)} and ${evidenceText(facts, "other")} both put ${plural(evidenceCount(facts, "machines"), "machine")} on ${where}.`;
    },
    why: "istiod sends each of these machines twice on that port. Envoy keeps one of two equal endpoints. If the ports differ, it keeps both, and the machine gets a double share.",
    whatToDo: twiceAdvice(),
    cannotSee: "Callers in other namespaces, if another object owns the host name there.",
  },
  "same-selector": {
    title: "Two services have the same selector",
    found: (facts) =>
      `${hostPhrase(facts)} and ${listOf(evidenceList(facts, "others"))} both select ${evidenceList(facts, "selects").join(", ")}, with a port in common.`,
    why: "A DestinationRule or VirtualService of one does not apply to the other. Each has its own outlier detection.",
    whatToDo: "If one is not needed, move its callers to the other, then delete it. If both are to behave alike, write a DestinationRule for each.",
    cannotSee: "The callers of each.",
  },
  "headless-skips-machine": {
    title: "Only a headless Service selects a machine",
    found: (facts) =>
      `${firstName(facts)} has the labels that ${hostPhrase(facts)} wants, and the Service is headless: it takes Pods only. No other host takes the machine.`,
    why: "Sidecars do not get the machine by this Service; ambient callers do.",
    whatToDo: "If sidecars are to call the machine, add a Service with a cluster IP. A ServiceEntry that selects the same labels also works.",
    cannotSee: "The purpose of the machine: it may only call others.",
  },
  "unselected-entry": {
    title: "No service of its namespace selects a hand-written entry",
    found: (facts) => {
      const near = evidenceText(facts, "nearest");
      return `No Service and no ServiceEntry takes ${firstName(facts)}${near === "" ? "" : `; ${near} nearly does`}.`;
    },
    why: "Sidecars get no endpoint of it by a service that is visible here.",
    whatToDo: "If a service is to call the machine, set the labels that it selects. If the entry is not needed, delete it.",
    cannotSee: "Entries for other tools, machines that only call others, and services of other clusters.",
  },
  "refused-by-policy": {
    title: "A policy refuses what callers send",
    found: (facts) => {
      const sends = evidenceText(facts, "sends") === "mutual" ? "mutual TLS" : evidenceText(facts, "sends") === "simple" ? "plain TLS" : "plain text";
      const takes = evidenceText(facts, "takes") === "STRICT" ? "mutual TLS only (STRICT)" : "no mutual TLS (DISABLE)";
      const because = evidenceText(facts, "because");
      const callers = `Callers of ${hostPhrase(facts)} send ${firstName(facts)} ${sends} on port ${evidenceList(facts, "ports").join(", ")}`;
      return because === ""
        ? `${callers}, and the policy there takes ${takes}.`
        : `${callers}: ${tlsCausePhrase(because as EndpointTlsCause)}. The policy there takes ${takes}.`;
    },
    why: "A sidecar on the machine refuses these requests. STRICT alone does not make callers send mutual TLS.",
    whatToDo: tlsAdvice(
      "If a sidecar runs on the machine, correct callers' TLS or the policy.",
      "If no sidecar runs on the machine, the policy has no effect.",
    ),
    cannotSee: "Sidecars on machines. The labels of a machine's bundle, if they differ from its entry's.",
  },
  "group-lacks-port-name": {
    title: "A group lacks a port name that a Service uses",
    found: (facts) => {
      const named = evidenceList(facts, "named");
      const names = named.length === 0 ? "no port" : `${named.join(", ")} only`;
      const where = facts.evidence.isEveryPort === true ? "any port" : `port ${evidenceList(facts, "ports").join(", ")}`;
      const sends = `${hostPhrase(facts)} sends to the port named ${evidenceList(facts, "missing").join(", ")}.`;
      const count = evidenceCount(facts, "machines");
      if (count === 0)
        return `${sends} The template of ${firstName(facts)} names ${names}. New machines will get no requests on ${where}; registered ones keep their ports.`;
      const now = `${plural(count, "machine")} of ${firstName(facts)} ${verb(count, "name")} ${names} and ${verb(count, "get")} no requests on ${where}.`;
      return `${sends} ${now} New machines get the same from the template.`;
    },
    why: "Machines without this port name get no requests on that port. istiod reports no error.",
    whatToDo:
      "If the application listens there, name the port in the group's template. Name it in spec.ports of registered entries, too. Set a number as targetPort only if all machines and Pods listen on it.",
    cannotSee: "The port on which the application listens.",
  },
  "waypoint-not-bound": WAYPOINT_NOT_BOUND,
  "waypoint-missing": WAYPOINT_MISSING,
  "canary-waypoint-not-attached": CANARY_NOT_ATTACHED,
  "analysis-message": ANALYSIS_MESSAGE,
  "sent-beyond-export": {
    title: "Callers get endpoints that are not exported to them",
    found: (facts) => {
      const endpoints = plural(evidenceCount(facts, "endpoints"), "endpoint");
      const owner = evidenceText(facts, "owner");
      const left = `exportTo of ${firstName(facts)} leaves out callers in ${callersPhrase(facts)}`;
      return `${left}. They get ${endpoints} of it: ${owner} exports ${evidenceText(facts, "host")} to them.`;
    },
    why: "istiod joins the endpoints of one namespace and host name. exportTo hides an object, not its endpoints.",
    whatToDo: "If the callers may get them, do nothing. If not, give one of the objects another host name or namespace.",
    cannotSee: "Sidecars, which can hide the host name from callers.",
  },
  "listener-shared": {
    title: "TCP services without an address share a port",
    found: (facts) => {
      const { winner, winnerHost, port } = facts.evidence;
      return `Callers in ${callersPhrase(facts)} have one listener for TCP port ${port}. It leads to ${winnerHost} (${winner}), not to ${hostPhrase(facts)}.`;
    },
    why: "Without an address, a proxy cannot distinguish TCP services of one port. Calls reach the wrong service.",
    whatToDo:
      "If callers use DNS_CAPTURE and the service has an allocated address, do nothing. If not, write a free address into spec.addresses, or use another port.",
    cannotSee: "The callers' DNS_CAPTURE, and Sidecars. Services of one age have no known order.",
  },
  "group-port-surprise": {
    title: "A service port ends on an unexpected port of a group",
    found: (facts) => {
      const count = evidenceCount(facts, "machines");
      const [port, ends] = [`Port ${evidenceText(facts, "number")} of ${hostPhrase(facts)}`, evidenceText(facts, "ends")];
      const isOverridden = evidenceText(facts, "why") === "overridden";
      const named = evidenceList(facts, "named").join(", ");
      const because = (written: string, doesName: string) =>
        isOverridden ? `Port ${evidenceText(facts, "port")} of ${written} overrides the targetPort.` : `${doesName} ${named} only.`;
      if (count === 0)
        return `${port} will end on ${ends} of new machines of ${firstName(facts)}. ${because("the template", "The template names")} Registered machines keep their ports.`;
      const theirs = oneOrMany(count, "its entry", "their entries");
      const now = `${port} ends on ${ends} of ${plural(count, "machine")} of ${firstName(facts)}. ${because(theirs, oneOrMany(count, "Its entry names", "Their entries name"))}`;
      return `${now} New machines get the same from the template.`;
    },
    why: "Callers connect to that port. If nothing listens there, each request to such a machine fails.",
    whatToDo:
      "If the application listens on that port, do nothing. If not, write its port under the service's port name. Write it into the template, and into spec.ports of registered entries. Or correct targetPort of the Service or ServiceEntry.",
    cannotSee: "The port on which the application listens: a template may leave out ports that its machines have.",
  },
  "endpoint-not-of-a-machine": {
    title: "An endpoint whose address leads to no machine",
    found: (facts) => `${firstName(facts)} writes ${endpointsPhrase(facts)} with ${addressFaultPhrase(facts)}.`,
    why: "Callers on other hosts do not reach this endpoint. A call to a metadata service can also return the credentials of the caller's node.",
    whatToDo:
      "If the caller's own host or its metadata service is meant, mute this finding. If another host is meant, write the address at which callers reach it. Write IPv6 without brackets, and IPv4 without leading zeros.",
    cannotSee: "Host names are not resolved. A name can lead to the same places.",
  },
  "endpoint-leads-elsewhere": {
    title: "An endpoint whose address may lead callers elsewhere",
    found: (facts) => `${firstName(facts)} writes ${endpointsPhrase(facts)} with ${otherTargetPhrase(facts)}.`,
    why: "Callers that get this address reach a place that depends on the caller.",
    whatToDo: elsewhereAdvice("Write the address at which callers reach the endpoint."),
    cannotSee: "Host names are not resolved. Services that are not visible may have this cluster IP.",
  },
  "misplaced-key-of-service": {
    title: "A key of a service where Istio does not read it",
    found: misplacedSentence,
    why: "Istio ignores the key, whatever its value.",
    whatToDo: misplacedAdvice(),
    cannotSee: "Only keys of Istio's own registry are checked. A value may be wrong in the right place, too.",
  },
  "callers-without-endpoint": {
    title: "Some callers get no endpoint",
    found: (facts) => {
      const host = evidenceText(facts, "host");
      const { why } = facts.evidence;
      if (why === "taken-over") {
        return `Callers in ${callersPhrase(facts)} get no endpoint of ${host}. ${evidenceText(facts, "winner")} has the host name there, and no endpoint.`;
      }
      const subset = `subset ${evidenceText(facts, "subset")}`;
      const sent = `VirtualService ${evidenceText(facts, "route")} sends ${evidenceCount(facts, "percent")} % of a route for ${host} to ${subset}`;
      return why === "no-subset" ? `${sent}. No DestinationRule names that subset.` : `${sent}, which has no endpoint.`;
    },
    why: "These requests fail: HTTP callers get 503. The endpoints of the service do not help these callers.",
    whatToDo: lostCallersAdvice(),
    cannotSee: "Routes for gateways, and DestinationRules in a caller's own namespace.",
  },
  "host-of-revision-not-running": {
    title: "A ServiceEntry has the label of a revision that does not run",
    found: (facts) =>
      `${firstName(facts)} (${evidenceText(facts, "hosts")}) has the label istio.io/rev=${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`,
    why: "An istiod of another revision ignores this object: its callers do not get the host names from it.",
    whatToDo: revisionAdvice("remove the label or write one that runs"),
    cannotSee: "An istiod outside this cluster may run as that revision.",
  },
};

/** A reason other than the labels. */
function elsewhereText(facts: FoundFacts, namespace: string): string {
  const has = `${evidenceText(facts, "nearest")} in namespace ${namespace} has its labels`;
  return `${hostPhrase(facts)} selects no machine. ${has}, but objects never select across namespaces: move or copy the object.`;
}

function nearMissReason(code: string): string {
  switch (code) {
    case "host-name-address":
    case "socket-address":
      return "its address is no IP address";
    case "machine-of-other-revision":
    case "selector-of-other-revision":
      return "it is for another revision of istiod";
    case "switched-off":
      return "istiod is told not to select such";
    case "draining":
      return "it is draining";
    case "unhealthy":
      return "its last health report failed";
    case "awaiting-first-probe":
      return "it has no health report yet";
    default:
      return "it is not ready";
  }
}

/** "mirror adds port web (80) to a.example.com, but callers get none of its endpoints. Service k names port 80 http. istiod matches endpoints to ports by name." */
function lostSentence(facts: FoundFacts): string {
  const [lost, numbers, wanted] = [evidenceList(facts, "lost"), evidenceList(facts, "numbers"), evidenceList(facts, "wanted")];
  const ports = `${oneOrMany(lost.length, "port", "ports")} ${listOf(lost.map((name, at) => `${name} (${numbers[at] ?? ""})`))}`;
  const isByNumber = evidenceText(facts, "by") === "number";
  const renamed = wanted.flatMap((name, at) => (name === "" ? [] : [`port ${numbers[at] ?? ""} ${name}`]));
  const lacking = (isByNumber ? numbers : lost).filter((_, at) => isByNumber || wanted[at] === "");
  const reasons = [
    renamed.length === 0 ? "" : `names ${listOf(renamed)}`,
    lacking.length === 0 ? "" : `has no port ${isByNumber ? "" : "named "}${listOf(lacking)}`,
  ].filter((reason) => reason !== "");
  const joins = isByNumber ? "istiod matches DNS endpoints to ports by number" : "istiod matches endpoints to ports by name";
  return `${firstName(facts)} adds ${ports} to ${evidenceText(facts, "host")}, but callers${inNamespace(facts)} get none of its endpoints. ${evidenceText(facts, "owner")} ${listOf(reasons)}. ${joins}.`;
}

/** The outcome of the versions that read a selector without labels; both outcomes if they differ or are not known. */
function emptySelectorSentence(facts: FoundFacts): string {
  const version = evidenceText(facts, "version");
  const [all, none] = ["selects everything in the namespace with it", "selects nothing with it"];
  const takes = evidenceText(facts, "takes");
  if (takes === "everything" || takes === "nothing") return `istiod ${version} ${takes === "everything" ? all : none}.`;
  const [everything, nothing] = [evidenceList(facts, "everything"), evidenceList(facts, "nothing")];
  if (everything.length > 0 && nothing.length > 0) return `istiod ${listOf(everything)} ${all}, istiod ${listOf(nothing)} ${none}.`;
  return `istiod selects everything in the namespace or nothing with it: ${version === "" ? "its version is not known" : `version ${version} can be either`}.`;
}

/** The namespace of the first object, whose callers the finding is about. */
function inNamespace({ objects }: FoundFacts): string {
  const [first] = objects;
  return first === undefined ? "" : ` in ${first.namespace}`;
}

function joinedSentence(facts: FoundFacts): string {
  const into = listOf(evidenceList(facts, "into"));
  const number = evidenceCount(facts, "number");
  const why = `${evidenceText(facts, "owner")} names port ${into} ${evidenceText(facts, "port")} too. istiod matches endpoints to ports by name.`;
  const unserved = facts.evidence.isServed === false ? ` Callers${inNamespace(facts)} of port ${number} get no endpoint.` : "";
  return `Callers${inNamespace(facts)} of ${evidenceText(facts, "host")} on port ${into} also get port ${number} of ${firstName(facts)}. ${why}${unserved}`;
}

/** "an endpoint", "2 endpoints". */
function endpointsPhrase(facts: FoundFacts): string {
  const count = evidenceCount(facts, "endpoints");
  return count === 1 ? "an endpoint" : plural(count, "endpoint");
}

/** "team-20 and other namespaces". */
function callersPhrase(facts: FoundFacts): string {
  return listOf(evidenceList(facts, "callers").map((namespace) => namespace || "other namespaces"));
}
