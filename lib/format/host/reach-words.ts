import type { CallerLocation } from "@/lib/domain/selection/default-caller";
import { type EndpointKindCounts, totalEndpoints } from "@/lib/domain/selection/port-groups";
import type { PortReach, ReachedLocality, ReachPriority, ServiceReach } from "@/lib/domain/selection/reach";
import type { CallerKind } from "@/lib/domain/selection/world";
import { anyOf, joinParts, listAtMost, listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { have, verb } from "@/lib/format/text/tense";
import { tlsCausePhrase } from "@/lib/format/tls-words";
import { kindsPhrase } from "./kind-counts";
import { leftOutWords } from "./left-out-words";
import { PLACES_NOT_KNOWN, SLICES_NOT_READ } from "./not-seen-words";
import { lossSentence, orderSentence } from "./order-of-places";
import { placePhrase } from "./place-phrase";

/** Can the caller reach the host: `partly` where some machines refuse it or are left out. */
type ReachAnswer = "yes" | "partly" | "no" | "unknown";

export interface ReachWords {
  readonly answer: ReachAnswer;
  readonly sentence: string;
  readonly because: readonly string[];
}

/** The object whose page it is, and the host that is asked for. */
export interface ReachedObject {
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  /** True for a Service without a selector whose EndpointSlices are not known. */
  readonly hasUnreadSlices: boolean;
  /** True if the Nodes of Pods are not visible. */
  readonly hasPlacelessPods: boolean;
  /** True if istiod serves ambient callers, too. */
  readonly isForSidecars: boolean;
}

/** Whether a caller reaches a host, as one sentence, and why in further ones. `port`: the one that the order is told of; null = it has none. */
export function reachWords(object: ReachedObject, from: NamedCaller, reach: ServiceReach, port: PortReach | null): ReachWords {
  const who = callerPhrase(from);
  if (reach.namespace === null) return { answer: "no", sentence: `${who} does not know ${object.host}.`, because: [unknownBecause(object, from, reach)] };
  if (reach.namespace !== object.namespace) {
    const { winner } = reach.ownership;
    const owner = winner === null ? "" : `${winner.origin.kind} ${winner.namespace}/${winner.origin.name}`;
    return {
      answer: "no",
      sentence: `${who} reaches another ${object.host}: there it is of ${owner}.`,
      because: ["The machines of this one are sent to nobody there."],
    };
  }
  if (port === null || port.destination.discovery === "ORIGINAL_DST") return ownAddress(who, object, port);
  const words = listed(who, object, port);
  return from.kind === "gateway" ? { ...words, because: [...words.because, GATEWAY_ROUTE] } : words;
}

/** The answer for a caller of a Service without a selector. */
export function slicesSentence(who: string, host: string): string {
  return `${who} reaches the EndpointSlices of ${host}.`;
}

const GATEWAY_ROUTE = "A gateway also needs a route to the service.";

/** A caller with its place; without a kind it is a sidecar. */
export interface NamedCaller extends CallerLocation {
  readonly kind?: CallerKind;
}

/** "A caller in web, eu-central-1/eu-central-1b, network vpc-2". */
export function callerPhrase({ namespace, locality, network, kind }: NamedCaller): string {
  return joinParts([`A ${kind === "gateway" ? "gateway" : "caller"} in ${namespace}`, locality, network === "" ? "" : `network ${network}`], ", ");
}

function unknownBecause({ kind, namespace, name }: ReachedObject, from: NamedCaller, { ownership, scope }: ServiceReach): string {
  const own = ownership.claims.find(({ definition: { origin } }) => origin.kind === kind && origin.namespace === namespace && origin.name === name);
  if (own?.outcome === "not-exported") return `${kind} ${namespace}/${name} is not exported to ${from.namespace} (exportTo).`;
  if (scope.sidecar !== null) return `Sidecar ${scope.sidecar.namespace}/${scope.sidecar.name} does not import it.`;
  return "istiod does not read the object: it is of another revision.";
}

/** ztunnel receives such a service without an endpoint (docs/istio.md#ambient). */
export const NO_UPSTREAM = "Ambient callers get “no healthy upstream”: with resolution NONE, ztunnel has no endpoint.";

function ownAddress(who: string, { host, kind, isForSidecars }: ReachedObject, port: PortReach | null): ReachWords {
  if (port === null)
    return {
      answer: "no",
      sentence: `${who} has no list of endpoints for ${host}.`,
      because: ["It has no endpoints, or clients look up its addresses themselves."],
    };
  const isOfNone = kind === "ServiceEntry" && port.destination.definition.discovery === "ORIGINAL_DST";
  return {
    answer: "unknown",
    sentence: `${who} connects to the address that it looked up for ${host}.`,
    because: ["Istio sends no list for it: who answers is not decided here.", ...(isForSidecars && isOfNone ? [NO_UPSTREAM] : [])],
  };
}

/** True if the Pods of a port are in places that are not known: neither the order nor the shares of places are. */
export function isOrderUnknown({ hasPlacelessPods }: Pick<ReachedObject, "hasPlacelessPods">, { steps }: Pick<PortReach, "steps">): boolean {
  return hasPlacelessPods && steps.some(({ places }) => places.some(({ locality, of }) => locality === "" && of.pods > 0));
}

function listed(who: string, object: ReachedObject, port: PortReach): ReachWords {
  const { host, hasUnreadSlices } = object;
  if (port.otherwise.length > 0) return dependsWords(who, host, port);
  const isUnordered = isOrderUnknown(object, port);
  const endpoints = port.steps.reduce((sum, step) => sum + step.endpoints, 0);
  const because = [...becauseOf(port, isUnordered), ...(hasUnreadSlices ? [SLICES_NOT_READ] : [])];
  if (endpoints === 0 && hasUnreadSlices) return { answer: "unknown", sentence: slicesSentence(who, host), because };
  if (endpoints === 0) return { answer: "no", sentence: `${who} gets no endpoint of ${host}.`, because };
  const dead = port.destination.gatewayClosed === null ? 0 : gatewaysOf(port).length;
  if (port.refusing.length + dead >= endpoints) return { answer: "no", sentence: `${who} gets no answer from ${host}: every endpoint rejects it.`, because };
  const isPartly = port.refusing.length + dead > 0 || port.destination.leftOut.length > 0 || port.dropped > 0;
  return { answer: isPartly ? "partly" : "yes", sentence: `${who} reaches ${host}: ${isUnordered ? unorderedPhrase(port) : stepsPhrase(port)}.`, because };
}

function unorderedPhrase({ steps }: PortReach): string {
  const who = whoPhrase(steps.flatMap(({ places }) => places));
  return steps.length === 1 ? `${who} share by weight` : `${who}, in an order that is not known`;
}

const NOT_SHOWN: Readonly<Record<PortReach["destination"]["dependsOn"], string>> = {
  gateways: "The API does not show which gateways istiod uses for DNS services.",
  families: "The API does not show the address families of this caller. istiod leaves out gateways of other families.",
  version: "The exact version of istiod decides, which is not known here.",
  slices: "Two EndpointSlices list one address with different values. The API does not show the slice that istiod uses.",
};

/** All outcomes of a port that depends on istiod. */
function dependsWords(who: string, host: string, port: PortReach): ReachWords {
  const first = port.steps.flatMap(({ places }) => places);
  const outcomes = [first, ...port.otherwise].map((places) => (places.length === 0 ? "no endpoint" : whoPhrase(places)));
  const because = [NOT_SHOWN[port.destination.dependsOn]];
  return { answer: "unknown", sentence: `${who} gets ${anyOf([...new Set(outcomes)])} of ${host}.`, because };
}

const STEPS_TOLD = 3;

function stepsPhrase({ steps, unknownShares }: PortReach): string {
  const [first, ...later] = steps.slice(0, STEPS_TOLD).map(stepPhrase);
  const more = steps.length > STEPS_TOLD ? `, and ${plural(steps.length - STEPS_TOLD, "further step")}` : "";
  if (later.length === 0)
    return `${first ?? "nobody"} ${steps[0]?.endpoints === 1 ? "answers" : unknownShares?.code === "balancer" ? "share the calls" : "share by weight"}`;
  return `${first} first, then ${later.join(", then ")}${more}`;
}

function whoPhrase(places: readonly ReachedLocality[]): string {
  const total = sumOf(places.map(({ of }) => of));
  const gateways = new Set(places.flatMap((place) => place.gateways)).size;
  const who = [
    totalEndpoints(total) > 0 ? kindsPhrase(total) : "",
    gateways > 0 ? `${plural(gateways, "gateway")} to ${kindsPhrase(sumOf(places.map(({ behindGateways }) => behindGateways)))}` : "",
  ];
  return listOf(who.filter((part) => part !== ""));
}

function stepPhrase({ places }: ReachPriority): string {
  const [only, ...others] = places;
  const where = only === undefined ? "" : others.length === 0 ? ` in ${placePhrase(only.locality)}` : ` in ${formatNumber(places.length)} places`;
  return `${whoPhrase(places)}${where}`;
}

function sumOf(counts: readonly EndpointKindCounts[]): EndpointKindCounts {
  const none: EndpointKindCounts = { machines: 0, pods: 0, inline: 0, names: 0, addresses: 0 };
  return counts.reduce(
    (sum, one) => ({
      ...{ machines: sum.machines + one.machines, pods: sum.pods + one.pods, inline: sum.inline + one.inline, names: sum.names + one.names },
      addresses: sum.addresses + one.addresses,
    }),
    none,
  );
}

const NAMES_TOLD = 3;

const COPIES_NOT_KNOWN = ". How callers of a DNS service share requests among them is not known";

/** `isUnordered`: the places of Pods are not known. */
function becauseOf(port: PortReach, isUnordered: boolean): readonly string[] {
  return [
    ...(isUnordered ? [PLACES_NOT_KNOWN] : [orderSentence(port), sharesSentence(port), lossSentence(port)]),
    gatewaySentence(port),
    refusedSentence(port.refusing),
    port.isGatewayShared && !isUnordered
      ? `A gateway stands for several places${port.areCopiesKnown ? ": it is asked in the order of the first of them" : COPIES_NOT_KNOWN}.`
      : "",
    port.dropped === 0
      ? ""
      : `${plural(port.dropped, "endpoint")} ${have(port.dropped)} the address and port of another${port.areCopiesKnown ? ": callers keep the first" : COPIES_NOT_KNOWN}.`,
    ...leftOutSentences(port),
    port.destination.endsIstiod ? "Making this list ends istiod with a panic, since 1.30: it orders a DNS service by labels." : "",
  ].filter((words) => words !== "");
}

function sharesSentence({ unknownShares }: PortReach): string {
  if (unknownShares?.code !== "balancer") return "";
  return `The DestinationRule sets ${unknownShares.balancer}: the shares of calls are not known.`;
}

function gatewaysOf({ steps }: PortReach): readonly string[] {
  return steps.flatMap(({ places }) => places.flatMap((place) => place.gateways));
}

function gatewaySentence(port: PortReach): string {
  const gateways = [...new Set(gatewaysOf(port))];
  if (gateways.length === 0) return "";
  const { gatewayClosed } = port.destination;
  if (gatewayClosed === null) return `Endpoints in other networks are reached through ${listOf(gateways)}. The gateway picks the machine.`;
  return `Calls to other networks end at ${listOf(gateways)}, which passes none of them: ${tlsCausePhrase(gatewayClosed)}.`;
}

function refusedSentence(refusing: PortReach["refusing"]): string {
  const [first] = refusing;
  if (first === undefined) return "";
  const takes =
    first.takes === "STRICT" ? "mutual TLS only (STRICT), and this caller sends plain text" : "plain text only (DISABLE), and this caller sends mutual TLS";
  const names = refusing.slice(0, NAMES_TOLD).map(({ name }) => name);
  const more = refusing.length > NAMES_TOLD ? `, and ${formatNumber(refusing.length - NAMES_TOLD)} more` : "";
  return `${plural(refusing.length, "machine")} ${verb(refusing.length, "take")} ${takes}: ${names.join(", ")}${more}.`;
}

function leftOutSentences({ destination }: PortReach): readonly string[] {
  const byWords = new Map<string, string[]>();
  for (const { machine, reason } of destination.leftOut) {
    const words = leftOutWords(reason);
    byWords.set(words, [...(byWords.get(words) ?? []), machine.name]);
  }
  return [...byWords].map(([words, names]) => {
    return `Left out: ${listAtMost(names, NAMES_TOLD, { commas: true })}, because ${words}.`;
  });
}
