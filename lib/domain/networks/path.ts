import type { Fact } from "@/lib/domain/mesh/world";
import { acceptsSidecars, acceptsTunnels, isKnownToIstiod, type KnownGateway } from "./known-gateway";

/** The gateways and settings of a mesh that decide the path between two networks. */
export interface NetworkPathSettings {
  readonly gateways: readonly KnownGateway[];
  /** True if all gateways are visible. If not, a network without a visible gateway may have one. */
  readonly isComplete: boolean;
  /**
   * The setting AMBIENT_ENABLE_MULTI_NETWORK. If it is on, sidecars get no endpoints in a network without a gateway
   * (`pilot/pkg/xds/endpoints/ep_filters.go`).
   */
  readonly leavesOut: Fact<boolean>;
  /** The network of workloads without a network in ambient mode: the label of the root namespace. */
  readonly ownNetwork: string;
}

/**
 * The path of callers in one network to machines in another. `unverified`: callers connect directly, and no data shows whether this works.
 * `isAssumed`: the path depends on a setting that is not visible.
 */
export type NetworkPath =
  | { readonly kind: "direct"; readonly because: "same-network" | "machines-without-network" }
  | { readonly kind: "gateways"; readonly gateways: readonly KnownGateway[] }
  | { readonly kind: "unverified"; readonly because: "no-gateway" | "no-gateway-in-mesh"; readonly isAssumed: boolean }
  | { readonly kind: "left-out"; readonly because: "setting" | "ambient" | "no-address"; readonly isAssumed: boolean }
  | { readonly kind: "not-known"; readonly because: "gateways-not-visible" | "setting-not-visible" | "callers-not-known" | "empty-address" };

/** The networks of callers and machines. "" = none; null = not known. */
export interface NetworkPair {
  readonly from: string | null;
  readonly to: string;
}

/** Returns the path of sidecars in one network to machines of another (`pilot/pkg/xds/endpoints/ep_filters.go`, EndpointsByNetworkFilter). */
export function sidecarPath({ from, to }: NetworkPair, mesh: NetworkPathSettings): NetworkPath {
  if (to === "") return { kind: "direct", because: "machines-without-network" };
  if (from === null) return { kind: "not-known", because: "callers-not-known" };
  if (from === to) return { kind: "direct", because: "same-network" };
  const gateways = sidecarGateways(to, mesh.gateways);
  if (gateways.length > 0) return { kind: "gateways", gateways };
  if (!mesh.isComplete) return { kind: "not-known", because: "gateways-not-visible" };
  if (!mesh.gateways.some(isKnownToIstiod)) return { kind: "unverified", because: "no-gateway-in-mesh", isAssumed: false };
  // Without a network, the filter treats a caller as in every network, before it reads the setting.
  if (from === "") return { kind: "unverified", because: "no-gateway", isAssumed: false };
  return withoutGateway(mesh.leavesOut);
}

/**
 * Returns the path to a network without a gateway if none of its machines has an address. istiod sends no endpoint, or an empty address if the mesh
 * has no gateway at all (docs/istio.md#empty-address). DNS services can get an empty address in both cases.
 */
export function pathToUnaddressedMachines(way: NetworkPath): NetworkPath {
  if (way.kind !== "unverified") return way;
  return way.because === "no-gateway" ? { kind: "left-out", because: "no-address", isAssumed: false } : { kind: "not-known", because: "empty-address" };
}

/**
 * Returns the path in ambient mode, which uses only gateways with HBONE. Read in Istio's source, not measured
 * (`pilot/pkg/serviceregistry/ambient/workloads.go`).
 */
export function ambientPath(pair: NetworkPair, mesh: NetworkPathSettings): NetworkPath {
  if (pair.from === null) return { kind: "not-known", because: "callers-not-known" };
  const [from, to] = [pair.from || mesh.ownNetwork, pair.to || mesh.ownNetwork];
  if (from === to) return { kind: "direct", because: "same-network" };
  const gateways = mesh.gateways.filter((one) => one.network === to && acceptsTunnels(one));
  if (gateways.length > 0) return { kind: "gateways", gateways };
  return mesh.isComplete ? { kind: "left-out", because: "ambient", isAssumed: false } : { kind: "not-known", because: "gateways-not-visible" };
}

function withoutGateway(leavesOut: Fact<boolean>): NetworkPath {
  if (leavesOut.kind === "denied") return { kind: "not-known", because: "setting-not-visible" };
  const isAssumed = leavesOut.kind === "assumed";
  return leavesOut.value ? { kind: "left-out", because: "setting", isAssumed } : { kind: "unverified", because: "no-gateway", isAssumed };
}

/**
 * Returns the gateways of a network that sidecars can use. Gateways from the cluster's own objects replace those of `meshNetworks`. A gateway without
 * a port for mutual TLS is left out.
 */
function sidecarGateways(network: string, all: readonly KnownGateway[]): readonly KnownGateway[] {
  const known = all.filter((one) => one.network === network && isKnownToIstiod(one));
  const own = known.filter(({ found }) => found.by !== "mesh-networks");
  return (own.length > 0 ? own : known).filter(acceptsSidecars);
}
