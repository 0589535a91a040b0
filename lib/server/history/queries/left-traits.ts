import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetGroup, GroupTrait } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { versionLabel } from "@/lib/server/fleet/version-label";
import type { LeftTraits } from "./loss-traits";
import type { PickedMachines } from "./series-in-sight";

/** Labels are looked up machine by machine, up to so many. */
const MOST_LOOKED_AT = 20_000;

const TRAITS: readonly GroupTrait[] = ["zone", "network", "replica", "account"];

/** The machines of a place that are there, in a fleet now or then. */
export function leftTraits(fleet: FleetReader, picked: PickedMachines, scope: Scope): LeftTraits {
  const groups = fleet
    .groups()
    .filter(
      ({ place, name }) =>
        pickedPlace(picked, place.cluster, place.namespace) &&
        isInScope(scope, place.cluster, "workloadentries", place.namespace) &&
        (picked.group === null || picked.group === name),
    );
  const size = groups.reduce((sum, { members }) => sum + members.size, 0);
  return {
    size,
    count: (trait, value) => {
      if (trait === "version") return size > MOST_LOOKED_AT ? 0 : withVersion(fleet, groups, value);
      const counted = TRAITS.find((name) => name === trait);
      return counted === undefined ? 0 : groups.reduce((sum, group) => sum + fleet.traitCount(group, counted, value), 0);
    },
  };
}

function withVersion(fleet: FleetReader, groups: readonly FleetGroup[], value: string): number {
  let count = 0;
  for (const group of groups) for (const entry of fleet.members(group)) if (versionLabel(fleet, entry) === value) count++;
  return count;
}
