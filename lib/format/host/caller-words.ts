import type { CallerWithSources, LocalitySource, NamespaceSource, NetworkSource } from "@/lib/domain/selection/default-caller";
import type { OutsideMeshEndpoints } from "@/lib/domain/selection/outside-reach";
import type { CallerKind } from "@/lib/domain/selection/world";
import { listAtMost, listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { verb } from "@/lib/format/text/tense";
import { SLICES_NOT_READ } from "./not-seen-words";
import { type ReachWords, slicesSentence } from "./reach-words";

/** The kinds of callers, as a choice offers them. */
export const CALLER_KINDS: Readonly<Record<CallerKind, string>> = { sidecar: "sidecar", gateway: "gateway", outside: "Pod outside the mesh" };

/** The source of each part of a caller, as one or two sentences. */
export function partTexts({ namespace, locality, network }: CallerWithSources): Readonly<Record<"namespace" | "locality" | "network", string>> {
  return { namespace: namespaceText(namespace.source), locality: localityText(locality.source), network: networkText(network.source) };
}

const GIVEN = { chosen: "You chose it.", pinned: "It was chosen when you opened this page. The data has changed since." } as const;

const NAMESPACES: Readonly<Record<NamespaceSource["code"], string>> = {
  ...GIVEN,
  "own-namespace": "Namespace of the service.",
  "root-namespace": "Gateways often run in the root namespace.",
  "first-that-may-call": "First visible namespace that may call the service.",
  "first-with-object": "First visible namespace that gets this object. Others get another one with its host name.",
  "named-by-export": "exportTo names it, but you cannot see this namespace.",
  "none-may-call": "No visible namespace may call the service.",
};

const DOUBTS = {
  "default-export": " The mesh's default for exportTo is not known.",
  sidecars: " A Sidecar that you cannot see may hide the service.",
} as const;

function namespaceText({ code, doubt }: NamespaceSource): string {
  return `${NAMESPACES[code]}${doubt === null ? "" : DOUBTS[doubt]}`;
}

function networkText(source: NetworkSource): string {
  switch (source.code) {
    case "pod-label":
      return `Label of Pod ${source.pod}.`;
    case "namespace-label":
      return `Label topology.istio.io/network of namespace ${source.namespace}.`;
    case "mesh-networks":
      if (source.by === "registry") return "meshNetworks names this cluster (fromRegistry).";
      if (source.address === "") return "First network with an address range in meshNetworks. No Pod of the caller is visible.";
      return `meshNetworks has a range with the Pod address ${source.address} (fromCidr).`;
    case "no-network":
      return "Pods have no network: no label on istiod's namespace, none in meshNetworks.";
    case "not-visible":
      return `The network is not known: ${source.why}.`;
    case "chosen":
    case "pinned":
      return GIVEN[source.code];
  }
}

function localityText(source: LocalitySource): string {
  switch (source.code) {
    case "pod":
      return `Locality of Pod ${source.pod}.`;
    case "nodes":
      return source.count === source.of ? "All Nodes are there." : `Most Nodes are there: ${formatNumber(source.count)} of ${formatNumber(source.of)}.`;
    case "no-node-has-one":
      return "No Node has a locality.";
    case "not-visible":
      return `The locality is not known: ${source.why}.`;
    case "chosen":
    case "pinned":
      return GIVEN[source.code];
  }
}

const NAMES_SHOWN = 3;

/** The answer for a Pod outside the mesh. */
export function outsideWords(reach: OutsideMeshEndpoints, { namespace, hostName }: { readonly namespace: string; readonly hostName: string }): ReachWords {
  const caller = `A Pod outside the mesh in ${namespace}`;
  switch (reach.code) {
    case "service-entry":
      return {
        answer: "no",
        sentence: `${caller} gets no endpoint of ${hostName} from Istio.`,
        because: ["Only proxies receive ServiceEntries.", "A DNS record outside Istio can still lead to an address."],
      };
    case "alias":
      return { answer: "unknown", sentence: `${caller} resolves ${hostName} to ${reach.to}.`, because: ["The Service is a DNS name (ExternalName)."] };
    case "no-selector":
      return {
        answer: "unknown",
        sentence: slicesSentence(caller, hostName),
        because: [SLICES_NOT_READ],
      };
    case "pods-not-visible":
      return { answer: "unknown", sentence: `${caller} reaches only the Pods of ${hostName}.`, because: ["These Pods are not visible to you."] };
    case "pods":
      return podWords(reach, caller, hostName);
  }
}

function basisOf(pods: number, addresses: number | null): string {
  if (addresses !== null && addresses > 0) return "kube-proxy sends requests to the ready addresses of the EndpointSlices.";
  if (pods > 0) return "kube-proxy sends requests to the ready Pods of the Service.";
  return addresses === null
    ? "kube-proxy sends requests to ready Pods, and the Service has none. EndpointSlices are not visible."
    : "kube-proxy sends requests to ready Pods only, and the Service has none.";
}

function podWords(
  { pods, addresses, refusing, others, isNodeLocal }: Extract<OutsideMeshEndpoints, { code: "pods" }>,
  caller: string,
  hostName: string,
): ReachWords {
  const listed = addresses ?? 0;
  const accepting = pods + listed - refusing.length;
  const kinds = [pods > 0 ? plural(pods, "Pod") : "", listed > 0 ? plural(listed, "address", "addresses") : ""].filter((text) => text !== "");
  const sentence = `${caller} reaches ${kinds.length === 0 ? "no endpoint" : listOf(kinds)} of ${hostName}.`;
  const because = [
    basisOf(pods, addresses),
    others === 0 ? "" : `${plural(others, "other endpoint")} ${verb(others, "get")} no request: kube-proxy has ${addresses ? "no machines" : "Pods only"}.`,
    refusing.length === 0
      ? ""
      : `${plural(refusing.length, "Pod")} ${verb(refusing.length, "reject")} plain text (STRICT): ${listAtMost(refusing, NAMES_SHOWN)}.`,
    isNodeLocal && pods > 0 ? "Only Pods on the caller's Node count (internalTrafficPolicy: Local)." : "",
  ].filter((text) => text !== "");
  if (accepting === 0) return { answer: addresses === null ? "unknown" : "no", sentence, because };
  return { answer: refusing.length + others > 0 || isNodeLocal ? "partly" : "yes", sentence, because };
}

/** The endpoints that a caller is sent and has no address for. */
export function familySentence(family: 4 | 6, endpoints: number): string {
  return `This caller has no IPv${family} address. istiod sends it ${plural(endpoints, "endpoint")} with one.`;
}
