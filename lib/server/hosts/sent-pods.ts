import type { StoredPod } from "@/lib/domain/selection/objects";
import type { HostlessFleet } from "@/lib/server/fleet/fleet-reader";
import { matchingOf } from "./host-matching";
import type { HostObject } from "./host-reader";
import { meshOf } from "./mesh-of";
import { podBearing, shareOfPod } from "./pod-bearing";
import { isHiddenByEntry } from "./taken-pods";

/** The members among some Pods of an object that callers are sent as healthy, before networks and other objects of the host name count. */
export function sentPods(fleet: HostlessFleet, { cluster, selector }: HostObject, pods: readonly StoredPod[]): StoredPod[] {
  const mesh = meshOf(fleet.worldOf(cluster)).settings;
  const matching = matchingOf(selector, mesh);
  return pods.filter((pod) => shareOfPod(matching, podBearing(pod, mesh, isHiddenByEntry(fleet, pod, mesh))).ready > 0);
}
