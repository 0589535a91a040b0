import type { HostDetail } from "@/lib/contract/host";
import type { HostQuery } from "@/lib/contract/host-query";
import type { AuthorizationPolicy } from "@/lib/domain/authorization-policy";
import { formatLocality, parseLocality } from "@/lib/domain/locality";
import { inScope, namespacesOfSource, type Scope } from "@/lib/domain/scope";
import { callerService, isSameObject } from "@/lib/domain/selection/caller-service";
import type { HostEndpoint } from "@/lib/domain/selection/host-endpoint";
import { kindDifferences } from "@/lib/domain/selection/kind-differences";
import type { Selector } from "@/lib/domain/selection/objects";
import { A_CALLER } from "@/lib/domain/selection/world";
import { doubtSentence, notSeenSentences, PLACELESS_PODS, type UnseenSource } from "@/lib/format/host/not-seen-words";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { namesInSight } from "@/lib/server/fleet/names-in-sight";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { type SeenWorld, selectionWorldFor } from "@/lib/server/hosts/selection-world";
import { claimsOf } from "./claims-of";
import type { RowTls } from "./endpoint-row";
import type { EndpointCache, Member, Members } from "./host-endpoints";
import { missesOf } from "./host-misses";
import { policiesOf, routeLines } from "./policies-of";
import { portsOf, type WellEndpoint } from "./ports-of";
import { callerOf, reachFrom, seenFrom, toldPort } from "./seen-from";
import { subsetsOf } from "./subsets-of";

/** What of a host's page rests on more than its own members: the policies, the other claimants, who nearly is one. */
export type Surroundings = Omit<
  HostDetail,
  | "kind"
  | "namespace"
  | "name"
  | "cluster"
  | "uid"
  | "resourceVersion"
  | "host"
  | "hosts"
  | "selector"
  | "type"
  | "isExternal"
  | "machines"
  | "pods"
  | "inline"
  | "names"
  | "vanished"
  | "mode"
>;

export interface SurroundingsInput {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly query: HostQuery;
  readonly host: HostObject;
  readonly hostName: string;
  readonly members: Members;
  readonly list: readonly Member[];
  readonly cache: EndpointCache;
}

/** Evaluates all that surrounds a host, and what the TLS of its rows is told by. */
export function surroundingsOf(input: SurroundingsInput): { readonly surroundings: Surroundings; readonly tls: RowTls } {
  const { fleet, scope, query, host, hostName, members, list, cache } = input;
  const { selector, cluster } = host;
  const { world, missing, doubts, mesh } = worldOf(input);
  const matched = list.flatMap((member) => (member.kind === "pod" && cache.isHidden(member.pod) ? [] : withMember(member, cache)));
  const answering = matched.filter(({ reasons }) => reasons.length === 0);
  const place = callerOf(query.from, host, answering);
  const reach = reachFrom(place, hostName, world);
  const own = place.namespace === selector.namespace && query.from === null ? reach : reachFrom({ ...place, namespace: selector.namespace }, hostName, world);
  const isPlaceless = (members.pods ?? []).length > 0 && mesh.nodeLocalities.size === 0;
  const { misses, more } = missesOf(fleet, { host, members, mesh }, scope);
  const unseen = unseenOf(missing, input);
  const service = query.mode === "ambient" ? null : callerService(selector, hostName, { ...A_CALLER, ...place }, world);
  cache.setService(service);
  const well = list.flatMap((member) => wellEndpoint(member, cache));
  const winner = service?.winner ?? null;
  const surroundings: Surroundings = {
    ports: portsOf(selector, well),
    owner: winner === null || isSameObject(winner.origin, selector) ? null : objectName(winner.origin),
    misses,
    missesMore: more,
    claims: claimsOf(reach.ownership, host, place.namespace),
    isDetermined: reach.ownership.isDetermined,
    ...subsetsOf(own, matched),
    routes: routeLines(hostName, world),
    seenFrom: seenFrom({ place, isChosen: query.from === null, hostName, host }, reach, query.mode),
    choices: choicesOf([place.namespace, ...namesInSight(fleet, cluster, scope)], matched),
    differences: kindDifferences(selector.ports, matched)
      .filter(({ aspect }) => aspect !== "locality" || !isPlaceless)
      .map((one) => ({ ...one, machines: [...one.machines], pods: [...one.pods] })),
    policies: policiesOf(own, matched, { world, authorizations: authorizationsIn(fleet, cluster, scope) }),
    notSeen: [...notSeenSentences(unseen), ...(isPlaceless ? [PLACELESS_PODS] : [])],
    unseen: unseen.map(({ source }) => source),
    doubts: doubts.map(doubtSentence),
  };
  return { surroundings, tls: { world, destination: query.mode === "ambient" ? null : (toldPort(own)?.destination ?? null) } };
}

/** A member that is well, with what the caller gets of it; none of one that fails, drains, waits or is hidden. */
function wellEndpoint(member: Member, cache: EndpointCache): readonly WellEndpoint[] {
  const endpoint = member.kind === "pod" && cache.isHidden(member.pod) ? undefined : cache.endpoint(member);
  return endpoint === undefined || endpoint.reasons.length > 0 ? [] : [{ ...endpoint, statuses: cache.statuses(member) }];
}

function objectName({ kind, namespace, name }: Selector): string {
  return `${kind} ${namespace}/${name}`;
}

/** The world of the viewer, with the machines and Pods that objects of this host's namespace take for it: others play no part in it. */
function worldOf({ fleet, scope, host, hostName, members, cache }: SurroundingsInput): SeenWorld {
  const { cluster, selector } = host;
  const seen = selectionWorldFor(fleet, cluster, scope, { namespaces: new Set() });
  const beside = fleet.hosts.candidates(cluster, selector.namespace).filter((one) => one !== host && one.hosts.includes(hostName));
  const pods = members.pods === null ? [] : [...new Set([...members.pods, ...beside.flatMap((one) => fleet.hosts.pods(one))])];
  const named = pods.flatMap(({ namespace, name }) => fleet.byName(cluster, namespace, name) ?? []);
  const machines = members.machines === null ? [] : [...new Set([...members.machines, ...beside.flatMap((one) => [...fleet.hosts.machines(one)]), ...named])];
  return { ...seen, world: { ...seen.world, pods, entries: machines.map((ref) => cache.machine(ref).entry) } };
}

function withMember(member: Member, cache: EndpointCache): readonly (HostEndpoint & { readonly gate: string | null })[] {
  const endpoint = cache.endpoint(member);
  if (endpoint === undefined) return [];
  return [{ ...endpoint, gate: member.kind === "machine" ? cache.machine(member.ref).entry.gate : null }];
}

/**
 * What is out of sight and matters: a host takes machines and Pods of its own namespace only, so that what is out of sight elsewhere is nothing to it. Of the
 * rest, whether the viewer may not list it, or nobody here knows it.
 */
function unseenOf(missing: SeenWorld["missing"], { fleet, scope, host: { cluster, selector } }: SurroundingsInput): readonly UnseenSource[] {
  const authorized = fleet.sees(cluster, "authorizationpolicies") ? namespacesOfSource(scope, cluster, "authorizationpolicies") : [];
  const all = authorized === "all" ? missing : [...missing, { source: "authorizationpolicies", seen: authorized } as const];
  return all.flatMap(({ source, seen }) => {
    const ofMembers = source === "workloadentries" || source === "workload-pods";
    if (ofMembers && seen.includes(selector.namespace)) return [];
    const allowed = namespacesOfSource(scope, cluster, source);
    return [{ source, seen, isAllowed: allowed === "all" || (ofMembers && allowed.includes(selector.namespace)) }];
  });
}

const MOST_CHOICES = 60;

function authorizationsIn({ tables }: FleetReader, cluster: string, scope: Scope): readonly AuthorizationPolicy[] {
  return [...tables.authorizationpolicies.values()].flatMap((one) =>
    one.cluster === cluster && one.parsed !== null && inScope(scope, cluster, "authorizationpolicies", one.namespace) ? [one.parsed] : [],
  );
}

/** What the sentence about a caller can be set to: places that endpoints have, and namespaces in sight. */
function choicesOf(namespaces: readonly string[], endpoints: readonly HostEndpoint[]): HostDetail["choices"] {
  const sorted = (texts: readonly string[]) => [...new Set(texts)].sort().slice(0, MOST_CHOICES);
  return {
    namespaces: sorted(namespaces),
    localities: sorted(endpoints.map(({ machine }) => formatLocality(parseLocality(machine.locality)))),
    networks: sorted(endpoints.map(({ machine }) => machine.network)),
  };
}
