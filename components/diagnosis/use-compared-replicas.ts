"use client";

import { useView } from "@/lib/client/use-view";
import { formatListQuery } from "@/lib/contract/url/list-query";
import type { ClusterControlPlane, ReplicaRow } from "@/lib/contract/views/control-plane";
import type { IstiodCauseInput, MachinesInTrouble, ReplicaOfMachines } from "@/lib/domain/diagnosis/istiod-question";
import { countWithState } from "@/lib/domain/verdict/state-code";
import { isTrouble, STATES } from "@/lib/domain/verdict/verdict";

const REPLICAS = { offset: 0, limit: 100 };

/** The number of the page's machines on one replica. */
interface OwnOnReplica extends MachinesInTrouble {
  readonly name: string;
}

/** The values of "Is it istiod?" that come from the control plane. `istiodNamespace`: "" = unknown. */
export interface ReplicaComparison extends Pick<IstiodCauseInput, "replicas" | "holders" | "onSame" | "elsewhere" | "reconnecting"> {
  readonly istiodNamespace: string;
}

/**
 * Compares the machines of a page with all other machines, by istiod replica. `own`: the replicas of its machines in trouble, the one with the most
 * first, each with all machines of the page on it. Null = not loaded yet.
 */
export function useReplicaComparison(cluster: string, own: readonly OwnOnReplica[]): ReplicaComparison | null {
  const { state } = useView("control-plane", formatListQuery({ clusters: [cluster], namespaces: [], terms: [], sort: "" }), REPLICAS);
  const plane = state?.head.clusters[0];
  if (state === null || plane === undefined) return null;
  const isComplete = state.head.total <= state.rows.length;
  return compareReplicas(plane, { rows: state.rows, isComplete }, own);
}

/** Computes the same from loaded rows. `isComplete`: `rows` has all replicas. */
export function compareReplicas(
  plane: Pick<ClusterControlPlane, "replicas" | "reconnecting" | "managed">,
  { rows, isComplete }: { readonly rows: readonly ReplicaRow[]; readonly isComplete: boolean },
  own: readonly OwnOnReplica[],
): ReplicaComparison {
  const isVisible = plane.replicas.kind !== "denied";
  const withPod = rows.filter(({ standing }) => standing !== "gone" && standing !== "not-visible");
  const names = new Set(own.map(({ name }) => name));
  const same = rows.filter(({ name }) => names.has(name));
  const others = rows.filter(({ name }) => name !== "" && !names.has(name));
  const ownAll = sumOf(own);
  const onSame = sumOf(same.map(machinesOf));
  const statusOf = (name: string): ReplicaOfMachines["status"] => {
    const row = rows.find((one) => one.name === name);
    return row?.standing ?? (isVisible && isComplete ? "gone" : "not-visible");
  };
  return {
    replicas: isVisible ? { ready: withPod.filter(({ standing }) => standing === "runs").length, total: withPod.length } : null,
    holders: own.map(({ name }) => ({ name, status: statusOf(name) })),
    onSame: { troubled: Math.max(0, onSame.troubled - ownAll.troubled), machines: Math.max(0, onSame.machines - ownAll.machines) },
    elsewhere: isComplete ? sumOf(others.map(machinesOf)) : null,
    reconnecting: { reconnecting: plane.reconnecting, managed: plane.managed },
    istiodNamespace: withPod[0]?.namespace ?? "",
  };
}

function machinesOf({ counts, machines }: ReplicaRow): MachinesInTrouble {
  const troubled = STATES.filter(isTrouble).reduce((sum, state) => sum + countWithState(counts, state), 0);
  return { troubled, machines };
}

function sumOf(parts: readonly MachinesInTrouble[]): MachinesInTrouble {
  return parts.reduce((sum, { troubled, machines }) => ({ troubled: sum.troubled + troubled, machines: sum.machines + machines }), {
    troubled: 0,
    machines: 0,
  });
}
