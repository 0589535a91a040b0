import { compareByAge, type HostNameDefinition } from "./definitions";
import { type CombinedDestinationRule, tlsModeOfDestinationRule, trafficPolicyFor } from "./destination-rules";
import type { PeerAuthentication, TrafficPolicySettings } from "./policies";
import type { StoredEndpoint } from "./stored-endpoints";
import { isReadByRevision, MUTUAL_TLS_MODE, missingLabels, type StoredWorkload, TLS_MODE_LABEL } from "./workload";
import type { SelectionWorld } from "./world";

/**
 * The TLS of a caller to one port of a service: chosen for each endpoint by its tlsMode ("by-endpoint"), one mode for all endpoints, or plain text
 * (docs/istio.md#client-tls).
 */
export type PortTlsMode = "by-endpoint" | "mutual" | "simple" | "plain";

const PORT_CAUSES = ["destination-rule", "external", "auto-mtls-off", "unmarked-endpoint", "peer-authentication"] as const;

/** The setting that decides the TLS for all endpoints of a port. "marks": the tlsMode of each endpoint decides. */
export type PortTlsCause = (typeof PORT_CAUSES)[number] | "marks";

/** A caller's TLS to one port of a service, and the setting that decides it. */
export interface PortTls {
  readonly tls: PortTlsMode;
  readonly because: PortTlsCause;
}

/** The TLS that a caller uses for its connection to one endpoint. */
export type EndpointTlsMode = "mutual" | "simple" | "plain";

/** The setting because of which an endpoint does not have tlsMode `istio` (the mTLS mark). */
export type MissingMarkCause = "label" | "no-account" | "no-sidecar" | "destination-rule" | "peer-authentication";

/** The settings that can decide which TLS a caller uses for one endpoint. */
export const ENDPOINT_TLS_CAUSES = [...PORT_CAUSES, "label", "account", "no-account", "no-sidecar"] as const;
export type EndpointTlsCause = (typeof ENDPOINT_TLS_CAUSES)[number];

/** The settings that can make east-west gateways refuse calls to an endpoint. */
export const GATEWAY_BLOCKERS = [...PORT_CAUSES, "label", "no-account", "no-sidecar"] as const;
export type GatewayBlocker = (typeof GATEWAY_BLOCKERS)[number];

/** A caller's TLS to one endpoint of one port, the setting that decides it, and the setting that makes an east-west gateway refuse the call. */
export interface EndpointTls {
  readonly sends: EndpointTlsMode;
  readonly because: EndpointTlsCause;
  /** The setting that makes gateways refuse the call. Null = a gateway routes to the endpoint, if its Gateway object lists the host name. */
  readonly gatewayClosed: GatewayBlocker | null;
}

export interface TlsQuery {
  readonly rule: CombinedDestinationRule | null;
  readonly subset: string;
  readonly port: number;
}

/**
 * Returns the tlsMode that istiod writes on an endpoint; "" = none. With `istio`, the mTLS mark, callers send mTLS and gateways route to the endpoint
 * (docs/istio.md#mtls-mark). A DestinationRule can remove the mark, but not give it to a machine without a service account or label.
 */
export function tlsMarkOf(
  { machine, port }: Pick<StoredEndpoint, "machine" | "port">,
  { rule, subset, port: servicePort }: TlsQuery,
  world: SelectionWorld,
): string {
  const { tlsMode } = machine;
  if (tlsMode === "" || tlsMode === "disabled") return "";
  const ruled = tlsModeOfDestinationRule(rule, subset, servicePort);
  if (ruled !== null) return ruled === "ISTIO_MUTUAL" ? tlsMode : "";
  return tlsMode === MUTUAL_TLS_MODE && acceptedTlsMode(machine, port, world) !== "DISABLE" ? tlsMode : "";
}

/**
 * Returns the TLS mode that a machine's sidecar accepts on one of its ports. A PeerAuthentication's setting for the port comes first, then that for
 * the workload, the namespace and the mesh; of several at one level the oldest. UNSET = the next wider level decides (docs/istio.md#mtls-mark).
 */
export function acceptedTlsMode(
  machine: { readonly namespace: string; readonly labels: ReadonlyMap<string, string> },
  port: number,
  world: SelectionWorld,
): string {
  const { rootNamespace } = world.mesh;
  const ours = world.authentications.filter((one) => isReadByRevision(one.labels, world.mesh)).sort(compareByAge);
  const inNamespace = ours.filter(({ namespace }) => namespace === machine.namespace && namespace !== rootNamespace);
  const workload = inNamespace.find(({ selector }) => selector.length > 0 && missingLabels(selector, machine.labels).length === 0);
  const namespace = inNamespace.find(({ selector }) => selector.length === 0);
  const mesh = ours.find((one) => one.namespace === rootNamespace && one.selector.length === 0);
  const general = modeOf(workload) ?? modeOf(namespace) ?? modeOf(mesh) ?? "PERMISSIVE";
  const ofPort = workload?.ports.find(([number]) => number === port);
  return ofPort === undefined ? general : (setMode(ofPort[1]) ?? general);
}

/**
 * Returns a caller's TLS to a port of a service. The first of these settings decides: DestinationRule, MESH_EXTERNAL, `enableAutoMtls`,
 * PeerAuthentication of the namespace or mesh, then the tlsMode of the endpoints.
 */
export function callerPortTls(
  definition: HostNameDefinition,
  policy: TrafficPolicySettings | null,
  endpoints: readonly Pick<StoredEndpoint, "machine">[],
  world: SelectionWorld,
): PortTls {
  const mode = policy?.tls ?? null;
  if (mode !== null) {
    const tls = mode === "ISTIO_MUTUAL" || mode === "MUTUAL" ? "mutual" : mode === "SIMPLE" ? "simple" : "plain";
    return { tls, because: "destination-rule" };
  }
  if (definition.isExternal) return { tls: "plain", because: "external" };
  if (!world.mesh.autoMtls) return { tls: "plain", because: "auto-mtls-off" };
  const passesThrough = definition.discovery === "ORIGINAL_DST" || policy?.balancer?.simple === "PASSTHROUGH";
  if (passesThrough && (endpoints.length === 0 || endpoints.some(({ machine }) => machine.tlsMode === "disabled"))) {
    return { tls: "plain", because: "unmarked-endpoint" };
  }
  if (namespaceMode(definition.namespace, world) === "DISABLE") return { tls: "plain", because: "peer-authentication" };
  return { tls: passesThrough ? "mutual" : "by-endpoint", because: "marks" };
}

/**
 * Returns the TLS that a caller uses for one endpoint. `mark`: the endpoint's tlsMode, as `tlsMarkOf` returns it; `tls`: the caller's TLS to the
 * port.
 */
export function tlsSentTo(mark: string, tls: PortTlsMode): EndpointTlsMode {
  return tls === "by-endpoint" ? (mark === MUTUAL_TLS_MODE ? "mutual" : "plain") : tls;
}

/**
 * Returns the source of an endpoint's tlsMode before a DestinationRule applies: its label, otherwise its service account. "no-sidecar" = a Pod
 * without the label.
 */
function ownMark({ kind, labels, identity }: StoredWorkload): "label" | "account" | "no-account" | "no-sidecar" {
  if (labels.has(TLS_MODE_LABEL)) return "label";
  // An address of an EndpointSlice that belongs to a Pod has the Pod's service account.
  if (kind === "pod" || (kind === "address" && identity !== "")) return "no-sidecar";
  return identity === "" ? "no-account" : "account";
}

/** Returns the setting because of which an endpoint does not have tlsMode `istio`; null = it has this tlsMode. */
export function missingMarkCause(endpoint: Pick<StoredEndpoint, "machine" | "port">, question: TlsQuery, world: SelectionWorld): MissingMarkCause | null {
  if (tlsMarkOf(endpoint, question, world) === MUTUAL_TLS_MODE) return null;
  const { machine } = endpoint;
  const own = ownMark(machine);
  if (machine.tlsMode !== MUTUAL_TLS_MODE) return own === "account" ? "no-account" : own;
  return tlsModeOfDestinationRule(question.rule, question.subset, question.port) === null ? "peer-authentication" : "destination-rule";
}

export interface EndpointTlsQuery extends TlsQuery {
  readonly definition: HostNameDefinition;
}

/**
 * Returns a caller's TLS to an endpoint, decided in istiod's order (docs/istio.md#client-tls), and whether a gateway passes the call
 * (docs/istio.md#gateway-path). `others`: further endpoints of the port.
 */
export function endpointTls(
  endpoint: Pick<StoredEndpoint, "machine" | "port">,
  question: EndpointTlsQuery,
  world: SelectionWorld,
  others: readonly Pick<StoredEndpoint, "machine">[] = [],
): EndpointTls {
  const { definition, rule, subset, port } = question;
  return endpointTlsFromPortTls(callerPortTls(definition, trafficPolicyFor(rule, subset, port), [endpoint, ...others], world), endpoint, question, world);
}

/** Returns `endpointTls` for a given TLS of the port, which can depend on the port's other endpoints. */
export function endpointTlsFromPortTls(
  client: PortTls,
  endpoint: Pick<StoredEndpoint, "machine" | "port">,
  question: EndpointTlsQuery,
  world: SelectionWorld,
): EndpointTls {
  const unmarked = missingMarkCause(endpoint, question, world);
  return {
    sends: tlsSentTo(unmarked === null ? MUTUAL_TLS_MODE : "", client.tls),
    because: client.because === "marks" ? (unmarked ?? ownMark(endpoint.machine)) : client.because,
    gatewayClosed: gatewayBlocker(question.definition, client, unmarked),
  };
}

/**
 * Returns the setting because of which a gateway does not route to an endpoint; null = it routes. A gateway has no filter chain for MESH_EXTERNAL,
 * gets only endpoints with tlsMode `istio`, and routes by the SNI of mutual TLS (measured).
 */
export function gatewayBlocker(
  { isExternal }: Pick<HostNameDefinition, "isExternal">,
  { tls, because }: PortTls,
  unmarked: MissingMarkCause | null,
): GatewayBlocker | null {
  if (isExternal) return "external";
  if (unmarked !== null) return unmarked;
  return tls === "by-endpoint" || tls === "mutual" || because === "marks" ? null : because;
}

/**
 * Returns the setting because of which east-west gateways do not route to any endpoint of a port, whatever its tlsMode; null = none. MESH_EXTERNAL
 * ("external") comes first.
 */
export function portGatewayBlocker(question: EndpointTlsQuery, world: SelectionWorld): GatewayBlocker | null {
  const { definition, rule, subset, port } = question;
  const mode = tlsModeOfDestinationRule(rule, subset, port);
  const unmarked = mode === null || mode === "ISTIO_MUTUAL" ? null : "destination-rule";
  return gatewayBlocker(definition, callerPortTls(definition, trafficPolicyFor(rule, subset, port), [], world), unmarked);
}

/**
 * Returns true if a machine's sidecar that accepts the mode `taken` refuses connections with the TLS `spoken`. STRICT accepts mutual TLS only, and
 * DISABLE cannot read it (docs/istio.md#tls-conflicts).
 */
export function isTlsRefused(spoken: ReturnType<typeof tlsSentTo>, taken: string): boolean {
  return taken === "STRICT" ? spoken !== "mutual" : taken === "DISABLE" && spoken === "mutual";
}

function namespaceMode(namespace: string, { authentications, mesh }: SelectionWorld): string {
  const wide = authentications.filter((one) => isReadByRevision(one.labels, mesh) && one.selector.length === 0).sort(compareByAge);
  const ofMesh = modeOf(wide.find((one) => one.namespace === mesh.rootNamespace)) ?? "PERMISSIVE";
  return namespace === mesh.rootNamespace ? ofMesh : (modeOf(wide.find((one) => one.namespace === namespace)) ?? ofMesh);
}

function modeOf(policy: PeerAuthentication | undefined): string | null {
  return setMode(policy?.mode ?? null);
}

function setMode(mode: string | null): string | null {
  return mode === null || mode === "" || mode === "UNSET" ? null : mode;
}
