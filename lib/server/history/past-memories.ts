import type { GroupMemory } from "@/lib/server/fleet/fleet-group";
import type { FleetReader, RememberingFleet } from "@/lib/server/fleet/fleet-reader";

/** Tells a fleet of the past what is known of its groups: the sizes that the record has learned since, and whom they had lost by then. */
export function rememberThen(past: RememberingFleet, live: FleetReader, at: number): RememberingFleet {
  for (const { place, name, memory } of live.groups()) {
    const group = past.group(place.cluster, place.namespace, name);
    if (group !== null) past.remember(group, memoryAt(memory, at));
  }
  return past;
}

/** A level that was held later only has no while of its own yet. */
export function memoryAt({ learned, lostAt, lostNames }: GroupMemory, at: number): GroupMemory {
  const held = learned === null || learned.kind === "elastic" ? learned : { ...learned, from: Math.min(learned.from, at), to: Math.min(learned.to ?? at, at) };
  return { learned: held, lostAt: lostAt.filter((moment) => moment <= at), lostNames: lostNames.filter((_, index) => (lostAt[index] ?? 0) <= at) };
}
