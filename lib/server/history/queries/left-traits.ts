import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { GroupTrait } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import type { LeftTraits } from "./loss-traits";
import type { PickedMachines } from "./series-in-sight";

const TRAITS: readonly GroupTrait[] = ["zone", "network", "replica", "account", "version"];

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
      const counted = TRAITS.find((name) => name === trait);
      return counted === undefined ? 0 : groups.reduce((sum, group) => sum + fleet.traitCount(group, counted, value), 0);
    },
  };
}
