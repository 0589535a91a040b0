import type { KnownEndpointStatus, MeshServiceName, NotSentReason, SentOnOtherPort } from "@/lib/domain/selection/caller-service";
import { anyOf, listOf } from "@/lib/format/text/lists";
import { tlsCausePhrase } from "@/lib/format/tls-words";

/** The reason why a caller is not sent an endpoint of a service, as a phrase without a full stop. */
export function leftOutWords(reason: NotSentReason | SentOnOtherPort): string {
  switch (reason.code) {
    case "port-name-missing":
      return reason.missing === "" ? "it has no port without a name" : `it has no port named ${reason.missing}`;
    case "port-not-served":
      return "the object that takes it does not have this port";
    case "round-robin-taken":
      return `resolution DNS_ROUND_ROBIN has one place, and ${reason.by} has it`;
    case "name-taken-by-entry":
      return "an entry of its name hides the Pod from ServiceEntries";
    case "port-number-taken":
      return `port ${reason.by} of the same number comes first`;
    case "other-port-name":
      return `the host calls this port ${reason.wanted}, the object that takes it ${reason.name}`;
    case "not-an-ip-address":
      return `its address ${reason.address} is no IP address`;
    case "not-in-subset":
      return `it is not in subset ${reason.subset}`;
    case "other-node":
      return `internalTrafficPolicy is Local, and it is on ${reason.node === "" ? "no Node" : `Node ${reason.node}`}`;
    case "unhealthy-not-sent":
      return "it is not ready, and unready ones are not sent here";
    case "draining":
      return "it is draining";
    case "no-address":
      return reason.network === "" ? "it has no address" : `it has no address, and this caller gets no gateway of network ${reason.network}`;
    case "socket-beside-gateways":
      return "its address is a socket, and istiod drops sockets in a mesh with a network gateway";
    case "not-marked-for-gateway":
      return `the gateway of its network ${reason.network} passes mTLS only, and ${tlsCausePhrase(reason.because)}`;
    case "gateway-of-other-family":
      return `the gateway of network ${reason.network} has addresses of another family`;
    case "network-without-gateway":
      return `network ${reason.network} has no gateway`;
    case "depends-on-gateways":
      return "istiod sends it or not: the API does not show which gateways it uses for DNS services";
    case "depends-on-families":
      return `istiod sends it or not: the API does not show which gateways of network ${reason.network} have a family of this caller`;
    case "not-owner":
      return notOwnerPhrase(reason.outcome, reason.owner);
    case "port-lost":
      return `${objectPhrase(reason.owner)} defines the host name and has no port with this ${reason.by}`;
    case "on-other-port": {
      const lost = `callers of port ${reason.asked} ${reason.isDefined ? "do not get it" : "get no endpoint"}`;
      return `${lost}: it is on port ${listOf(reason.on.map(String))}, which ${objectPhrase(reason.owner)} names ${reason.name}`;
    }
    case "no-list":
      return reason.owner === null
        ? "callers get no list of endpoints: they connect to the address that they looked up"
        : `${objectPhrase(reason.owner)} defines the host name and gives callers no list of endpoints`;
    case "slice-not-ready":
      return "it is not ready and terminating: a missing condition terminating counts as true";
    case "slice-of-names":
      return "istiod ignores EndpointSlices of type FQDN";
    case "slice-pod-missing":
      return reason.isKnown ? `its targetRef names Pod ${reason.pod}, which does not exist` : `its targetRef names Pod ${reason.pod}, which is not visible`;
    case "locality-left-out":
      return `distribute sends nothing to ${reason.locality === "" ? "endpoints without a locality" : reason.locality}`;
  }
}

/** All outcomes of an endpoint whose gateways the API does not show. */
export function dependsWords(outcomes: readonly KnownEndpointStatus[]): string {
  return `depends on istiod: ${anyOf([...new Set(outcomes.map(outcomePhrase))])}`;
}

function outcomePhrase(outcome: KnownEndpointStatus): string {
  if (outcome.is === "sent") return "its address";
  return outcome.is === "gateway" ? `through ${listOf(outcome.gateways.map(({ address }) => address))}` : "not sent";
}

function notOwnerPhrase(outcome: Extract<NotSentReason, { code: "not-owner" }>["outcome"], owner: MeshServiceName | null): string {
  if (owner !== null) return `${objectPhrase(owner)} defines the host name for this caller`;
  return outcome === "not-imported" ? "the Sidecar of this caller does not import the host name" : "the service is not exported to this caller";
}

function objectPhrase({ kind, namespace, name }: MeshServiceName): string {
  return `${kind} ${namespace}/${name}`;
}
