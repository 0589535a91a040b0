import { hasBehaviourAssumingNewest, possibleMeshVariants } from "@/lib/domain/mesh/istiod-behaviours";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { addToList } from "@/lib/domain/object/multimap";
import { compareByAge, type DiscoveryType, type HostNameDefinition } from "./definitions";
import { type CombinedDestinationRule, destinationRuleFor, trafficPolicyFor } from "./destination-rules";
import { addressFamily } from "./ip-address";
import { localitySettingOf, orderByLocality, ordersByLabels } from "./locality-routing";
import { excludingDrainingLabelValue, PERSISTENT_SESSION_LABEL } from "./matching";
import { callerPortTls, type GatewayBlocker, gatewayBlocker, missingMarkCause, type PortTlsCause, type PortTlsMode, tlsMarkOf } from "./mutual-tls";
import type { TrafficPolicySettings } from "./policies";
import { type LeftOutReason, type LeftOutWorkload, type SentEndpoint, type SentLocalityGroup, totalWeight } from "./sent-endpoints";
import { type StoredEndpoint, type StoredEndpoints, storedEndpoints } from "./stored-endpoints";
import { gatewayCases, gatewaysDependOnIpFamily, meshWithGatewaysForDiscovery, throughGateways } from "./through-gateways";
import { isReadByRevision, missingLabels, withDerivedLabels } from "./workload";
import type { Caller, SelectionWorld } from "./world";

/** The endpoints that one caller gets for one port of a service, and those that istiod stores but does not send. */
export interface CallerEndpointList {
  readonly host: string;
  readonly port: number;
  /** "" = the service without a subset. */
  readonly subset: string;
  readonly discovery: DiscoveryType;
  readonly definition: HostNameDefinition;
  readonly rule: CombinedDestinationRule | null;
  readonly groups: readonly SentLocalityGroup[];
  /**
   * Other possible values of `groups`; empty = there is only one. The API does not show which is true: it depends on gateways for DNS services
   * (docs/istio.md#dns-gateways), istiod's version, the caller's address families, or the EndpointSlice that istiod uses (`dependsOn`).
   */
  readonly otherwise: readonly (readonly SentLocalityGroup[])[];
  readonly dependsOn: "gateways" | "families" | "version" | "slices";
  readonly leftOut: readonly LeftOutWorkload[];
  readonly tls: PortTlsMode;
  readonly tlsBecause: PortTlsCause;
  /** The reason why a gateway does not route this caller's requests, even to an endpoint with the mTLS mark; null = it routes them. */
  readonly gatewayClosed: GatewayBlocker | null;
  /** The identities that a caller accepts if it uses TLS, sorted (docs/istio.md#identity). */
  readonly identities: readonly string[];
  /**
   * True if this endpoint list makes istiod panic. istiod orders a DNS service by labels, and looks up each endpoint in the list of the first
   * locality (run with 1.31.0; `ordersDnsByLabels`). The other fields have the values that callers would get without the panic.
   */
  readonly endsIstiod: boolean;
}

/**
 * Returns the endpoint lists that a caller gets for one service (docs/istio.md). UDP ports, aliases and DNS services without endpoints have no list. If the
 * version of istiod decides whether a selector without labels selects, both outcomes are included.
 */
export function callerEndpointListsOf(definition: HostNameDefinition, caller: Caller, world: SelectionWorld): readonly CallerEndpointList[] {
  const { host, namespace } = definition;
  const isDecidedByVersion = world.serviceEntries.some((one) => one.selector?.length === 0 && one.namespace === namespace && one.hosts.includes(host));
  const [usual, ...others] = isDecidedByVersion ? possibleMeshVariants(["emptySelectorSelectsAll"], world.mesh) : [world.mesh];
  const [found, ...outcomes] = [usual, ...others].map((mesh) => destinationsIn(definition, caller, mesh === world.mesh ? world : { ...world, mesh }));
  return outcomes.reduce<readonly CallerEndpointList[]>((first, other) => withOutcome(first, other, "version"), found ?? []);
}

/** Adds the endpoint lists of another possible outcome to `otherwise`. A port and subset that only one outcome has, has no endpoints in the other. */
function withOutcome(
  first: readonly CallerEndpointList[],
  other: readonly CallerEndpointList[],
  dependsOn: CallerEndpointList["dependsOn"],
): readonly CallerEndpointList[] {
  const isSame = (one: CallerEndpointList) => (two: CallerEndpointList) => one.port === two.port && one.subset === two.subset;
  const joined = first.map((one) => {
    const theirs = other.find(isSame(one));
    const outcomes = theirs === undefined ? [[]] : [theirs.groups, ...theirs.otherwise];
    const otherwise = otherOutcomes(one.groups, [...one.otherwise, ...outcomes]);
    return { ...one, dependsOn: otherwise.length > one.otherwise.length ? dependsOn : one.dependsOn, otherwise };
  });
  const added = other.filter((two) => !first.some(isSame(two)));
  return [...joined, ...added.map((two) => ({ ...two, dependsOn, groups: [], otherwise: otherOutcomes([], [two.groups, ...two.otherwise]) }))];
}

function destinationsIn(definition: HostNameDefinition, caller: Caller, world: SelectionWorld): readonly CallerEndpointList[] {
  if (definition.discovery === "ALIAS" || definition.discovery === "DYNAMIC_DNS") return [];
  const held = storedEndpoints(definition.host, definition.namespace, world);
  const found = destinationsWith(held, definition, { caller, world });
  if (!held.isContested) return found;
  const later = { ...world, laterSliceFirst: true } as const;
  return withOutcome(found, destinationsWith(storedEndpoints(definition.host, definition.namespace, later), definition, { caller, world: later }), "slices");
}

function destinationsWith(
  held: StoredEndpoints,
  definition: HostNameDefinition,
  { caller, world }: { readonly caller: Caller; readonly world: SelectionWorld },
): readonly CallerEndpointList[] {
  const rule = destinationRuleFor(definition, caller, world);
  const subsets = ["", ...(rule?.subsets ?? []).map(({ name }) => name)];
  return definition.ports
    .filter(({ protocol }) => protocol.toUpperCase() !== "UDP")
    .flatMap((port) => subsets.flatMap((subset) => destinationOf({ definition, held, rule, port, subset }, caller, world)));
}

/** One port of a definition, with the caller's DestinationRule for it. */
export interface DefinitionPortWithRule {
  readonly definition: HostNameDefinition;
  readonly rule: CombinedDestinationRule | null;
  readonly port: HostNameDefinition["ports"][number];
  readonly subset: string;
}

interface Asked extends DefinitionPortWithRule {
  readonly held: StoredEndpoints;
}

function destinationOf(asked: Asked, caller: Caller, world: SelectionWorld): readonly CallerEndpointList[] {
  const { definition, held, rule, port, subset } = asked;
  const policy = trafficPolicyFor(rule, subset, port.number);
  const discovery = policy?.balancer?.simple === "PASSTHROUGH" ? "ORIGINAL_DST" : definition.discovery;
  const client = callerPortTls(
    definition,
    policy,
    held.endpoints.filter((one) => isEndpointOfPort(one, asked)),
    world,
  );
  const { tls } = client;
  const told = {
    ...{ host: definition.host, port: port.number, subset, discovery, definition, rule, tls, tlsBecause: client.because },
    dependsOn: decidedBy(discovery, caller, world.mesh),
    ...{ gatewayClosed: gatewayBlocker(definition, client, null), identities: identitiesOf(definition, held, { tls, policy, world }) },
  };
  if (discovery === "ORIGINAL_DST") return [{ ...told, groups: [], otherwise: [], leftOut: [], endsIstiod: false }];
  const refused = held.refusals.filter(({ portName }) => portName === port.name).map(({ machine, reason }) => ({ machine, reason }));
  const sorted = sortedOut(asked, caller, { world, policy });
  const found = groupedByLocality(sorted.sent);
  if (found.length === 0 && discovery !== "EDS") return [];
  const [usual, ...views] = gatewayCases(discovery, caller, world.mesh).map((view) => throughGateways(found, view.caller, view.mesh));
  if (usual === undefined) return [];
  const { groups, leftOut } = usual;
  const isOrderedByLabels = discovery === "EDS" || hasBehaviourAssumingNewest("ordersDnsByLabels", world.mesh);
  const place = {
    ...{ locality: caller.locality, labels: withDerivedLabels(caller.labels, caller, world.mesh) },
    ...{ beyondNetwork: hasBehaviourAssumingNewest("comparesBeyondNetwork", world.mesh), byLabels: isOrderedByLabels },
  };
  const hasOutlier = policy?.outlier !== null && policy !== null;
  const byDefault = discovery !== "EDS" && world.mesh.outlierByDefault;
  const setting = localitySettingOf(definition, policy, world.mesh);
  const ordered = orderByLocality(groups, place, setting, hasOutlier || byDefault);
  const listed = sorted.sent.length + sorted.leftOut.filter(({ reason }) => reason.code !== "not-in-subset" && reason.code !== "other-port-name").length;
  const endsIstiod =
    discovery !== "EDS" && isOrderedByLabels && ordersByLabels(setting, hasOutlier || byDefault) && listed > (groups[0]?.endpoints.length ?? 0);
  const otherwise = otherOutcomes(
    ordered,
    views.map((view) => orderByLocality(view.groups, place, setting, hasOutlier || byDefault)),
  );
  return [{ ...told, groups: ordered, otherwise, leftOut: [...refused, ...sorted.leftOut, ...leftOut, ...lostByDistribution(groups, ordered)], endsIstiod }];
}

/** With EDS the gateways are known, so that only istiod's version can make a difference. */
function decidedBy(discovery: DiscoveryType, caller: Caller, mesh: SelectionWorld["mesh"]): CallerEndpointList["dependsOn"] {
  if (gatewaysDependOnIpFamily(caller, meshWithGatewaysForDiscovery(discovery, mesh))) return "families";
  return discovery === "EDS" ? "version" : "gateways";
}

function otherOutcomes(first: readonly SentLocalityGroup[], others: readonly (readonly SentLocalityGroup[])[]): readonly (readonly SentLocalityGroup[])[] {
  const keyOf = (groups: readonly SentLocalityGroup[]) =>
    JSON.stringify(groups.map(({ locality, endpoints }) => [locality, ...endpoints.map(({ address, port, health }) => `${address}:${port} ${health}`)]));
  const seen = new Set([keyOf(first)]);
  return others.filter((groups) => {
    const key = keyOf(groups);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/**
 * Returns true if an endpoint belongs to a port of a definition. istiod matches them by the name of the port, for DNS services by its number
 * (docs/istio.md#joined-endpoints).
 */
export function isEndpointOfPort(
  held: Pick<StoredEndpoint, "portName" | "portNumber">,
  { definition, port }: Pick<DefinitionPortWithRule, "definition" | "port">,
): boolean {
  return definition.discovery === "EDS" || held.portNumber === null ? held.portName === port.name : held.portNumber === port.number;
}

function sortedOut(
  asked: Asked,
  caller: Caller,
  { world, policy }: { readonly world: SelectionWorld; readonly policy: TrafficPolicySettings | null },
): { readonly sent: readonly SentEndpoint[]; readonly leftOut: readonly LeftOutWorkload[] } {
  const sent: SentEndpoint[] = [];
  const leftOut: LeftOutWorkload[] = [];
  for (const held of asked.held.endpoints) {
    const reason = leftOutReason(held, asked, { caller, world, sendsUnhealthy: sendsUnhealthy(asked.definition, policy, world) });
    if (reason === null) sent.push(sentOf(held, asked, world));
    else if (reason !== "other-port") leftOut.push({ machine: held.machine, reason });
  }
  return { sent, leftOut };
}

/**
 * Returns the reason why istiod does not send a stored endpoint to a caller, without regard to networks; null = istiod sends it. "other-port" = the
 * endpoint belongs to another port.
 */
export function leftOutReason(
  held: StoredEndpoint,
  asked: DefinitionPortWithRule,
  { caller, world, sendsUnhealthy: sends }: { readonly caller: Caller; readonly world: SelectionWorld; readonly sendsUnhealthy: boolean },
): LeftOutReason | "other-port" | null {
  const { definition, port, subset, rule } = asked;
  if (!isEndpointOfPort(held, asked)) {
    const isSameNumber = held.portNumber === port.number;
    return isSameNumber ? { code: "other-port-name", name: held.portName, wanted: port.name } : "other-port";
  }
  if (definition.discovery === "EDS" && held.address !== "" && held.port !== 0 && addressFamily(held.address) === null) {
    return { code: "not-an-ip-address", address: held.address };
  }
  const wanted = rule?.subsets.find(({ name }) => name === subset)?.labels ?? [];
  if (missingLabels(wanted, held.machine.labels).length > 0) return { code: "not-in-subset", subset };
  if (definition.isNodeLocal && held.machine.node !== caller.node) return { code: "other-node", node: held.machine.node };
  if (held.health === "UNHEALTHY" && !sends) return { code: "unhealthy-not-sent" };
  if (held.health === "DRAINING" && !valueOfLabel(definition.origin.labels, PERSISTENT_SESSION_LABEL)) return { code: "draining" };
  return excludingDrainingLabelValue(held.machine.labels, definition.origin.labels, world.mesh) === null ? null : { code: "draining" };
}

/**
 * Returns true if istiod sends the unhealthy Pods of a service, so that callers know the total number of endpoints. istiod does not send them if the
 * outlier detection would let callers use them (docs/istio.md#unhealthy-pods).
 */
export function sendsUnhealthy({ distribution }: HostNameDefinition, policy: TrafficPolicySettings | null, { mesh }: SelectionWorld): boolean {
  if (mesh.forcesUnhealthy || (distribution !== "any" && hasBehaviourAssumingNewest("sendsUnhealthyByDistribution", mesh))) return true;
  return mesh.sendsUnhealthy && !((policy?.outlier?.minHealthPercent ?? 0) > 0);
}

function sentOf(held: StoredEndpoint, { rule, subset, port }: Asked, world: SelectionWorld): SentEndpoint {
  const { machine } = held;
  return {
    address: held.address,
    port: held.port,
    health: world.mesh.drainingLabel !== "" && machine.labels.get(world.mesh.drainingLabel) ? "DRAINING" : held.health,
    weight: machine.weight,
    copies: held.copies,
    mark: tlsMarkOf(held, { rule, subset, port: port.number }, world),
    unmarked: missingMarkCause(held, { rule, subset, port: port.number }, world),
    labels: machine.labels,
    stands: { for: "machine", held },
  };
}

/** Groups endpoints by the text of their locality, in its order. Two spellings of one locality make two groups (docs/istio.md#locality). */
function groupedByLocality(endpoints: readonly SentEndpoint[]): readonly SentLocalityGroup[] {
  const byText = new Map<string, SentEndpoint[]>();
  for (const endpoint of endpoints) {
    addToList(byText, endpoint.stands.for === "machine" ? endpoint.stands.held.machine.locality : "", endpoint);
  }
  const texts = [...byText.keys()].sort();
  return texts.map((locality) => {
    const ours = byText.get(locality) ?? [];
    return { locality, priority: 0, weight: totalWeight(ours), endpoints: ours };
  });
}

function lostByDistribution(before: readonly SentLocalityGroup[], after: readonly SentLocalityGroup[]): readonly LeftOutWorkload[] {
  const kept = new Set(after.flatMap(({ endpoints }) => endpoints));
  return before.flatMap(({ locality, endpoints }) =>
    endpoints
      .filter((endpoint) => !kept.has(endpoint))
      .flatMap(({ stands }) => (stands.for === "machine" ? [stands.held.machine] : stands.machines))
      .map((machine) => ({ machine, reason: { code: "locality-left-out", locality } as const })),
  );
}

/**
 * Returns the identities that callers accept. Those of a DestinationRule (`subjectAltNames`) replace all others. Without a rule: the accounts of the
 * endpoints and the names of the namespace's newest ServiceEntry, even if it has none (docs/istio.md#accepted-names; measured). TLS mode SIMPLE
 * checks the latter for ServiceEntries only (recording tls).
 */
function identitiesOf(
  definition: HostNameDefinition,
  { endpoints, unsent }: StoredEndpoints,
  { tls, policy, world }: { readonly tls: PortTlsMode; readonly policy: TrafficPolicySettings | null; readonly world: SelectionWorld },
): readonly string[] {
  if (tls === "plain") return [];
  const ruled = policy?.accepts ?? [];
  if (ruled.length > 0) return [...new Set(ruled)].sort();
  if (tls === "simple" && definition.origin.kind === "Service") return [];
  const held = [...endpoints.map(({ machine }) => machine), ...unsent].map(({ identity }) => identity).filter((identity) => identity !== "");
  return [...new Set([...newestOrigin(definition, world).accounts, ...held])].sort();
}

function newestOrigin({ host, namespace, origin }: HostNameDefinition, { serviceEntries, mesh }: SelectionWorld): HostNameDefinition["origin"] {
  if (origin.kind === "Service") return origin;
  const all = serviceEntries.filter((one) => one.namespace === namespace && one.hosts.includes(host) && isReadByRevision(one.labels, mesh));
  return [...all].sort(compareByAge).at(-1) ?? origin;
}
