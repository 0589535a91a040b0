import type { SingleGroupHead } from "@/lib/contract/views/groups";
import { type NextIstiodActionOfEntry, nextIstiodActionOf, tallyNextIstiodActions } from "@/lib/domain/verdict/next-action";
import { STATES } from "@/lib/domain/verdict/verdict";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

const RECONNECTING = STATES.indexOf("reconnecting");
/** The most machines of a group that are read. */
const MOST_LOOKED_AT = 500;

/** The next step of Istio for the machines of a group that are in trouble or reconnect. */
export function nextOfGroup(fleet: FleetReader, record: FleetGroup): Pick<NonNullable<SingleGroupHead["detail"]>, "next" | "nextOf"> {
  const world = fleet.worldOf(record.place.cluster);
  const now = fleet.now();
  const machines: NextIstiodActionOfEntry[] = [];
  for (const ref of lookedAt(fleet, record)) {
    if (machines.length === MOST_LOOKED_AT) break;
    const verdict = fleet.verdict(ref);
    machines.push({ connection: verdict.connection.kind, next: nextIstiodActionOf(fleet.entry(ref), verdict, world, now) });
  }
  return { next: tallyNextIstiodActions(machines).map((one) => ({ ...one, next: { ...one.next } })), nextOf: machines.length };
}

function* lookedAt(fleet: FleetReader, record: FleetGroup): Iterable<EntryRef> {
  yield* fleet.troubled(record);
  if ((record.counts[RECONNECTING] ?? 0) === 0) return;
  for (const ref of fleet.members(record)) if (fleet.judged(ref).state === "reconnecting") yield ref;
}
