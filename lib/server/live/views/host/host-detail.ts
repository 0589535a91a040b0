import type { ServiceQuery } from "@/lib/contract/url/service-query";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { parseIstiodStatus } from "@/lib/domain/entry/istiod-status";
import { localitySentByIstiod } from "@/lib/domain/localities/locality";
import { callerService, isCertainlySentOnAnyPort, isSameService } from "@/lib/domain/selection/caller-service";
import { type CallerWithSources, toEngineCaller } from "@/lib/domain/selection/default-caller";
import type { CallerEndpointList } from "@/lib/domain/selection/destinations";
import type { ServiceEndpoint } from "@/lib/domain/selection/host-endpoint";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { AuthorizationPolicy } from "@/lib/domain/selection/policies";
import { compareMachinesAndPods, countEndpointKinds, type MachineOrPodEndpoint } from "@/lib/domain/selection/port-groups";
import type { ServiceReach } from "@/lib/domain/selection/reach";
import type { DuplicateWorkload } from "@/lib/domain/selection/sent-endpoints";
import type { SliceAddressState } from "@/lib/domain/selection/slice-addresses";
import { isInScope, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { visibilityPhrase } from "@/lib/format/findings/istiod-reports";
import { contestedPodSentence } from "@/lib/format/host/endpoint-words";
import { doubtSentence, notSeenSentences, PLACELESS_PODS, type UnseenSource, unseenGatewaysSentence } from "@/lib/format/host/not-seen-words";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { namesInSight } from "@/lib/server/fleet/names-in-sight";
import { isInDoubt } from "@/lib/server/hosts/host-counts";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { hasAmbient } from "@/lib/server/hosts/mesh-of";
import { type SeenWorld, selectionWorldFor } from "@/lib/server/hosts/selection-world";
import { sentPods } from "@/lib/server/hosts/sent-pods";
import { contestedInSight, podsLacking, podsOf, slicesOf } from "@/lib/server/hosts/slice-addresses";
import { meshNetworksFor, type SeenMesh } from "@/lib/server/networks/mesh-networks";
import { claimsOf } from "./claims-of";
import { machineKey, portTls, type RowTls, rowTls } from "./endpoint-row";
import type { EndpointCache, Member, Members } from "./host-endpoints";
import { missesOf } from "./host-misses";
import { policiesOf, routeLines } from "./policies-of";
import { portEnds, portsOf, type WellEndpoint } from "./ports-of";
import { locatedCaller, type PageCallers, reachFrom, seenFrom, toldPort } from "./seen-from";
import { subsetsOf } from "./subsets-of";

/** The values of a service page that its own object holds. */
export type ServiceObject = Pick<
  ServiceDetail,
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
  | "virtualAddresses"
  | "managedBy"
>;

/** What of a host's page rests on more than its own members: the policies, the other claimants, who nearly is one. */
export type Surroundings = Omit<ServiceDetail, keyof ServiceObject | "machines" | "pods" | "inline" | "names" | "addresses" | "vanished" | "mode">;

export interface SurroundingsInput {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly query: ServiceQuery;
  readonly host: HostObject;
  readonly hostName: string;
  readonly members: Members;
  readonly list: readonly Member[];
  readonly cache: EndpointCache;
  /** The callers of the page, which stay as long as the page is open. */
  readonly callers: PageCallers;
}

/** Evaluates all that surrounds a host, and what the TLS of its rows is told by. */
export function surroundingsOf(input: SurroundingsInput): { readonly surroundings: Surroundings; readonly tls: RowTls } {
  const { fleet, scope, query, host, hostName, members, list, cache, callers } = input;
  const { selector, cluster } = host;
  const { world, missing, doubts, mesh } = worldOf(input);
  const matched = list.flatMap((member) => (member.kind === "pod" && cache.isHidden(member.pod) ? [] : withMember(member, cache)));
  const answering = matched.filter(({ reasons }) => reasons.length === 0);
  const located = (one: CallerWithSources) => locatedCaller(one, answering, mesh.nodeLocalities.values());
  const caller = located(callers.shown);
  const networks = meshNetworksFor(fleet.worldOf(cluster), scope);
  const seen = { world, gateways: networks.gateways };
  const reach = reachFrom(caller, hostName, seen);
  const own = callers.ofRows === callers.shown ? reach : reachFrom(located(callers.ofRows), hostName, seen);
  const isPlaceless = (members.pods ?? []).length > 0 && mesh.nodeLocalities.size === 0;
  const published = new Set(sentPods(fleet, host, members.pods ?? []).map(({ name }) => name));
  const isPublished = ({ machine }: ServiceEndpoint) => machine.kind !== "pod" || published.has(machine.name);
  const { misses, more, excluded } = missesOf(fleet, { host, members, mesh }, scope);
  const unseen = unseenOf(missing, input);
  const rowsCaller = toEngineCaller(located(callers.ofRows));
  const service = query.mode === "ambient" ? null : callerService(selector, hostName, caller.kind === "outside" ? rowsCaller : toEngineCaller(caller), world);
  cache.setService(service);
  const well = list.flatMap((member) => wellEndpoint(member, cache));
  const winner = service?.winner ?? null;
  const ofRows = service === null || callers.ofRows === callers.shown ? service : callerService(selector, hostName, rowsCaller, world);
  const isForSidecars = query.mode === "sidecar" && hasAmbient(fleet.worldOf(cluster));
  const copies = query.mode === "ambient" ? [] : copiesOf(caller.kind === "outside" ? own : reach, host);
  const tls: RowTls = { world, service: ofRows, destinations: own.ports.map(({ destination }) => destination), copies: copiesByKey(copies) };
  const paths = unseenPaths(networks, answering, caller);
  const surroundings: Surroundings = {
    callersTls: service === null ? null : [...portTls(tls)],
    accepted: service === null ? [] : [...(toldPort(own)?.destination.identities ?? [])],
    acceptsMore: service !== null && acceptsMore(toldPort(own)?.destination ?? null, members),
    visibility: visibilityOf(host.istiodStatus),
    ...{ isForSidecars, copies: copyCounts(copies, host, fleet) },
    ports: portsOf(selector, well, cache.otherPorts()),
    owner: winner === null || isSameService(winner.origin, selector) ? null : objectName(winner.origin),
    ...{ misses, missesMore: more, excluded },
    claims: claimsOf(reach.ownership, host, caller.namespace.value),
    isDetermined: reach.ownership.isDetermined,
    ...subsetsOf(own, matched, {
      origin: selector,
      isPublished,
      sends: query.mode === "ambient" ? null : { hostName, caller: rowsCaller, world },
    }),
    routes: routeLines(hostName, world),
    seenFrom: seenFrom(
      {
        ...{ caller, query, hostName, host, world },
        sees: { pods: members.pods !== null, slices: members.addresses !== null },
        hasPlacelessPods: isPlaceless,
        isForSidecars,
      },
      reach,
    ),
    choices: choicesOf(caller, matched, {
      ...{ namespaces: [...namesInSight(fleet, cluster, scope)], localities: [...mesh.nodeLocalities.values()] },
      networks: networks.gateways.map(({ network }) => network),
    }),
    ...comparisonOf(list, { selector, cache, tls, isPlaceless }),
    policies: policiesOf(own, matched, { world, authorizations: authorizationsIn(fleet, cluster, scope) }),
    hasUnseenPaths: paths.length > 0,
    notSeen: [...notSeenSentences(unseen), ...(isPlaceless ? [PLACELESS_PODS] : []), ...paths],
    unseen: unseen.map(({ source }) => source),
    doubts: [...doubts.map(doubtSentence), ...contestedInSight(fleet, host, scope).map(contestedPodSentence)],
  };
  return { surroundings, tls };
}

/** The members of the object of which callers use another one. */
function copiesOf({ copies }: ServiceReach, { selector }: HostObject): readonly DuplicateWorkload[] {
  return copies.filter(({ origin }) => isSameService(origin, selector));
}

function copiesByKey(copies: readonly DuplicateWorkload[]): RowTls["copies"] {
  return new Map(copies.map(({ machine, of }) => [machineKey(machine), of]));
}

/** Counts those that the page counts as endpoints: unverified machines are not. */
function copyCounts(copies: readonly DuplicateWorkload[], { cluster }: HostObject, fleet: FleetReader): ServiceDetail["copies"] {
  const counted = copies.filter(({ machine: { kind, namespace, name } }) => {
    const entry = kind === "entry" ? fleet.byName(cluster, namespace, name) : null;
    return entry === null || !isInDoubt(fleet.judged(entry));
  });
  const { machines, pods, inline, addresses } = countEndpointKinds(counted.map(({ machine }) => machine));
  return { machines, pods, inline, addresses };
}

/** Without all gateways, the path to an endpoint in another network is not known. */
function unseenPaths({ told: { gateways } }: SeenMesh, answering: readonly ServiceEndpoint[], { network }: CallerWithSources): readonly string[] {
  const isAcross = answering.some(({ machine }) => machine.network !== "" && machine.network !== network.value);
  return gateways.isComplete || !isAcross ? [] : [unseenGatewaysSentence(gateways.source)];
}

/** True if the accounts of members that are not visible are among the accepted names. The names of a DestinationRule replace all accounts. */
function acceptsMore(destination: CallerEndpointList | null, { machines, pods }: Members): boolean {
  if (destination === null || destination.tls === "plain" || (machines !== null && pods !== null)) return false;
  const { policy } = destination.rule ?? { policy: null };
  return [policy, ...(policy?.ports ?? [])].every((part) => (part?.accepts ?? []).length === 0);
}

function visibilityOf(istiodStatus: string): string {
  const condition = parseIstiodStatus(istiodStatus).conditions.find(({ type, status }) => type === "VisibilityApplied" && status === "True");
  return condition === undefined ? "" : visibilityPhrase(condition);
}

/** Callers send requests to healthy addresses. An address that is not known may be one of them. */
const ANSWERING: ReadonlySet<SliceAddressState> = new Set<SliceAddressState>(["healthy", "not-known"]);

/** A member that is well, with what the caller gets of it; none of one that fails, drains, waits or is hidden. */
function wellEndpoint(member: Member, cache: EndpointCache): readonly WellEndpoint[] {
  const endpoint = member.kind === "pod" && cache.isHidden(member.pod) ? undefined : cache.endpoint(member);
  if (member.kind === "address" && !ANSWERING.has(cache.addressState(member.address))) return [];
  return endpoint === undefined || endpoint.reasons.length > 0 ? [] : [{ ...endpoint, statuses: cache.statuses(member) }];
}

function objectName({ kind, namespace, name }: MeshService): string {
  return `${kind} ${namespace}/${name}`;
}

interface ComparisonInput {
  readonly selector: MeshService;
  readonly cache: EndpointCache;
  readonly tls: RowTls;
  /** The Nodes of Pods are not read, so their localities are not known. */
  readonly isPlaceless: boolean;
}

type MadeEndpoint = MachineOrPodEndpoint & Pick<WellEndpoint, "reasons" | "ports" | "statuses">;

/** The machines and Pods that the caller of the page gets, compared. */
function comparisonOf(list: readonly Member[], { selector, cache, tls, isPlaceless }: ComparisonInput): Pick<ServiceDetail, "differences" | "compared"> {
  const others = cache.otherPorts();
  const endpoints = list.flatMap((member): readonly MadeEndpoint[] =>
    (member.kind === "pod" && cache.isHidden(member.pod) ? [] : withMember(member, cache)).map((one) => {
      const statuses = cache.statuses(member);
      const ends = portEnds(selector, { ports: one.ports, statuses }, others).map(({ port }) => port);
      return { ...one, statuses, ends, isSent: one.reasons.length === 0 && (statuses === null || isCertainlySentOnAnyPort(statuses)) };
    }),
  );
  const made = compareMachinesAndPods(selector.ports, endpoints, (one) => {
    const ports = rowTls(one, tls);
    return (ports.find(({ at }) => one.statuses === null || isCertainlySentOnAnyPort(one.statuses.slice(at, at + 1))) ?? ports[0])?.sends ?? null;
  });
  const differences = (made?.differences ?? []).filter(({ aspect }) => aspect !== "locality" || !isPlaceless);
  return {
    differences: differences.map((one) => ({ ...one, machines: [...one.machines], pods: [...one.pods] })),
    compared: made && { machines: { ...made.machines }, pods: { ...made.pods } },
  };
}

/** The world of the viewer, with the machines and Pods that objects of this host's namespace take for it: others play no part in it. */
function worldOf({ fleet, scope, host, hostName, members, cache }: SurroundingsInput): SeenWorld {
  const { cluster, selector } = host;
  const seen = selectionWorldFor(fleet, cluster, scope, { namespaces: new Set() });
  const beside = fleet.hosts.candidates(cluster, selector.namespace).filter((one) => one !== host && one.hosts.includes(hostName));
  const pods = members.pods === null ? [] : [...new Set([...members.pods, ...beside.flatMap((one) => fleet.hosts.pods(one, "stored"))])];
  const named = pods.flatMap(({ namespace, name }) => fleet.byName(cluster, namespace, name) ?? []);
  const ofOthers = beside.flatMap((one) => [...fleet.hosts.machines(one, "stored")]);
  const machines = members.machines === null ? [] : [...new Set([...members.machines, ...ofOthers, ...named])];
  const slices = members.addresses === null ? [] : slicesOf(fleet, host, { domain: seen.mesh.domain, hostName });
  const lacksPods = podsLacking(fleet, scope, cluster);
  const ofSlices = podsOf(fleet, cluster, slices, lacksPods).filter((pod) => !pods.some((one) => one.namespace === pod.namespace && one.name === pod.name));
  return { ...seen, world: { ...seen.world, slices, pods: [...pods, ...ofSlices], entries: machines.map((ref) => cache.machine(ref).entry) } };
}

function withMember(member: Member, cache: EndpointCache): readonly (ServiceEndpoint & { readonly gate: string | null })[] {
  const endpoint = cache.endpoint(member);
  if (endpoint === undefined) return [];
  return [{ ...endpoint, gate: member.kind === "machine" ? cache.machine(member.ref).entry.gate : null }];
}

/**
 * What is out of sight and matters: a host takes machines and Pods of its own namespace only, so that what is out of sight elsewhere is nothing to it. Of the
 * rest, whether the viewer may not list it, or nobody here knows it.
 */
function unseenOf(missing: SeenWorld["missing"], { fleet, scope, members, host: { cluster, selector } }: SurroundingsInput): readonly UnseenSource[] {
  const authorized = fleet.sees(cluster, "authorizationpolicies") ? visibleNamespacesOfSource(scope, cluster, "authorizationpolicies") : [];
  const all = authorized === "all" ? missing : [...missing, { source: "authorizationpolicies", seen: authorized } as const];
  return all.flatMap(({ source, seen }) => {
    const ofMembers = source === "workloadentries" || source === "workload-pods" || source === "endpointslices";
    if (ofMembers && seen.includes(selector.namespace)) return [];
    if (source === "endpointslices" && selector.kind === "ServiceEntry" && members.addresses !== null) return [];
    const allowed = visibleNamespacesOfSource(scope, cluster, source);
    return [{ source, seen, isAllowed: allowed === "all" || (ofMembers && allowed.includes(selector.namespace)) }];
  });
}

const MOST_CHOICES = 60;

function authorizationsIn({ tables }: FleetReader, cluster: string, scope: Scope): readonly AuthorizationPolicy[] {
  return [...tables.authorizationpolicies.values()].flatMap((one) =>
    one.cluster === cluster && one.parsed !== null && isInScope(scope, cluster, "authorizationpolicies", one.namespace) ? [one.parsed] : [],
  );
}

/** The choices for a caller: visible namespaces, the localities of endpoints and Nodes, the networks of endpoints and visible gateways. */
function choicesOf(
  { namespace, locality, network }: CallerWithSources,
  endpoints: readonly ServiceEndpoint[],
  { namespaces, localities, networks }: ServiceDetail["choices"],
): ServiceDetail["choices"] {
  const sorted = (own: string, texts: readonly string[]) => [...new Set([own, ...[...new Set(texts)].sort()])].slice(0, MOST_CHOICES).sort();
  const places = [...endpoints.map(({ machine }) => machine.locality), ...localities];
  return {
    namespaces: sorted(namespace.value, namespaces),
    localities: sorted(
      locality.value,
      places.map((text) => localitySentByIstiod(text)),
    ),
    networks: sorted(network.value, [...endpoints.map(({ machine }) => machine.network), ...networks]),
  };
}
