import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { GroupMemory } from "@/lib/server/fleet/group-table";

/** Tells a fleet of the past what is known of its groups: the sizes that the record has learned since, and whom they had lost by then. */
export function rememberThen(past: FleetReader, live: FleetReader, at: number): FleetReader {
  for (const { place, name, memory } of live.store.groups.ordered) {
    const there = past.store.places.find(place.cluster, place.namespace);
    const record = there && past.store.groups.find(there.id, name);
    if (record !== undefined) past.store.remember(record, memoryAt(memory, at));
  }
  return past;
}

/** A level that was held later only has no while of its own yet. */
export function memoryAt({ learned, lostAt, lostNames }: GroupMemory, at: number): GroupMemory {
  const held = learned === null ? null : { ...learned, from: Math.min(learned.from, at), to: Math.min(learned.to ?? at, at) };
  return { learned: held, lostAt: lostAt.filter((moment) => moment <= at), lostNames: lostNames.filter((_, index) => (lostAt[index] ?? 0) <= at) };
}
