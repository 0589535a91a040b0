import type { NamespaceTold } from "@/lib/domain/mesh/mesh-places";
import type { Identity } from "./identity";
import { at, text } from "./json";
import { annotatedDistribution } from "./selection/described";

/** A namespace: its name, and what it tells of its workloads. */
export interface NamespaceName extends Identity, NamespaceTold {
  readonly unreadable: string | null;
}

export function parseNamespace(raw: unknown, identity: Identity): NamespaceName {
  const network = text(at(raw, "metadata", "labels", "topology.istio.io/network"));
  return { ...identity, unreadable: null, network, distribution: annotatedDistribution(raw) };
}
