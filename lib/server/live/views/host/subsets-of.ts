import type { HostDetail } from "@/lib/contract/host";
import type { HostEndpoint } from "@/lib/domain/selection/host-endpoint";
import { kindCountsOf } from "@/lib/domain/selection/port-groups";
import type { Reach } from "@/lib/domain/selection/reach";
import { subsetMembers } from "@/lib/domain/selection/subset-members";

const NAMES_TOLD = 5;

/** The subsets that a caller has for the host, with who is in each, and who is in none. */
export function subsetsOf({ ports }: Reach, endpoints: readonly HostEndpoint[]): Pick<HostDetail, "subsets" | "inNoSubset"> {
  const all = ports[0]?.destination.rule?.subsets ?? [];
  const { subsets, inNone } = subsetMembers(all, endpoints);
  return {
    subsets: subsets.map(({ subset, members }) => ({
      name: subset.name,
      labels: subset.labels.map(([key, value]) => ({ key, value })),
      of: kindCountsOf(members.map(({ machine }) => machine)),
    })),
    inNoSubset:
      all.length === 0
        ? { of: { machines: 0, pods: 0, inline: 0, names: 0, addresses: 0 }, names: [] }
        : { of: kindCountsOf(inNone.map(({ machine }) => machine)), names: inNone.slice(0, NAMES_TOLD).map(({ machine }) => machine.name) },
  };
}
