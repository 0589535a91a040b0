import type { HostDetail } from "@/lib/contract/host";
import { isSameObject } from "@/lib/domain/selection/caller-service";
import { type Destination, destinationsOfHost } from "@/lib/domain/selection/destinations";
import type { HostEndpoint } from "@/lib/domain/selection/host-endpoint";
import type { Machine } from "@/lib/domain/selection/machine";
import type { Selector } from "@/lib/domain/selection/objects";
import { kindCountsOf } from "@/lib/domain/selection/port-groups";
import type { Reach } from "@/lib/domain/selection/reach";
import { subsetMembers } from "@/lib/domain/selection/subset-members";
import type { Caller, SelectionWorld } from "@/lib/domain/selection/world";

const NAMES_TOLD = 5;

/** The object and the caller of the subsets; `sends` is null in ambient mode, where ztunnel decides. */
interface Asked {
  readonly origin: Selector;
  readonly sends: { readonly caller: Caller; readonly world: SelectionWorld } | null;
}

/** The subsets that a caller has for the host, with the members that it is sent in each, and the members that are in none. */
export function subsetsOf({ ports }: Reach, endpoints: readonly HostEndpoint[], asked: Asked): Pick<HostDetail, "subsets" | "inNoSubset"> {
  const all = ports[0]?.destination.rule?.subsets ?? [];
  const { subsets, inNone } = subsetMembers(all, endpoints);
  const sent = all.length === 0 ? null : sentBySubset(ports[0]?.destination, asked);
  const isSent = (subset: string, { kind, name }: Machine) => sent === null || sent.get(subset)?.has(`${kind}/${name}`) === true;
  return {
    subsets: subsets.map(({ subset, members }) => ({
      name: subset.name,
      labels: subset.labels.map(([key, value]) => ({ key, value })),
      of: kindCountsOf(members.flatMap(({ machine }) => (isSent(subset.name, machine) ? [machine] : []))),
    })),
    inNoSubset:
      all.length === 0
        ? { of: { machines: 0, pods: 0, inline: 0, names: 0 }, names: [] }
        : { of: kindCountsOf(inNone.map(({ machine }) => machine)), names: inNone.slice(0, NAMES_TOLD).map(({ machine }) => machine.name) },
  };
}

/** The object's members that istiod sends the caller, directly or through gateways, by subset. Null in ambient mode. */
function sentBySubset(destination: Destination | undefined, { origin, sends }: Asked): ReadonlyMap<string, ReadonlySet<string>> | null {
  if (destination === undefined || sends === null) return null;
  const found = new Map<string, Set<string>>();
  for (const { subset, groups } of destinationsOfHost(destination.definition, sends.caller, sends.world)) {
    const ours = found.get(subset) ?? new Set<string>();
    found.set(subset, ours);
    for (const machine of groups.flatMap(({ endpoints }) => endpoints.flatMap(({ stands }) => machinesOf(stands, origin))))
      ours.add(`${machine.kind}/${machine.name}`);
  }
  return found;
}

function machinesOf(stands: Destination["groups"][number]["endpoints"][number]["stands"], origin: Selector): readonly Machine[] {
  if (stands.for === "gateway") return stands.machines;
  const { held } = stands;
  return isSameObject(held.origin, origin) && held.health !== "UNHEALTHY" ? [held.machine] : [];
}
