import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import { type LabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { addressFamily } from "@/lib/domain/selection/ip-address";

/**
 * Returns true if an IP address is in a range such as `10.0.0.0/8` or `fd00::/8`. A text that is not an IP address is in no range. An IPv4-mapped address
 * counts as IPv4, as in Go.
 */
export function isInCidr(address: string, cidr: string): boolean {
  const [base = "", length = ""] = cidr.split("/");
  const family = addressFamily(base);
  const value = family === null ? null : valueIn(family, address);
  if (family === null || value === null || !/^\d{1,3}$/.test(length)) return false;
  const bits = family === 4 ? 32 : 128;
  const kept = Number(length);
  if (kept > bits) return false;
  const dropped = BigInt(bits - kept);
  return value >> dropped === numberOf(base, family) >> dropped;
}

/** Returns an address of this family as a number. Null = the address is of the other family. */
function valueIn(family: 4 | 6, address: string): bigint | null {
  const own = addressFamily(address);
  if (own === family) return numberOf(address, family);
  if (own !== 6) return null;
  const value = numberOf(address, 6);
  return value >> 32n === 0xffffn ? value & 0xffff_ffffn : null;
}

function numberOf(address: string, family: 4 | 6): bigint {
  if (family === 4) return address.split(".").reduce((sum, part) => (sum << 8n) + BigInt(part), 0n);
  return groupsOf(address.split("%", 1)[0] ?? "").reduce((sum, part) => (sum << 16n) + part, 0n);
}

/** Returns the eight groups of an IPv6 address, including those that `::` omits. */
function groupsOf(address: string): readonly bigint[] {
  const [left = "", right] = address.split("::");
  const [before, after] = [halfOf(left), halfOf(right ?? "")];
  const gap = right === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(0, gap) }, () => 0n), ...after];
}

function halfOf(text: string): readonly bigint[] {
  if (text === "") return [];
  return text.split(":").flatMap((part) => {
    if (!part.includes(".")) return [BigInt(`0x${part}`)];
    const whole = numberOf(part, 4);
    return [whole >> 16n, whole & 0xffffn];
  });
}

/** The settings from which a Pod without a network label gets its network. */
export interface PodNetworkSources {
  /** The network label of the root namespace; "" = none. */
  readonly rootNamespaceNetwork: string;
  readonly networks: readonly ConfiguredNetwork[];
  readonly clusterId: string;
}

/**
 * Returns the network of a Pod: its own label, otherwise the label of the root namespace, otherwise the network of `meshNetworks` with the cluster,
 * otherwise that with the Pod's address (`pilot/pkg/serviceregistry/kube/controller/network.go`). "" = none.
 */
export function podNetworkOf(pod: { readonly labels: LabelSet; readonly address: string }, parts: PodNetworkSources): string {
  const own = valueOfLabel(pod.labels, "topology.istio.io/network");
  if (own !== undefined && own !== "") return own;
  return clusterNetworkOf(parts) || (parts.networks.find(({ cidrs }) => cidrs.some((cidr) => isInCidr(pod.address, cidr)))?.name ?? "");
}

/** Returns the network of all Pods without a network label, whatever their address. "" = none. */
export function clusterNetworkOf({ rootNamespaceNetwork, networks, clusterId }: PodNetworkSources): string {
  return rootNamespaceNetwork || (networks.find(({ registries }) => registries.includes(clusterId))?.name ?? "");
}
