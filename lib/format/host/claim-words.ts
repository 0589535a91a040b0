import { listOf } from "@/lib/format/text/lists";

/** The role of one of several objects with the same host name, for a caller (docs/istio.md#owners). */
export type ClaimOutcome = "defines" | "adds-endpoints" | "other-namespace-wins" | "not-exported" | "not-imported";

export interface ClaimPorts {
  /** Names or numbers of the object's ports whose endpoints reach no caller. */
  readonly lost: readonly string[];
  /** True if other ports of it remain. */
  readonly isSomeLeft: boolean;
  /** False if callers get no list of endpoints for the host name. */
  readonly hasList: boolean;
}

/** The role of an object as a phrase. `caller`: the namespace of the caller. */
export function claimPhrase(outcome: ClaimOutcome, caller: string, ports: ClaimPorts): string {
  switch (outcome) {
    case "defines":
      return `defines the host name for callers in ${caller}`;
    case "adds-endpoints":
      return addsPhrase(ports);
    case "other-namespace-wins":
      return `adds no endpoint in ${caller}: an object of another namespace defines the host name there`;
    case "not-exported":
      return `is not exported to ${caller}`;
    case "not-imported":
      return `is not imported by the Sidecar of callers in ${caller}`;
  }
}

function addsPhrase({ lost, isSomeLeft, hasList }: ClaimPorts): string {
  if (!hasList) return "adds no endpoint: callers get no list of endpoints for this host name";
  if (lost.length === 0) return "adds its endpoints";
  const ports = listOf(lost.map((port) => `port ${port}`));
  return isSomeLeft ? `adds its endpoints, but none on ${ports}: the owner has no such port` : `adds no endpoint: the owner has no ${ports}`;
}

/** Two ServiceEntries of one namespace and one age: which of them counts is not determined. */
export const UNDETERMINED = "Two of them have the same age and namespace: istiod can choose either as the owner.";
