import { compareText } from "@/lib/domain/object/compare-text";
import type { LabelSet } from "@/lib/domain/object/label-set";
import { sidecarOf } from "./caller-scope";
import { byAge } from "./definitions";
import { isOfRevision, type LabelMap, missingPairs } from "./machine";
import { candidateMachineOf } from "./matching";
import type { Described } from "./objects";
import type { PeerAuthentication, Sidecar } from "./policies";
import { selectedCandidates } from "./stored-endpoints";
import { ANY_CALLER, type MeshSettings, type SelectionWorld } from "./world";

/** A machine's sidecar, as policies see it: its namespace, and its labels (docs/istio.md#policy-labels, `sidecar-labels`). */
export interface PolicyTarget {
  readonly namespace: string;
  readonly labels: LabelMap;
}

/** By what a policy comes to a machine: the whole mesh, its namespace, or its labels. */
export type PolicyReach = "mesh" | "namespace" | "labels";

export interface MatchingPolicy<P> {
  readonly policy: P;
  readonly by: PolicyReach;
}

/** What an AuthorizationPolicy tells of whom it is for. */
export interface Authorizing extends Described {
  readonly selector: LabelSet;
  /** Objects that it names instead: then it is for their waypoints or gateways, and for no sidecar. */
  readonly targets: readonly unknown[];
}

/** The AuthorizationPolicies for a machine's sidecar: of its namespace, or of the root namespace, by labels or for all (docs/istio.md#policy-labels). */
export function authorizationsOn<P extends Authorizing>(policies: readonly P[], machine: PolicyTarget, mesh: MeshSettings): readonly MatchingPolicy<P>[] {
  return policies
    .filter(({ namespace, targets, labels }) => targets.length === 0 && isOfRevision(labels, mesh) && isHere(namespace, machine, mesh))
    .filter(({ selector }) => missingPairs(selector, machine.labels).length === 0)
    .sort(byAge)
    .map((policy) => ({ policy, by: reachOf(policy, mesh) }));
}

/** A PeerAuthentication with whether it decides: a narrower one, or an older one of the same reach, may have said it already. */
export interface MatchingAuthentication extends MatchingPolicy<PeerAuthentication> {
  readonly decides: boolean;
}

/** The PeerAuthentications for a machine's sidecar, the narrowest first (docs/istio.md#mtls-mark). One with labels is for its own namespace only. */
export function authenticationsOn(
  { authentications, mesh }: Pick<SelectionWorld, "authentications" | "mesh">,
  machine: PolicyTarget,
): readonly MatchingAuthentication[] {
  const here = authentications.filter(
    (one) => isOfRevision(one.labels, mesh) && isHere(one.namespace, machine, mesh) && !(one.namespace === mesh.rootNamespace && one.selector.length > 0),
  );
  const reaching = here
    .filter(({ selector }) => missingPairs(selector, machine.labels).length === 0)
    .sort(byAge)
    .map((policy) => ({ policy, by: reachOf(policy, mesh) }))
    .sort((a, b) => WIDTH[a.by] - WIDTH[b.by]);
  let isDecided = false;
  let last: PolicyReach | null = null;
  return reaching.map(({ policy, by }) => {
    const isFirst = by !== last;
    last = by;
    const says = policy.mode !== null && policy.mode !== "" && policy.mode !== "UNSET";
    const decides = isFirst && ((says && !isDecided) || (by === "labels" && policy.ports.length > 0));
    if (isFirst && says) isDecided = true;
    return { policy, by, decides };
  });
}

const WIDTH = { labels: 0, namespace: 1, mesh: 2 } as const satisfies Record<PolicyReach, number>;

/** The Sidecar by which the machine's own calls know hosts; null = they know all that are exported to it (docs/istio.md#sidecars). */
export function sidecarFor(world: SelectionWorld, machine: PolicyTarget): MatchingPolicy<Sidecar> | null {
  const policy = sidecarOf(world, { ...ANY_CALLER, ...machine });
  if (policy === null) return null;
  return { policy, by: policy.callers !== null ? "labels" : policy.namespace === machine.namespace ? "namespace" : "mesh" };
}

/**
 * Of the policies of a machine's namespace those of which nobody can tell whether they are for it: their labels are among those that only the machine's bundle
 * would tell. `known`: what is known of its labels, which nothing in the bundle overrides.
 */
export function undecidedPolicies<P extends Described & { readonly selector: LabelSet }>(
  policies: readonly P[],
  namespace: string,
  known: LabelMap,
  mesh: MeshSettings,
): readonly P[] {
  return policies.filter((one) => {
    if (one.namespace !== namespace || !isOfRevision(one.labels, mesh)) return false;
    const missing = missingPairs(one.selector, known);
    return missing.length > 0 && missing.every(([key]) => !known.has(key));
  });
}

function isHere(namespace: string, machine: PolicyTarget, { rootNamespace }: MeshSettings): boolean {
  return namespace === machine.namespace || namespace === rootNamespace;
}

function reachOf({ namespace, selector }: { readonly namespace: string; readonly selector: LabelSet }, { rootNamespace }: MeshSettings): PolicyReach {
  if (selector.length > 0) return "labels";
  return namespace === rootNamespace ? "mesh" : "namespace";
}

/** Whose labels count for the policies of a machine's own sidecar. */
export interface SidecarLabels {
  readonly labels: LabelMap;
  /** The ServiceEntry that brings the entry's labels in; null = the labels of the machine's bundle alone. */
  readonly by: { readonly namespace: string; readonly name: string } | null;
}

/**
 * The labels by which AuthorizationPolicy, PeerAuthentication, Sidecar and others select a machine's sidecar: those of the endpoint, over the bundle's, where
 * a ServiceEntry of its namespace selects an entry or Pod of one of its addresses that istiod holds; else the bundle's alone (docs/istio.md#policy-labels).
 * With several such ServiceEntries it is not determined which comes first: the oldest is taken.
 */
export function sidecarLabels(
  vm: { readonly namespace: string; readonly addresses: readonly string[]; readonly bundle: LabelMap },
  world: SelectionWorld,
): SidecarLabels {
  const ours = world.serviceEntries.filter((one) => one.namespace === vm.namespace && one.selector !== null && isOfRevision(one.labels, world.mesh));
  for (const entry of [...ours].sort(byAge)) {
    const machines = selectedCandidates(entry, world).map((one) => candidateMachineOf(one, world.mesh));
    const [found] = machines.filter(({ address }) => vm.addresses.includes(address)).sort((a, b) => compareText(a.name, b.name));
    if (found !== undefined) return { labels: new Map([...vm.bundle, ...found.labels]), by: { namespace: entry.namespace, name: entry.name } };
  }
  return { labels: vm.bundle, by: null };
}
