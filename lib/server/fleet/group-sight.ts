import { type ExpectedSize, expectedSizeOf, knownSize, withoutPlannedGone } from "@/lib/domain/expected-size";
import { inScope, type Scope } from "@/lib/domain/scope";
import { STATES, type State } from "@/lib/domain/verdict";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { FleetGroup, FleetPlace } from "./fleet-group";

/** What of a group a viewer may see: the object, its machines, or both. */
export interface Sight {
  readonly object: boolean;
  readonly machines: boolean;
}

/** What a scope sees of a place never changes, so it is asked once: every frame of a view asks for every group. */
const sights = new WeakMap<Scope, Map<FleetPlace, Sight>>();

export function sightOf(scope: Scope, { place }: FleetGroup): Sight {
  const places = sights.get(scope) ?? new Map<FleetPlace, Sight>();
  const known = places.get(place);
  if (known !== undefined) return known;
  const sight = sightIn(scope, place);
  sights.set(scope, places.set(place, sight));
  return sight;
}

function sightIn(scope: Scope, { cluster, namespace }: FleetPlace): Sight {
  return { object: inScope(scope, cluster, "workloadgroups", namespace), machines: inScope(scope, cluster, "workloadentries", namespace) };
}

/** The group's own object, where it may be seen. */
export function objectInSight(record: FleetGroup, sight: Sight): WorkloadGroup | null {
  return sight.object ? record.object : null;
}

const expectedSizes = new WeakMap<WorkloadGroup, ExpectedSize>();

export function expectedOf(record: FleetGroup, sight: Sight): ExpectedSize {
  const object = objectInSight(record, sight);
  // Machines without a group are held to no size, and neither is a group that is gone.
  if (object === null) return UNKNOWN_SIZE;
  const size = sight.machines ? withoutPlannedGone(declaredOf(object), record.plannedGone()) : declaredOf(object);
  return size.kind === "unknown" && sight.machines ? (record.memory.learned ?? size) : size;
}

/** Every frame asks this of every group: writing to a weak map what it holds already would be most of the answer. */
function declaredOf(object: WorkloadGroup): ExpectedSize {
  const known = expectedSizes.get(object);
  if (known !== undefined) return known;
  const size = expectedSizeOf(object.expectedSize);
  expectedSizes.set(object, size);
  return size;
}

const UNKNOWN_SIZE: ExpectedSize = { kind: "unknown" };

/**
 * How many of a group's machines are missing, and when those of them went that were lost within a day, unplanned, and are not back; latest last.
 * Where nobody knows how many there should be, whoever was lost and is not back is lost all the same.
 */
export function missingOf(record: FleetGroup, sight: Sight): { readonly missing: number; readonly lostAt: readonly number[] } {
  if (!sight.machines) return NOBODY_MISSING;
  const size = knownSize(expectedOf(record, sight));
  const missing = size === null ? 0 : Math.max(0, size - record.members.size);
  if (size !== null && missing === 0) return NOBODY_MISSING;
  return { missing, lostAt: size === null ? record.gone() : record.gone().slice(-missing) };
}

const NOBODY_MISSING = { missing: 0, lostAt: [] };

/** Does a group need attention: a machine in trouble or lost, many that reconnect at once, fewer serving than declared, or fewer there than it held? */
export function needsAttention(record: FleetGroup, sight: Sight): boolean {
  if (objectInSight(record, sight)?.unreadable) return true;
  if (!sight.machines) return false;
  return record.trouble.size > 0 || isReconnecting(record) || isShort(record, sight);
}

const RECONNECTING = STATES.indexOf("reconnecting");

/** So large a share of a group that reconnects at once is not routine. */
const ROUTINE_SHARE = 0.2;

/**
 * Do more machines of a group reconnect at once than a routine recycling explains: two at least, and more than a fifth? A machine is in this state for a
 * minute at most.
 */
export function isReconnecting({ counts, members }: Pick<FleetGroup, "counts" | "members">): boolean {
  const count = counts[RECONNECTING] ?? 0;
  return count >= 2 && count > ROUTINE_SHARE * members.size;
}

/** Is a machine lost, do fewer serve than were declared, or are fewer there than the group held? */
export function isShort(record: FleetGroup, sight: Sight): boolean {
  if (!sight.machines) return false;
  if (missingOf(record, sight).lostAt.length > 0) return true;
  const expected = expectedOf(record, sight);
  if (expected.kind === "learned") return record.members.size < expected.size;
  return expected.kind === "declared" && record.serving + record.doubted < expected.size;
}

/** The worst state among a group's machines, of which those that were lost and are missing are some; null where it has none. */
export function worstState(record: FleetGroup, sight: Sight): State | null {
  return STATES[worstRank(record, sight)] ?? null;
}

const VANISHED = STATES.indexOf("vanished");

/** The place of that state in the order of STATES, or the number of states where it has none. */
export function worstRank(record: FleetGroup, sight: Sight): number {
  const rank = worstRankOfMachines(record);
  return rank > VANISHED && record.memory.lostAt.length > 0 && missingOf(record, sight).lostAt.length > 0 ? VANISHED : rank;
}

/** The same of the machines that are there. */
export function worstRankOfMachines({ counts }: FleetGroup): number {
  let rank = 0;
  while (rank < STATES.length && (counts[rank] ?? 0) === 0) rank++;
  return rank;
}
