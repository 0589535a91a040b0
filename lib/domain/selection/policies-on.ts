import { compareText } from "@/lib/domain/object/compare-text";
import type { LabelSet } from "@/lib/domain/object/label-set";
import { sidecarOf } from "./caller-scope";
import { compareByAge } from "./definitions";
import { workloadOfCandidate } from "./matching";
import type { ObjectMetadata } from "./objects";
import type { PeerAuthentication, Sidecar } from "./policies";
import { selectedCandidates } from "./stored-endpoints";
import { isReadByRevision, type LabelMap, missingLabels } from "./workload";
import { BARE_SIDECAR_CALLER, type MeshSettings, type SelectionWorld } from "./world";

/** The namespace and labels of a machine's sidecar, by which policies match it (docs/istio.md#policy-labels, `sidecarPolicyLabels`). */
export interface PolicyTarget {
  readonly namespace: string;
  readonly labels: LabelMap;
}

/** The level at which a policy matches a machine: for the whole mesh, for its namespace, or by its labels. */
export type PolicyLevel = "mesh" | "namespace" | "labels";

export interface MatchingPolicy<P> {
  readonly policy: P;
  readonly by: PolicyLevel;
}

/** The fields of an AuthorizationPolicy that decide which workloads it matches. */
export interface AuthorizationPolicyTargeting extends ObjectMetadata {
  readonly selector: LabelSet;
  /** The objects in its `targetRefs`. With any, the policy applies to their waypoints or gateways, and to no sidecar. */
  readonly targets: readonly unknown[];
}

/**
 * Returns the AuthorizationPolicies that apply to a machine's sidecar: of its namespace or of the root namespace, for its labels or for all workloads
 * (docs/istio.md#policy-labels).
 */
export function authorizationPoliciesFor<P extends AuthorizationPolicyTargeting>(
  policies: readonly P[],
  machine: PolicyTarget,
  mesh: MeshSettings,
): readonly MatchingPolicy<P>[] {
  return policies
    .filter(({ namespace, targets, labels }) => targets.length === 0 && isReadByRevision(labels, mesh) && isHere(namespace, machine, mesh))
    .filter(({ selector }) => missingLabels(selector, machine.labels).length === 0)
    .sort(compareByAge)
    .map((policy) => ({ policy, by: reachOf(policy, mesh) }));
}

/** A PeerAuthentication that matches a machine. `decides` is false if a narrower policy, or an older one of the same level, already sets the mode. */
export interface MatchingAuthentication extends MatchingPolicy<PeerAuthentication> {
  readonly decides: boolean;
}

/**
 * Returns the PeerAuthentications that match a machine's sidecar, the narrowest level first (docs/istio.md#mtls-mark). A policy with a selector
 * applies to its own namespace only.
 */
export function peerAuthenticationsFor(
  { authentications, mesh }: Pick<SelectionWorld, "authentications" | "mesh">,
  machine: PolicyTarget,
): readonly MatchingAuthentication[] {
  const here = authentications.filter(
    (one) => isReadByRevision(one.labels, mesh) && isHere(one.namespace, machine, mesh) && !(one.namespace === mesh.rootNamespace && one.selector.length > 0),
  );
  const reaching = here
    .filter(({ selector }) => missingLabels(selector, machine.labels).length === 0)
    .sort(compareByAge)
    .map((policy) => ({ policy, by: reachOf(policy, mesh) }))
    .sort((a, b) => WIDTH[a.by] - WIDTH[b.by]);
  let isDecided = false;
  let last: PolicyLevel | null = null;
  return reaching.map(({ policy, by }) => {
    const isFirst = by !== last;
    last = by;
    const says = policy.mode !== null && policy.mode !== "" && policy.mode !== "UNSET";
    const decides = isFirst && ((says && !isDecided) || (by === "labels" && policy.ports.length > 0));
    if (isFirst && says) isDecided = true;
    return { policy, by, decides };
  });
}

const WIDTH = { labels: 0, namespace: 1, mesh: 2 } as const satisfies Record<PolicyLevel, number>;

/**
 * Returns the Sidecar that limits the services which a machine's own requests can reach. Null = no limit: all services exported to its namespace
 * (docs/istio.md#sidecars).
 */
export function sidecarLimitingMachine(world: SelectionWorld, machine: PolicyTarget): MatchingPolicy<Sidecar> | null {
  const policy = sidecarOf(world, { ...BARE_SIDECAR_CALLER, ...machine });
  if (policy === null) return null;
  return { policy, by: policy.callers !== null ? "labels" : policy.namespace === machine.namespace ? "namespace" : "mesh" };
}

/**
 * Returns the policies of a namespace that may match a machine, or not: their labels can be among those that only the machine's bundle has. `known`:
 * the labels of the machine that the bundle cannot override.
 */
export function policiesWithUnknownMatch<P extends ObjectMetadata & { readonly selector: LabelSet }>(
  policies: readonly P[],
  namespace: string,
  known: LabelMap,
  mesh: MeshSettings,
): readonly P[] {
  return policies.filter((one) => {
    if (one.namespace !== namespace || !isReadByRevision(one.labels, mesh)) return false;
    const missing = missingLabels(one.selector, known);
    return missing.length > 0 && missing.every(([key]) => !known.has(key));
  });
}

function isHere(namespace: string, machine: PolicyTarget, { rootNamespace }: MeshSettings): boolean {
  return namespace === machine.namespace || namespace === rootNamespace;
}

function reachOf({ namespace, selector }: { readonly namespace: string; readonly selector: LabelSet }, { rootNamespace }: MeshSettings): PolicyLevel {
  if (selector.length > 0) return "labels";
  return namespace === rootNamespace ? "mesh" : "namespace";
}

/** The labels by which policies match a machine's own sidecar, and their source. */
export interface SidecarPolicyLabels {
  readonly labels: LabelMap;
  /** The ServiceEntry that adds the entry's labels; null = only the labels of the machine's bundle count. */
  readonly by: { readonly namespace: string; readonly name: string } | null;
}

/**
 * Returns the labels by which AuthorizationPolicy, PeerAuthentication, Sidecar and other policies match a machine's sidecar, and their source. The
 * endpoint's labels override the bundle's, if a ServiceEntry of its namespace selects a stored entry or Pod with one of the machine's addresses.
 * Otherwise only the bundle's labels count (docs/istio.md#policy-labels). With several such ServiceEntries the order is not determined; the oldest is
 * used.
 */
export function sidecarPolicyLabels(
  vm: { readonly namespace: string; readonly addresses: readonly string[]; readonly bundle: LabelMap },
  world: SelectionWorld,
): SidecarPolicyLabels {
  const ours = world.serviceEntries.filter((one) => one.namespace === vm.namespace && one.selector !== null && isReadByRevision(one.labels, world.mesh));
  for (const entry of [...ours].sort(compareByAge)) {
    const machines = selectedCandidates(entry, world).map((one) => workloadOfCandidate(one, world.mesh));
    const [found] = machines.filter(({ address }) => vm.addresses.includes(address)).sort((a, b) => compareText(a.name, b.name));
    if (found !== undefined) return { labels: new Map([...vm.bundle, ...found.labels]), by: { namespace: entry.namespace, name: entry.name } };
  }
  return { labels: vm.bundle, by: null };
}
