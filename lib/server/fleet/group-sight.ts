import { type ExpectedSize, parseExpectedSize, subtractPlannedLeaves } from "@/lib/domain/group/expected-size";
import { type GroupTotal, groupTotalWithMissing, hasExpectedSize, hasLeastSize } from "@/lib/domain/group/group-total";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import { STATES, type State } from "@/lib/domain/verdict/verdict";
import { ReadValues } from "@/lib/server/derive/read-values";
import type { FleetGroup, FleetPlace, GroupDeletion } from "./fleet-group";

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
  return { object: isInScope(scope, cluster, "workloadgroups", namespace), machines: isInScope(scope, cluster, "workloadentries", namespace) };
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
  const size = sight.machines ? subtractPlannedLeaves(declaredOf(object), record.plannedGone()) : declaredOf(object);
  return size.kind === "unknown" && sight.machines ? (record.memory.learned ?? size) : size;
}

/** Every frame asks this of every group: writing to a weak map what it holds already would be most of the answer. */
function declaredOf(object: WorkloadGroup): ExpectedSize {
  const known = expectedSizes.get(object);
  if (known !== undefined) return known;
  const size = parseExpectedSize(object.expectedSize);
  expectedSizes.set(object, size);
  return size;
}

const UNKNOWN_SIZE: ExpectedSize = { kind: "unknown" };

/** The total of a group, and the moments of its losses that count, latest last. Milliseconds. */
export interface SeenTotal extends GroupTotal {
  readonly lostAt: readonly number[];
}

const totals = new ReadValues<FleetGroup, Sight, SeenTotal>();

/** The total of a group as the viewer may see it. Machines that are not visible count as the declared size. */
export function totalOf(record: FleetGroup, sight: Sight): SeenTotal {
  return totals.of(record, sight, () => totalFor(record, sight));
}

function totalFor(record: FleetGroup, sight: Sight): SeenTotal {
  const expected = expectedOf(record, sight);
  if (!sight.machines) {
    const unseen = groupTotalWithMissing({ ...NO_MACHINES, expected });
    return { ...unseen, missing: 0, lostAt: [] };
  }
  const gone = record.gone();
  const total = groupTotalWithMissing({
    ...NO_MACHINES,
    registered: record.members.size,
    expected,
    wasComplete: record.memory.arrival?.complete ?? null,
    lost: gone.length,
    accepted: acceptedOf(record),
  });
  return { ...total, lostAt: total.lost === 0 ? [] : gone.slice(-total.lost).map(({ at }) => at) };
}

/** The number of accepted losses that lower the size. The history may not have read a new size yet: that size is not lowered. */
function acceptedOf({ memory: { accepted }, object }: FleetGroup): number {
  return accepted !== undefined && accepted.declared === (object?.expectedSize ?? null) ? accepted.count : 0;
}

/** True if a group has its expected size with so many machines. */
export function hasSizeWith(record: FleetGroup, registered: number): boolean {
  return hasExpectedSize(registered, wholeSizeOf(record), acceptedOf(record));
}

/** True if a group may shrink by itself and has its least size with so many machines. A machine that left it healthy is then not lost. */
export function hasScaledIn(record: FleetGroup, registered: number): boolean {
  return hasLeastSize(registered, wholeSizeOf(record));
}

/** The expected size as in the history (`group-memories`): machines that are planned to go count. */
function wholeSizeOf({ object, memory }: FleetGroup): ExpectedSize {
  if (object === null) return UNKNOWN_SIZE;
  const declared = declaredOf(object);
  return declared.kind === "unknown" ? (memory.learned ?? declared) : declared;
}

/** The deletion of a group whose lost machines count; null = the group exists, or no deletion is known. */
export function deletionOf(record: FleetGroup, sight: Sight): GroupDeletion | null {
  const { deleted } = record.memory;
  return deleted === undefined || !isGone(record) || !sight.machines || totalOf(record, sight).lost === 0 ? null : deleted;
}

/** True if neither the group nor a machine of it exists. A visible group that is gone has lost machines that count. */
export function isGone({ object, members }: Pick<FleetGroup, "object" | "members">): boolean {
  return object === null && members.size === 0;
}

/** Is a group, or one of its machines, visible: registered, or lost and still counted? */
export function isVisible(record: FleetGroup, sight: Sight): boolean {
  if (sight.object && record.object !== null) return true;
  return sight.machines && (record.members.size > 0 || (record.memory.lostAt.length > 0 && totalOf(record, sight).lost > 0));
}

const NO_MACHINES = { registered: 0, wasComplete: null, lost: 0, accepted: 0 };

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

/** Is a machine lost or missing, or do fewer serve than were declared? */
export function isShort(record: FleetGroup, sight: Sight): boolean {
  if (!sight.machines) return false;
  const { lost, missing, source } = totalOf(record, sight);
  if (lost + missing > 0) return true;
  return (source === "declared" || source === "range") && servesLessThanExpected(record, sight);
}

const DRAINING = STATES.indexOf("draining");

/** The draining machines of a group. A user or a tool set the draining label, so they are no trouble. */
export function drainingIn({ counts }: Pick<FleetGroup, "counts">): number {
  return counts[DRAINING] ?? 0;
}

/** Do fewer machines serve than are expected? Draining is a decision and no shortage. False while a group is arriving. */
export function servesLessThanExpected(record: FleetGroup, sight: Sight): boolean {
  const { expected, arriving } = totalOf(record, sight);
  return expected !== null && !arriving && record.serving + record.doubted + drainingIn(record) < expected;
}

/** The worst state among a group's machines, of which those that were lost and are missing are some; null where it has none. */
export function worstState(record: FleetGroup, sight: Sight): State | null {
  return STATES[worstRank(record, sight)] ?? null;
}

const VANISHED = STATES.indexOf("vanished");

/** The place of that state in the order of STATES, or the number of states where it has none. */
export function worstRank(record: FleetGroup, sight: Sight): number {
  const rank = worstRankOfMachines(record);
  return rank > VANISHED && record.memory.lostAt.length > 0 && totalOf(record, sight).lost > 0 ? VANISHED : rank;
}

/** The same of the machines that are there. */
export function worstRankOfMachines({ counts }: FleetGroup): number {
  let rank = 0;
  while (rank < STATES.length && (counts[rank] ?? 0) === 0) rank++;
  return rank;
}
