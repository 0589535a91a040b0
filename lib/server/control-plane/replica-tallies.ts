import { adjustConnectionStartCount, type ConnectionStarts } from "@/lib/domain/control-plane/reconnect-rate";
import { CONNECTIONS, type Connection, isOpenConnection, STATES } from "@/lib/domain/verdict/verdict";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** What the machines of one namespace that name one replica say. */
export interface ReplicaTally {
  /** By state, in the order of STATES. */
  readonly counts: readonly number[];
  readonly unvouched: number;
  readonly connections: Readonly<Record<Connection["kind"], number>>;
  /** When the connections that it holds began, and those of machines that name it though it does not hold them. */
  readonly held: ConnectionStarts;
  readonly unverified: ConnectionStarts;
  /** Machines by the label `istio.io/rev` of their entries; "" = without it. */
  readonly labels: ReadonlyMap<string, number>;
}

type Kept = {
  readonly counts: number[];
  unvouched: number;
  readonly connections: Record<Connection["kind"], number>;
  readonly held: Map<number, number>;
  readonly unverified: Map<number, number>;
  readonly labels: Map<string, number>;
};

/** Tallies of a fleet by namespace and replica ("" = entries that name none), kept up to date with it. */
export interface ReplicaTallies {
  of(place: FleetPlace): ReadonlyMap<string, ReplicaTally>;
}

const known = new WeakMap<FleetReader, ReplicaTallies>();

/** The tallies of a fleet: counted once, whoever asks, and then with each change. */
export function replicaTalliesOf(fleet: FleetReader): ReplicaTallies {
  const found = known.get(fleet) ?? countedTallies(fleet);
  known.set(fleet, found);
  return found;
}

const NOBODY: ReadonlyMap<string, ReplicaTally> = new Map();

function countedTallies(fleet: FleetReader): ReplicaTallies {
  const places = new Map<FleetPlace, Map<string, Kept>>();
  const count = (entry: EntryRef, one: 1 | -1) => {
    const { place } = fleet.groupOf(entry);
    const replicas = places.get(place) ?? new Map<string, Kept>();
    places.set(place, replicas);
    const name = fleet.trait(entry, "replica");
    const tally = replicas.get(name) ?? emptyTally();
    replicas.set(name, tally);
    countIn(tally, fleet, entry, one);
    if (one === -1 && tally.counts.every((machines) => machines === 0)) replicas.delete(name);
  };
  for (const entry of fleet.entries()) count(entry, 1);
  fleet.subscribe({ leaving: (entry) => count(entry, -1), entering: (entry) => count(entry, 1) });
  return { of: (place) => places.get(place) ?? NOBODY };
}

function emptyTally(): Kept {
  const connections = Object.fromEntries(CONNECTIONS.map((kind) => [kind, 0])) as Kept["connections"];
  return { counts: STATES.map(() => 0), unvouched: 0, connections, held: new Map(), unverified: new Map(), labels: new Map() };
}

function countIn(tally: Kept, fleet: FleetReader, entry: EntryRef, one: 1 | -1): void {
  const { state, vouched, connection } = fleet.judged(entry);
  const at = STATES.indexOf(state);
  tally.counts[at] = (tally.counts[at] ?? 0) + one;
  if (!vouched) tally.unvouched += one;
  tally.connections[connection] += one;
  const began = fleet.time(entry, "connected");
  if (began !== null && isOpenConnection(connection)) adjustConnectionStartCount(tally.held, began, one);
  if (began !== null && (connection === "ghost" || connection === "leaked")) adjustConnectionStartCount(tally.unverified, began, one);
  const label = fleet.label(entry, "istio.io/rev") ?? "";
  tally.labels.set(label, (tally.labels.get(label) ?? 0) + one);
  if (tally.labels.get(label) === 0) tally.labels.delete(label);
}
