import { ALL_NAMESPACES, SOURCES, type SourceName, sourceNamed, sourceOfGapText } from "@/lib/domain/source/source";

/** The texts about a source and the objects that it delivers. */
interface SourceTexts {
  /** The source in a list or before a reason: "istiod's pods". */
  readonly listed: string;
  /** A clause about a source that was not visible: "Services were not seen". */
  readonly notSeen: string;
  /** One object by its kind in the history: "ServiceEntry". */
  readonly nouns: Readonly<Record<string, string>>;
}

/** The texts of every source. */
export const SOURCE_WORDS: Readonly<Record<SourceName, SourceTexts>> = {
  workloadgroups: {
    listed: "workloadgroups",
    notSeen: "groups were not seen",
    nouns: { group: "group" },
  },
  workloadentries: {
    listed: "workloadentries",
    notSeen: "machines were not seen",
    nouns: { entry: "machine" },
  },
  "istiod-pods": {
    listed: "istiod's pods",
    notSeen: "istiod's Pods were not seen, so connections are unverified",
    nouns: { replica: "replica" },
  },
  "istiod-deployments": {
    listed: "istiod's deployments",
    notSeen: "istiod's Deployments were not seen",
    nouns: {},
  },
  "mesh-config": {
    listed: "the mesh's configuration",
    notSeen: "the mesh's configuration was not seen",
    nouns: {},
  },
  "gateway-services": {
    listed: "services of gateways",
    notSeen: "Services of gateways were not seen",
    nouns: {},
  },
  "network-gateways": {
    listed: "gateways of the Kubernetes Gateway API",
    notSeen: "Gateways of the Kubernetes Gateway API were not seen",
    nouns: {},
  },
  nodes: {
    listed: "nodes",
    notSeen: "Nodes were not seen",
    nouns: {},
  },
  namespaces: {
    listed: "namespaces",
    notSeen: "namespaces were not seen",
    nouns: {},
  },
  services: {
    listed: "services",
    notSeen: "Services were not seen",
    nouns: { service: "Service" },
  },
  serviceentries: {
    listed: "serviceentries",
    notSeen: "ServiceEntries were not seen",
    nouns: { serviceentry: "ServiceEntry" },
  },
  destinationrules: {
    listed: "destinationrules",
    notSeen: "DestinationRules were not seen",
    nouns: { destinationrule: "DestinationRule" },
  },
  sidecars: {
    listed: "sidecars",
    notSeen: "Sidecars were not seen",
    nouns: { sidecar: "Sidecar" },
  },
  virtualservices: {
    listed: "virtualservices",
    notSeen: "VirtualServices were not seen",
    nouns: { virtualservice: "VirtualService" },
  },
  gateways: {
    listed: "gateways",
    notSeen: "Gateways were not seen",
    nouns: {},
  },
  peerauthentications: {
    listed: "peerauthentications",
    notSeen: "PeerAuthentications were not seen",
    nouns: { peerauthentication: "PeerAuthentication" },
  },
  authorizationpolicies: {
    listed: "authorizationpolicies",
    notSeen: "AuthorizationPolicies were not seen",
    nouns: { authorizationpolicy: "AuthorizationPolicy" },
  },
  serviceaccounts: {
    listed: "serviceaccounts",
    notSeen: "ServiceAccounts were not seen",
    nouns: {},
  },
  endpointslices: {
    listed: "endpointslices",
    notSeen: "EndpointSlices were not seen",
    nouns: {},
  },
  "workload-pods": {
    listed: "workload pods",
    notSeen: "Pods beside the machines were not seen",
    nouns: {},
  },
};

const NOUNS: ReadonlyMap<string, string> = new Map(Object.values(SOURCE_WORDS).flatMap(({ nouns }) => Object.entries(nouns)));

/** A source in a list or a reason, with its namespace ("*" = all): "istiod's pods", "workloadentries in shop". */
export function sourceInText(source: string, namespace: string): string {
  const listed = listedSource(source);
  return namespace === "*" ? listed : `${listed} in ${namespace}`;
}

/** A source's name in a list; of one that this version does not know, what stands there. */
export function listedSource(source: string): string {
  const name = sourceNamed(source);
  return name === undefined ? source : SOURCE_WORDS[name].listed;
}

/** What nobody saw for a while, as a gap names it, in a list: "istiod's pods", "workloadentries in shop". */
export function blindName(blind: string): string {
  const source = sourceOfGapText(blind);
  return `${listedSource(source)}${blind.slice(source.length)}`;
}

/** What follows for what nobody saw, as a gap names it: "Services were not seen". */
export function notSeenPhrase(blind: string): string {
  const name = sourceNamed(blind);
  return name === undefined ? `${blindName(blind)} were not seen` : SOURCE_WORDS[name].notSeen;
}

/** That a source is out of reach, for whoever must not be told where it was asked for. */
export function deniedInSight(source: string): string {
  const name = sourceNamed(source);
  return `This account may not list and watch ${name === undefined ? source : SOURCES[name].kind}.`;
}

/** The reason of unverified counts: "no permission to read Pods in istio-system". `namespace` "*" = not known. */
export function notVerifiedText({ source, namespace }: { readonly source: string; readonly namespace: string }): string {
  if (source === "nodes") return "no permission to read Nodes";
  return `no permission to read ${namespace === ALL_NAMESPACES ? "istiod's Pods" : `Pods in ${namespace}`}`;
}

/** One thing that the history tells of, by its kind there: "machine", "ServiceEntry"; undefined where it has no noun. */
export function nounOf(kind: string): string | undefined {
  return kind === "finding" ? kind : NOUNS.get(kind);
}
