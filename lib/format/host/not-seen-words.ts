import { listAtMost, listOf } from "@/lib/format/text/lists";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { have } from "@/lib/format/text/tense";

/** A source of which only some namespaces are in sight; none = nothing of it. */
export interface UnseenSource {
  readonly source: string;
  readonly seen: readonly string[];
  /** May the viewer list them? Then it is this server, or the record, that does not know them. */
  readonly isAllowed: boolean;
}

const CONSEQUENCES: Readonly<Record<string, readonly [what: string, therefore: string]>> = {
  workloadentries: ["WorkloadEntries", "machines are not told of"],
  "workload-pods": ["Pods", "numbers of pods are left out, and shares are of the machines alone"],
  endpointslices: ["EndpointSlices", "addresses that they list are not counted"],
  services: ["Services", "another namespace may own this host"],
  serviceentries: ["ServiceEntries", "another namespace may own this host"],
  destinationrules: ["DestinationRules", "the order of places, subsets and TLS may be others"],
  sidecars: ["Sidecars", "callers may not know this host"],
  peerauthentications: ["PeerAuthentications", "machines may refuse what callers send"],
  authorizationpolicies: ["AuthorizationPolicies", "machines may refuse callers"],
  virtualservices: ["VirtualServices", "requests may be sent elsewhere"],
};

const NAMESPACES_TOLD = 3;

/** What is not in sight and what may therefore be otherwise: one sentence for all kinds of which as much is seen. */
export function notSeenSentences(missing: readonly UnseenSource[]): readonly string[] {
  const byWhere = new Map<string, { readonly whats: string[]; readonly therefores: Set<string> }>();
  for (const { source, seen, isAllowed } of missing) {
    const words = CONSEQUENCES[source];
    if (words === undefined) continue;
    const [what, therefore] = words;
    const where = wherePhrase(seen, isAllowed);
    const known = byWhere.get(where) ?? { whats: [], therefores: new Set() };
    known.whats.push(what);
    known.therefores.add(therefore);
    byWhere.set(where, known);
  }
  return [...byWhere].map(([where, { whats, therefores }]) => `${listOf(whats)} ${where}: ${[...therefores].join("; ")}.`);
}

function wherePhrase(seen: readonly string[], isAllowed: boolean): string {
  if (seen.length === 0) return isAllowed ? "are not known here" : "are not visible to you";
  return `are ${isAllowed ? "known here" : "visible to you"} in ${listAtMost(seen, NAMESPACES_TOLD)} only`;
}

/** What of the mesh's settings is a guess, as one sentence. */
export function doubtSentence({ setting, source }: { readonly setting: string; readonly source: string }): string {
  return setting === "all" ? `${source}.` : `${setting} is assumed: ${source}.`;
}

/** Above everything that is told in ambient mode. */
export const AMBIENT_NOTE = "In ambient mode, from Istio's source, not measured: health plays no part, and neither do Sidecars or the order of places.";

export const NO_SELECTOR = "It has no selector.";

/** The gap in what is known of a Service without a selector. */
export const SLICES_NOT_READ = "The Service has no selector, and its EndpointSlices are not visible.";

/** The same, where an EndpointSlice names a Pod that is not visible, or two of them disagree. */
export const ADDRESSES_NOT_KNOWN = "The visible objects do not show the addresses that istiod sends.";

/** The gap in the paths to endpoints of other networks. `source`: the gateways that are not visible. */
export function unseenGatewaysSentence(source: string): string {
  return `${source}: the paths to endpoints in other networks are not known.`;
}

/** Stands for the address of a gateway that the viewer may not list. */
export function hiddenGateway(number: number): string {
  return `gateway ${number} (not visible)`;
}

/** In place of the order and the shares of places. */
export const PLACES_NOT_KNOWN = "The Nodes of Pods are not visible: the places of these Pods are not known.";

/** Where Pods are is told by their Nodes, and their network by the root namespace. */
export const PLACELESS_PODS = "The places of Pods are not known: the labels of their Nodes are not read, so that a caller may have them in another order.";

/** Machines that ztunnel cannot reach (istio#56531); "" = none. */
export function droppedByZtunnel(machines: number): string {
  if (machines === 0) return "";
  const [them, their] = [oneOrMany(machines, "it", "them"), oneOrMany(machines, "its", "their")];
  return `${plural(machines, "machine")} ${have(machines)} no address, and no gateway leads into ${their} network. ztunnel drops ${them}.`;
}
