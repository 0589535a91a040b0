import { type LabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { PERSISTENT_SESSION_LABEL, reasonsAgainst, withEndpointListSent } from "@/lib/domain/selection/matching";
import type { MeshService, SelectableEntry, SelectablePod } from "@/lib/domain/selection/objects";
import { areAllStateReasons, type ExclusionReason, type SelectionCandidate } from "@/lib/domain/selection/reasons";
import { CLUSTER_LABEL, NODE_LABEL } from "@/lib/domain/selection/workload";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { BEARING } from "@/lib/server/fleet/bearing";
import { asideShare, type MachineShare, NOT_SENT } from "./host-counts";

/** What of a selector is the same for every machine and Pod: worked out once for each version of it. */
export interface Matching {
  readonly selector: MeshService;
  /** The selector with a list: istiod stores endpoints of all members of this one, by kind. */
  readonly listed: Readonly<Record<SelectionCandidate["kind"], MeshService>>;
  readonly mesh: MeshSettings;
  /** The labels that it wants. */
  readonly pairs: LabelSet;
  /** False = it takes no machine at all, whatever that says. */
  readonly takesMachines: boolean;
  readonly takesPods: boolean;
  /** Does it take names and sockets? */
  readonly byDns: boolean;
  /** It is sent draining endpoints too (docs/istio.md#draining). */
  readonly keepsSessions: boolean;
}

const known = new WeakMap<MeshService, Matching>();

/** How a selector looks at machines and Pods; worked out once for a version of it and a mesh. */
export function matchingOf(selector: MeshService, mesh: MeshSettings): Matching {
  const found = known.get(selector);
  if (found?.mesh === mesh) return found;
  const matching = workedOut(selector, mesh);
  known.set(selector, matching);
  return matching;
}

function workedOut(selector: MeshService, mesh: MeshSettings): Matching {
  const byDns = selector.kind === "ServiceEntry" && (selector.resolution === "DNS" || selector.resolution === "DNS_ROUND_ROBIN");
  const listed = { entry: withEndpointListSent(selector, "entry"), pod: withEndpointListSent(selector, "pod") };
  return {
    ...{ selector, listed, mesh, byDns, pairs: selector.selector ?? [] },
    takesMachines: areAllStateReasons(reasonsAgainst(listed.entry, { kind: "entry", entry: wantedEntry(selector) }, mesh)),
    takesPods: areAllStateReasons(reasonsAgainst(listed.pod, { kind: "pod", pod: wantedPod(selector) }, mesh)),
    keepsSessions: !!valueOfLabel(selector.labels, PERSISTENT_SESSION_LABEL),
  };
}

/** A machine and a Pod that such a selector takes, if it takes any. */
function wantedEntry({ namespace, selector }: MeshService): SelectableEntry {
  const place = { address: ANY_ADDRESS, network: "", locality: "", serviceAccount: "", weight: null, ports: [] };
  return { namespace, name: "", ...place, specLabels: selector ?? [], metadataLabels: [], gate: null, health: null };
}

function wantedPod({ namespace, selector }: MeshService): SelectablePod {
  const state = { address: ANY_ADDRESS, phase: "Running", ready: true, deletingAt: null };
  return { namespace, name: "", createdAt: null, labels: selector ?? [], ...state, node: "", serviceAccount: "", ports: [] };
}

const ANY_ADDRESS = "192.0.2.1";

/** The value of a label of a machine as selectors see it. */
export type LabelLookup = (key: string) => string | undefined;

/** The labels of a machine with that of its cluster, which the mesh tells (docs/istio.md#labels). */
export function inCluster({ clusterId }: Pick<MeshSettings, "clusterId">, label: LabelLookup): LabelLookup {
  return clusterId === "" ? label : (key) => (key === CLUSTER_LABEL ? clusterId : label(key));
}

/** Does it take a machine of its namespace, whatever the machine's health? */
export function matchesMachine({ takesMachines, byDns, pairs }: Matching, bearing: number, label: LabelLookup): boolean {
  if (!takesMachines || (bearing & BEARING.ofRevision) === 0 || ((bearing & BEARING.named) !== 0 && !byDns)) return false;
  return pairs.every(([key, value]) => label(key) === value);
}

/** The share of a machine that it takes. */
export function shareOfBearing({ keepsSessions }: Matching, bearing: number, weight: number): MachineShare {
  const isKept = (bearing & BEARING.draining) === 0 || keepsSessions;
  const isHealthy = (bearing & BEARING.healthy) !== 0;
  const isAwaiting = (bearing & BEARING.awaiting) !== 0;
  if ((bearing & BEARING.reachable) === 0 || !(isHealthy || isAwaiting)) return NOT_SENT;
  if (!isKept) return asideShare("draining");
  if (isAwaiting) return asideShare("awaiting");
  const inDoubt = (bearing & BEARING.doubted) === 0 ? 0 : 1;
  return { ...NOT_SENT, serving: 1 - inDoubt, inDoubt, notChecked: (bearing & BEARING.checked) === 0 ? 1 : 0, weight };
}

/** Why it does not take a Pod; null = by its labels, or not at all. Most Pods of a namespace are not meant, and are told apart by one label. */
export function reasonsAgainstPod({ listed, mesh, pairs, takesPods }: Matching, pod: SelectablePod): readonly ExclusionReason[] | null {
  if (!takesPods || pairs.some(([key, value]) => !isDerived(key) && valueOfLabel(pod.labels, key) !== value)) return null;
  const reasons = reasonsAgainst(listed.pod, { kind: "pod", pod }, mesh);
  return areAllStateReasons(reasons) ? reasons : null;
}

/** May the value of such a label come from a machine's place, or from the mesh (docs/istio.md#labels)? */
function isDerived(key: string): boolean {
  return key.startsWith("topology.") || key === NODE_LABEL;
}
