import type { MergedSliceAddress } from "@/lib/domain/selection/slice-addresses";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import type { HostCounts, HostObject, InlineCounts, MachineCounts, PodCounts } from "./host-reader";
import { addressesInSight } from "./slice-addresses";

/** Counts as a viewer may know them; null = he may not list these. A copy: it stays as it is. */
export interface CountsInSight {
  readonly machines: MachineCounts | null;
  readonly pods: PodCounts | null;
  readonly inline: InlineCounts;
  /** The addresses of its EndpointSlices. */
  readonly addresses: readonly MergedSliceAddress[] | null;
}

/** Of what a selector takes, what the scope may see of it. */
export function countsInSight(
  { machines, pods, inline }: HostCounts,
  host: HostObject,
  scope: Scope,
  fleet: Parameters<typeof addressesInSight>[0],
  hostName?: string,
): CountsInSight {
  return {
    machines: isSourceVisible(scope, host.cluster, "workloadentries", host.selector.namespace) ? { ...machines } : null,
    pods: pods !== null && isSourceVisible(scope, host.cluster, "workload-pods", host.selector.namespace) ? { ...pods } : null,
    inline,
    addresses: addressesInSight(fleet, host, scope, hostName),
  };
}
