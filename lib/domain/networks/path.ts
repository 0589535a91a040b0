import type { Fact } from "@/lib/domain/mesh/world";
import { acceptsSidecars, acceptsTunnels, isKnownToIstiod, type KnownGateway } from "./known-gateway";

/** What of a mesh decides how one network is reached from another. */
export interface MeshNetworks {
  readonly gateways: readonly KnownGateway[];
  /** Are these all there are? Where some are out of sight, "no gateway" cannot be said. */
  readonly isComplete: boolean;
  /** AMBIENT_ENABLE_MULTI_NETWORK: with it, sidecars too are not sent what lies in a network without a gateway (`pilot/pkg/xds/endpoints/ep_filters.go`). */
  readonly leavesOut: Fact<boolean>;
  /** The network that ambient gives to whoever names none: the label of the root namespace. */
  readonly ownNetwork: string;
}

/**
 * How callers in one network are sent to machines in another. `unverified`: directly, and nothing here can verify that it works. `isAssumed`: it rests on
 * a setting that nobody could read.
 */
export type NetworkPath =
  | { readonly kind: "direct"; readonly because: "same-network" | "machines-without-network" }
  | { readonly kind: "gateways"; readonly gateways: readonly KnownGateway[] }
  | { readonly kind: "unverified"; readonly because: "no-gateway" | "no-gateway-in-mesh"; readonly isAssumed: boolean }
  | { readonly kind: "left-out"; readonly because: "setting" | "ambient" | "no-address"; readonly isAssumed: boolean }
  | { readonly kind: "not-known"; readonly because: "gateways-not-visible" | "setting-not-visible" | "callers-not-known" | "empty-address" };

/** Callers and machines by their networks, "" = none; null = not known. */
export interface NetworkPair {
  readonly from: string | null;
  readonly to: string;
}

/** How sidecars of one network are sent to machines of another (`pilot/pkg/xds/endpoints/ep_filters.go`, EndpointsByNetworkFilter). */
export function sidecarPath({ from, to }: NetworkPair, mesh: MeshNetworks): NetworkPath {
  if (to === "") return { kind: "direct", because: "machines-without-network" };
  if (from === null) return { kind: "not-known", because: "callers-not-known" };
  if (from === to) return { kind: "direct", because: "same-network" };
  const gateways = sidecarGateways(to, mesh.gateways);
  if (gateways.length > 0) return { kind: "gateways", gateways };
  if (!mesh.isComplete) return { kind: "not-known", because: "gateways-not-visible" };
  if (!mesh.gateways.some(isKnownToIstiod)) return { kind: "unverified", because: "no-gateway-in-mesh", isAssumed: false };
  // The filter takes whoever has no network to be in every one, before it looks at the setting.
  if (from === "") return { kind: "unverified", because: "no-gateway", isAssumed: false };
  return withoutGateway(mesh.leavesOut);
}

/**
 * The way to a network if none of its machines has an address and no gateway replaces it. istiod sends no endpoint, or an empty address if the mesh has no
 * gateway at all (docs/istio.md#empty-address). DNS services can get an empty address in both cases.
 */
export function unaddressedPath(way: NetworkPath): NetworkPath {
  if (way.kind !== "unverified") return way;
  return way.because === "no-gateway" ? { kind: "left-out", because: "no-address", isAssumed: false } : { kind: "not-known", because: "empty-address" };
}

/** The way in ambient mode, where only gateways with HBONE count; from Istio's source, not measured (`pilot/pkg/serviceregistry/ambient/workloads.go`). */
export function ambientPath(pair: NetworkPair, mesh: MeshNetworks): NetworkPath {
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

/** Of a network those that the cluster's own objects tell of, else those of `meshNetworks`; without a port for mutual TLS they serve no sidecar. */
function sidecarGateways(network: string, all: readonly KnownGateway[]): readonly KnownGateway[] {
  const known = all.filter((one) => one.network === network && isKnownToIstiod(one));
  const own = known.filter(({ found }) => found.by !== "mesh-networks");
  return (own.length > 0 ? own : known).filter(acceptsSidecars);
}
