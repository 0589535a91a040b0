import { blindSource, SOURCES, type SourceName, sourceNamed } from "@/lib/domain/source";
import { authorizationPolicies } from "./sources/authorizationpolicies";
import { destinationRules } from "./sources/destinationrules";
import { gatewayServices } from "./sources/gateway-services";
import { gateways } from "./sources/gateways";
import { istiodDeployments } from "./sources/istiod-deployments";
import { istiodPods } from "./sources/istiod-pods";
import { meshConfig } from "./sources/mesh-config";
import { namespaces } from "./sources/namespaces";
import { networkGateways } from "./sources/network-gateways";
import { nodes } from "./sources/nodes";
import { peerAuthentications } from "./sources/peerauthentications";
import { serviceAccounts } from "./sources/serviceaccounts";
import { serviceEntries } from "./sources/serviceentries";
import { services } from "./sources/services";
import { sidecars } from "./sources/sidecars";
import { virtualServices } from "./sources/virtualservices";
import { workloadPods } from "./sources/workload-pods";
import { workloadEntries } from "./sources/workloadentries";
import { workloadGroups } from "./sources/workloadgroups";
import type { WordsOfSource } from "./words-of-source";

/** The words of every source. */
export const SOURCE_WORDS: Readonly<Record<SourceName, WordsOfSource>> = {
  workloadgroups: workloadGroups,
  workloadentries: workloadEntries,
  "istiod-pods": istiodPods,
  "istiod-deployments": istiodDeployments,
  "mesh-config": meshConfig,
  "gateway-services": gatewayServices,
  "network-gateways": networkGateways,
  nodes,
  namespaces,
  services,
  serviceentries: serviceEntries,
  destinationrules: destinationRules,
  sidecars,
  virtualservices: virtualServices,
  gateways,
  peerauthentications: peerAuthentications,
  authorizationpolicies: authorizationPolicies,
  serviceaccounts: serviceAccounts,
  "workload-pods": workloadPods,
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
  const source = blindSource(blind);
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

/** One thing that the history tells of, by its kind there: "machine", "ServiceEntry"; undefined where it has no noun. */
export function nounOf(kind: string): string | undefined {
  return kind === "finding" ? kind : NOUNS.get(kind);
}
