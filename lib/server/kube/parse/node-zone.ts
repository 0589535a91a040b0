import type { Identity } from "./identity";
import { at, text } from "./json";

/** Where a node stands. */
export interface NodeZone extends Identity {
  readonly unreadable: string | null;
  readonly zone: string;
}

export function parseNodeZone(raw: unknown, identity: Identity): NodeZone {
  const labels = (key: string) => text(at(raw, "metadata", "labels", key));
  return { ...identity, unreadable: null, zone: labels("topology.kubernetes.io/zone") || labels("failure-domain.beta.kubernetes.io/zone") };
}
