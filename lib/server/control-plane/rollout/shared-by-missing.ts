import { type SeparatingTrait, separatingTraitsOfFleet } from "@/lib/domain/verdict/shared-traits";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { Judged } from "./judged-machines";

const TRAITS = ["network", "zone", "replica", "group"] as const;

/** What those that are not back had in common, though most of the others had not. */
export function sharedByMissing(machines: readonly Judged[], before: FleetReader): SeparatingTrait[] {
  const known = machines.flatMap(({ entry, missing }) => (entry === null ? [] : [{ entry, missing }]));
  const troubled = known.filter(({ missing }) => missing !== null).length;
  if (troubled === 0) return [];
  const traits = TRAITS.flatMap((trait) => {
    const counts = new Map<string, { troubled: number; others: number }>();
    for (const { entry, missing } of known) {
      const value = trait === "group" ? before.groupOf(entry).name : before.trait(entry, trait);
      const count = counts.get(value) ?? { troubled: 0, others: 0 };
      counts.set(value, count);
      count[missing === null ? "others" : "troubled"]++;
    }
    return [...counts].map(([value, count]) => ({ trait, value, ...count }));
  });
  return separatingTraitsOfFleet(traits, troubled, known.length - troubled);
}
