import type { GroupRow } from "@/lib/contract/views/groups";
import { compareText } from "@/lib/domain/object/compare-text";
import { type GroupTraitCounts, sharedTraits } from "@/lib/domain/verdict/shared-traits";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES } from "@/lib/domain/verdict/verdict";
import { deletionOf, expectedOf, objectInSight, type Sight, totalOf, worstRankOfMachines, worstState } from "@/lib/server/fleet/group-sight";
import type { FleetStore } from "./fleet-store";
import { groupRise } from "./group-harm";
import type { GroupRecord, Tally } from "./group-table";
import { whyOfNumber } from "./verdict-columns";

/** One group as lists show it. Walks only the machines in the worst state, and only where these are in trouble. */
export function groupRow(store: FleetStore, record: GroupRecord, sight: Sight): GroupRow {
  const object = objectInSight(record, sight);
  const { cluster, namespace } = record.place;
  const expected = expectedOf(record, sight);
  const worst = sight.machines ? worstState(record, sight) : null;
  const total = totalOf(record, sight);
  const rise = groupRise(store.columns, record, sight);
  const tallies = sight.machines ? record : EMPTY;
  const deleted = deletionOf(record, sight);
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
      fullTotal: total.total,
      expected: total.expected,
      expectedFrom: total.source,
      ...(total.arriving ? { arriving: true } : {}),
      ...("planned" in expected && expected.planned !== undefined ? { planned: expected.planned } : {}),
      ...(total.accepted > 0 ? { accepted: total.accepted } : {}),
      ...(expected.kind === "range" ? { expectedMost: expected.most } : {}),
      ...(expected.kind === "learned" ? { learned: { from: expected.from, to: expected.to } } : {}),
    },
    unvouched: tallies.unvouched,
    unvouchedWhy: commonDoubt(tallies.unvouchedBy),
    missing: total.missing,
    lost: total.lost,
    state: worst,
    since: rise?.since ?? null,
    sinceAtLeast: rise?.atLeast ?? false,
    rise: { count: rise?.count ?? 0, total: rise?.total ?? 0 },
    pace: rise?.pace ?? null,
    message: sight.machines ? messageOf(store, record) : "",
    common: sight.machines ? common(store, record) : [],
    probe: object?.probe ? { method: object.probe.method, port: object.probe.port, path: object.probe.path } : null,
    accounts: topTexts(store, tallies.accounts),
    networks: topTexts(store, tallies.networks),
    zones: topTexts(store, tallies.zones),
    createdAt: object?.createdAt ?? null,
    ...(deleted !== null && { deleted }),
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

/** What the machine says that has been in the worst state longest; it says what else is wrong where others are lost. Of several, the first by name, then by uid. */
function messageOf({ columns }: FleetStore, record: GroupRecord): string {
  const worst = worstRankOfMachines(record);
  const since = (slot: number) => columns.derivedFloats.since[slot] ?? Number.POSITIVE_INFINITY;
  const byName = (a: number, b: number) =>
    compareText(columns.names[a] ?? "", columns.names[b] ?? "") || compareText(columns.uids.text(a), columns.uids.text(b));
  const before = (a: number, b: number) => since(a) - since(b) || byName(a, b);
  let first = -1;
  for (const slot of record.trouble) if (columns.derivedBytes.state[slot] === worst && (first < 0 || before(slot, first) < 0)) first = slot;
  if (first < 0) return "";
  return STATES[worst] === "unreadable"
    ? columns.text("unreadable", first).slice(1)
    : STATES[worst] === "unhealthy"
      ? columns.text("health.message", first)
      : "";
}

function common(store: FleetStore, record: GroupRecord): string[] {
  const traits: GroupTraitCounts[] = [];
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
