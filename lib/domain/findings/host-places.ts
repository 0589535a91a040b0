import { parseLocality } from "@/lib/domain/locality";
import { podMachine } from "@/lib/domain/selection/machine";
import type { FindingHost, FindingsWorld } from "./findings-world";

/** A zone of a region; both "" = no locality at all. */
export interface HostZone {
  readonly region: string;
  readonly zone: string;
  readonly machines: number;
  readonly pods: number;
}

/** Where those are that a host takes, by zone: machines by their entries, Pods that are ready by their labels or Nodes (pkg/model/proxy.go, pilot/pkg/serviceregistry/kube/controller/pod.go). */
export function zonesOf(host: FindingHost, world: FindingsWorld): readonly HostZone[] {
  const zones = new Map<string, HostZone>();
  const add = (region: string, zone: string, { machines = 0, pods = 0 }) => {
    const key = JSON.stringify([region, zone]);
    const before = zones.get(key) ?? { region, zone, machines: 0, pods: 0 };
    zones.set(key, { ...before, machines: before.machines + machines, pods: before.pods + pods });
  };
  for (const { region, zone, machines } of world.placesOf(host)) add(region, zone, { machines });
  for (const pod of world.podsOf(host)) {
    if (!pod.ready) continue;
    const { region, zone } = parseLocality(podMachine(pod, world.mesh.settings).locality);
    add(region, zone, { pods: 1 });
  }
  return [...zones.values()].sort((a, b) => sizeOf(b) - sizeOf(a) || (zoneName(a) < zoneName(b) ? -1 : 1));
}

export function sizeOf({ machines, pods }: HostZone): number {
  return machines + pods;
}

/** A zone with its region, as people write it. */
export function zoneName({ region, zone }: Pick<HostZone, "region" | "zone">): string {
  return zone === "" ? region : `${region}/${zone}`;
}

/** Is it a place at all? */
export function isPlaced({ region, zone }: Pick<HostZone, "region" | "zone">): boolean {
  return region !== "" || zone !== "";
}
