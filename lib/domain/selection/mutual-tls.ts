import type { Definition } from "./definitions";
import { type CombinedRule, markingModeOf } from "./destination-rules";
import type { HeldEndpoint } from "./held-endpoints";
import { byAge } from "./imports";
import { ISTIO_TLS, isOfRevision, missingPairs } from "./machine";
import type { PeerAuthentication, PolicyPart } from "./policies";
import type { SelectionWorld } from "./world";

export interface TlsQuestion {
  readonly rule: CombinedRule | null;
  readonly subset: string;
  readonly port: number;
}

/**
 * The TLS mode that istiod writes on an endpoint, or "" for none: `istio` is what a client matches, and what a gateway asks for (facts 4.8 A).
 * A DestinationRule can take the mark away, but not give it to a machine without an account or label.
 */
export function markOf(
  { machine, port }: Pick<HeldEndpoint, "machine" | "port">,
  { rule, subset, port: servicePort }: TlsQuestion,
  world: SelectionWorld,
): string {
  const { tlsMode } = machine;
  if (tlsMode === "" || tlsMode === "disabled") return "";
  const ruled = markingModeOf(rule, subset, servicePort);
  if (ruled !== null) return ruled === "ISTIO_MUTUAL" ? tlsMode : "";
  return tlsMode === ISTIO_TLS && takenMode(machine, port, world) !== "DISABLE" ? tlsMode : "";
}

/** What the sidecar of a machine takes on one of its ports: port, then workload, namespace, mesh; the oldest of each, UNSET = the next wider (facts 4.8 A 3). */
export function takenMode(machine: { readonly namespace: string; readonly labels: ReadonlyMap<string, string> }, port: number, world: SelectionWorld): string {
  const { rootNamespace } = world.mesh;
  const ours = world.authentications.filter((one) => isOfRevision(one.labels, world.mesh)).sort(byAge);
  const inNamespace = ours.filter(({ namespace }) => namespace === machine.namespace && namespace !== rootNamespace);
  const workload = inNamespace.find(({ selector }) => selector.length > 0 && missingPairs(selector, machine.labels).length === 0);
  const namespace = inNamespace.find(({ selector }) => selector.length === 0);
  const mesh = ours.find((one) => one.namespace === rootNamespace && one.selector.length === 0);
  const general = modeOf(workload) ?? modeOf(namespace) ?? modeOf(mesh) ?? "PERMISSIVE";
  const ofPort = workload?.ports.find(([number]) => number === port);
  return ofPort === undefined ? general : (setMode(ofPort[1]) ?? general);
}

/** Whether clients use TLS for a host at all (facts 4.8 B): each endpoint by its mark, all alike, or none. */
export type ClientTls = "by-endpoint" | "mutual" | "simple" | "plain";

export function clientTls(definition: Definition, policy: PolicyPart | null, endpoints: readonly HeldEndpoint[], world: SelectionWorld): ClientTls {
  const mode = policy?.tls ?? null;
  if (mode !== null) return mode === "ISTIO_MUTUAL" || mode === "MUTUAL" ? "mutual" : mode === "SIMPLE" ? "simple" : "plain";
  if (definition.isExternal || !world.mesh.autoMtls) return "plain";
  const passesThrough = definition.discovery === "ORIGINAL_DST" || policy?.balancer?.simple === "PASSTHROUGH";
  if (passesThrough && (endpoints.length === 0 || endpoints.some(({ machine }) => machine.tlsMode === "disabled"))) return "plain";
  if (namespaceMode(definition.namespace, world) === "DISABLE") return "plain";
  return passesThrough ? "mutual" : "by-endpoint";
}

/** How a client speaks to one endpoint of a host. */
export function spokenTo(mark: string, tls: ClientTls): "mutual" | "simple" | "plain" {
  return tls === "by-endpoint" ? (mark === ISTIO_TLS ? "mutual" : "plain") : tls;
}

/** Whether the sidecar of a machine refuses what clients send: STRICT takes mutual TLS only, and DISABLE cannot read it (facts 4.8, combinations). */
export function isRefused(spoken: ReturnType<typeof spokenTo>, taken: string): boolean {
  return taken === "STRICT" ? spoken !== "mutual" : taken === "DISABLE" && spoken === "mutual";
}

function namespaceMode(namespace: string, { authentications, mesh }: SelectionWorld): string {
  const wide = authentications.filter((one) => isOfRevision(one.labels, mesh) && one.selector.length === 0).sort(byAge);
  const ofMesh = modeOf(wide.find((one) => one.namespace === mesh.rootNamespace)) ?? "PERMISSIVE";
  return namespace === mesh.rootNamespace ? ofMesh : (modeOf(wide.find((one) => one.namespace === namespace)) ?? ofMesh);
}

function modeOf(policy: PeerAuthentication | undefined): string | null {
  return setMode(policy?.mode ?? null);
}

function setMode(mode: string | null): string | null {
  return mode === null || mode === "" || mode === "UNSET" ? null : mode;
}
