import type { GroupRow } from "@/lib/contract/rows";
import { type ExpectedSize, expectedSizeOf, knownSize } from "@/lib/domain/expected-size";
import { inScope, type Scope } from "@/lib/domain/scope";
import { type SharedTrait, sharedTraits } from "@/lib/domain/shared-traits";
import { codedCounts } from "@/lib/domain/state-code";
import { STATES, type State } from "@/lib/domain/verdict";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { FleetStore } from "./fleet-store";
import { compareText, type GroupRecord, type Tally } from "./group-table";
import type { Place } from "./places";
import { whyOfNumber } from "./verdict-columns";

/** What of a group a viewer may see: the object, its machines, or both. */
export interface Sight {
  readonly object: boolean;
  readonly machines: boolean;
}

/** What a scope sees of a place never changes, so it is asked once: every frame of a view asks for every group. */
const sights = new WeakMap<Scope, Map<Place, Sight>>();

export function sightOf(scope: Scope, { place }: GroupRecord): Sight {
  const places = sights.get(scope) ?? new Map<Place, Sight>();
  const known = places.get(place);
  if (known !== undefined) return known;
  const sight = sightIn(scope, place);
  sights.set(scope, places.set(place, sight));
  return sight;
}

function sightIn(scope: Scope, { cluster, namespace }: Place): Sight {
  return { object: inScope(scope, cluster, "workloadgroups", namespace), machines: inScope(scope, cluster, "workloadentries", namespace) };
}

/** The group's own object, where it may be seen. */
export function objectInSight(record: GroupRecord, sight: Sight): WorkloadGroup | null {
  return sight.object ? record.object : null;
}

const expectedSizes = new WeakMap<WorkloadGroup, ExpectedSize>();

export function expectedOf(record: GroupRecord, sight: Sight): ExpectedSize {
  const object = objectInSight(record, sight);
  // Machines without a group are held to no size, and neither is a group that is gone.
  if (object === null) return UNKNOWN_SIZE;
  const size = declaredOf(object);
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
 * How many of a group's machines are missing, and how many of these were lost within a day, unplanned, and are not back; `since` the first of them.
 * Where nobody knows how many there should be, whoever was lost and is not back is lost all the same.
 */
export function missingOf(record: GroupRecord, sight: Sight): { readonly missing: number; readonly lost: number; readonly since: number | null } {
  if (!sight.machines) return NOBODY_MISSING;
  const size = knownSize(expectedOf(record, sight));
  const missing = size === null ? 0 : Math.max(0, size - record.members.size);
  if (size !== null && missing === 0) return NOBODY_MISSING;
  const lostAt = size === null ? record.gone() : record.gone().slice(-missing);
  return { missing, lost: lostAt.length, since: lostAt[0] ?? null };
}

const NOBODY_MISSING = { missing: 0, lost: 0, since: null };

/** Does a group need attention: a machine in trouble or lost, fewer serving than were declared, or fewer there than it held? */
export function needsAttention(record: GroupRecord, sight: Sight): boolean {
  if (objectInSight(record, sight)?.unreadable) return true;
  if (!sight.machines) return false;
  if (record.trouble.size > 0) return true;
  if (missingOf(record, sight).lost > 0) return true;
  const expected = expectedOf(record, sight);
  if (expected.kind === "learned") return record.members.size < expected.size;
  return expected.kind === "declared" && record.serving + record.doubted < expected.size;
}

/** The worst state among a group's machines, of which those that were lost and are missing are some; null where it has none. */
export function worstState(record: GroupRecord, sight: Sight): State | null {
  return STATES[worstRank(record, sight)] ?? null;
}

const VANISHED = STATES.indexOf("vanished");

/** The place of that state in the order of STATES, or the number of states where it has none. */
export function worstRank(record: GroupRecord, sight: Sight): number {
  const rank = worstRankOfMachines(record);
  return rank > VANISHED && record.memory.lostAt.length > 0 && missingOf(record, sight).lost > 0 ? VANISHED : rank;
}

function worstRankOfMachines({ counts }: GroupRecord): number {
  let rank = 0;
  while (rank < STATES.length && (counts[rank] ?? 0) === 0) rank++;
  return rank;
}

/** One group as lists show it. Walks only the machines in the worst state, and only where these are in trouble. */
export function groupRow(store: FleetStore, record: GroupRecord, sight: Sight): GroupRow {
  const object = objectInSight(record, sight);
  const { cluster, namespace } = record.place;
  const expected = expectedOf(record, sight);
  const worst = sight.machines ? worstState(record, sight) : null;
  const { missing, lost, since } = missingOf(record, sight);
  const tallies = sight.machines ? record : EMPTY;
  return {
    id: `${cluster}/${namespace}/${record.name}`,
    cluster,
    namespace,
    name: record.name,
    exists: object !== null,
    unreadable: object?.unreadable ?? null,
    rollUp: {
      total: tallies.members.size,
      serving: tallies.serving,
      doubted: tallies.doubted,
      counts: codedCounts(tallies.counts),
      expected: knownSize(expected),
      expectedFrom: expected.kind,
      ...(expected.kind === "learned" ? { learned: { from: expected.from, to: expected.to } } : {}),
    },
    unvouched: tallies.unvouched,
    unvouchedWhy: commonDoubt(tallies.unvouchedBy),
    missing,
    lost,
    state: worst,
    ...sinceOf(store, record, worst, since),
    common: sight.machines ? common(store, record) : [],
    probe: object?.probe ? { method: object.probe.method, port: object.probe.port, path: object.probe.path } : null,
    accounts: topTexts(store, tallies.accounts),
    networks: topTexts(store, tallies.networks),
    zones: topTexts(store, tallies.zones),
    createdAt: object?.createdAt ?? null,
  };
}

const EMPTY: { readonly members: { readonly size: number } } & Pick<
  GroupRecord,
  "serving" | "doubted" | "unvouched" | "unvouchedBy" | "counts" | "accounts" | "networks" | "zones"
> = {
  members: { size: 0 },
  serving: 0,
  doubted: 0,
  unvouched: 0,
  unvouchedBy: new Map(),
  counts: STATES.map(() => 0),
  accounts: new Map(),
  networks: new Map(),
  zones: new Map(),
};

function commonDoubt(doubts: ReadonlyMap<number, number>): string {
  const [only, ...others] = doubts.keys();
  return only === undefined || others.length > 0 ? "" : whyOfNumber(only);
}

function sinceOf(store: FleetStore, record: GroupRecord, worst: State | null, lostSince: number | null): Pick<GroupRow, "since" | "sinceAtLeast" | "message"> {
  if (worst === null) return { since: null, sinceAtLeast: false, message: "" };
  const machines = STATES[worstRankOfMachines(record)] ?? null;
  // The message is that of the worst machine that is there: it says what else is wrong.
  const there = machines === null ? { since: null, sinceAtLeast: false, message: "" } : longest(store, record, machines);
  return worst === "vanished" && lostSince !== null ? { since: lostSince, sinceAtLeast: false, message: there.message } : there;
}

/** Since when the longest of the machines in the worst state has been in it, and its message. Of several, the first by name. */
function longest(store: FleetStore, record: GroupRecord, worst: State): { since: number | null; sinceAtLeast: boolean; message: string } {
  const { columns } = store;
  const index = STATES.indexOf(worst);
  const since = (slot: number) => columns.derivedFloats.since[slot] ?? Number.POSITIVE_INFINITY;
  const before = (a: number, b: number) => since(a) - since(b) || compareText(columns.names[a] ?? "", columns.names[b] ?? "");
  let first = -1;
  for (const slot of record.trouble) if (columns.derivedBytes.state[slot] === index && (first < 0 || before(slot, first) < 0)) first = slot;
  if (first < 0) return { since: null, sinceAtLeast: false, message: "" };
  const message = worst === "unreadable" ? columns.text("unreadable", first).slice(1) : worst === "unhealthy" ? columns.text("healthMessage", first) : "";
  return { since: since(first), sinceAtLeast: columns.derivedBytes.sinceAtLeast[first] === 1, message };
}

function common(store: FleetStore, record: GroupRecord): string[] {
  const traits: SharedTrait[] = [];
  const tallies = [
    ["zone", record.zones],
    ["replica", record.controllers],
    ["network", record.networks],
  ] as const;
  for (const [trait, values] of tallies) {
    for (const [value, { count, trouble }] of values)
      traits.push({ trait, value: store.columns.texts.text(value), troubled: trouble, others: count - trouble });
  }
  return sharedTraits(traits, record.trouble.size, record.members.size - record.trouble.size);
}

/** The values of a tally, most machines first, at most eight; "" (not set) is left out. */
function topTexts(store: FleetStore, tallies: ReadonlyMap<number, Tally>): string[] {
  return [...tallies]
    .filter(([value]) => value !== 0)
    .map(([value, { count }]) => ({ text: store.columns.texts.text(value), count }))
    .sort((a, b) => b.count - a.count || compareText(a.text, b.text))
    .slice(0, 8)
    .map(({ text }) => text);
}
