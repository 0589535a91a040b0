import { excludingDrainingLabelValue } from "@/lib/domain/selection/matching";
import type { SelectablePod } from "@/lib/domain/selection/objects";
import { workloadOfPod } from "@/lib/domain/selection/workload";
import type { MeshSettings } from "@/lib/domain/selection/world";
import type { PodShare } from "./host-counts";
import type { Matching } from "./host-matching";

/** How a Pod bears on selectors that take it, whoever selects: bits. */
const POD_BEARING = {
  /** It runs, has an address, and is not being deleted. */
  alive: 1,
  ready: 2,
  draining: 4,
  /** An entry that istiod holds has its name (recording services). */
  hidden: 8,
} as const;

/** A Pod's bearing in a mesh. */
export function podBearing(pod: SelectablePod, mesh: MeshSettings, isHidden: boolean): number {
  const isAlive = pod.phase !== "Succeeded" && pod.phase !== "Failed" && pod.deletingAt === null && pod.address !== "";
  return (
    (isAlive ? POD_BEARING.alive : 0) |
    (pod.ready ? POD_BEARING.ready : 0) |
    (excludingDrainingLabelValue(workloadOfPod(pod, mesh).labels, [], mesh) === null ? 0 : POD_BEARING.draining) |
    (isHidden ? POD_BEARING.hidden : 0)
  );
}

/** The share of a Pod that a selector takes. */
export function shareOfPod({ selector, keepsSessions }: Matching, bearing: number): PodShare {
  const has = (bit: number) => (bearing & bit) !== 0;
  const isService = selector.kind === "Service";
  const isHeld = has(POD_BEARING.alive) && (!has(POD_BEARING.draining) || keepsSessions) && (isService || !has(POD_BEARING.hidden));
  const isReady = isHeld && (has(POD_BEARING.ready) || (isService && selector.publishesUnready));
  return isReady ? { ready: 1, weight: 1 } : { ready: 0, weight: 0 };
}
