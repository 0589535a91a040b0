import type { Kysely } from "kysely";
import { LEARNED_SIZE_RULE } from "@/lib/domain/history/learned-size";
import { IncidentEngine, type StoredEngine } from "@/lib/domain/incidents/engine";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { Clock } from "@/lib/server/clock";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { unknownWorld } from "@/lib/server/fleet/unknown-world";
import { GroupMemories } from "@/lib/server/history/group-memories";
import { newIncidentKey } from "@/lib/server/history/keep-incidents";
import type { HistoryDatabase } from "@/lib/server/history/open-database";
import { groupsDeletedIn } from "@/lib/server/history/queries/audit";
import { lostEndpointsThen } from "@/lib/server/history/queries/lost-endpoints";
import { lastMoves } from "@/lib/server/history/queries/memberships";
import type { HistorySchema } from "@/lib/server/history/schema";
import { meshOf, readsTopology } from "@/lib/server/hosts/mesh-of";
import { DeletedGroups } from "@/lib/server/incidents/deleted-groups";
import { createBreath } from "@/lib/server/watch/breath";
import { HistoryReplay } from "./history-replay";
import { gaugesAt, stepsOfHistory } from "./stored-steps";
import { type StoredHistory, VersionReader } from "./stored-versions";

export interface PastIncidentsParts {
  /** Milliseconds. The history begins at `from`: trouble of that moment began before it. */
  readonly from: number;
  readonly to: number;
  /** The fleet now: the history does not store the settings of the mesh. */
  readonly live: Pick<FleetReader, "worldOf">;
  readonly clock: Clock;
  readonly newKey: () => string;
  /** A faster clock ends losses earlier. Missing = a day. Milliseconds. */
  readonly quietMs?: number;
}

export interface PastIncidents {
  /** The state of the engine at the end of the history, or at the last stop of Stolos before it. A start continues from it. */
  readonly engine: StoredEngine;
  /** All incidents that were found, in the order in which they opened. */
  readonly incidents: readonly Incident[];
}

interface PastFinderParts {
  readonly database: Pick<HistoryDatabase, "read">;
  readonly fleet: PastIncidentsParts["live"];
  readonly clock: Clock;
  /** Faster clocks end losses earlier. Missing = 1. */
  readonly timeScale?: number;
}

/** Returns a function that finds the incidents of a cluster in a range of the history, with new random keys. Milliseconds. */
export function pastIncidentsFinder({ database, fleet, clock, timeScale = 1 }: PastFinderParts) {
  const parts = { live: fleet, clock, newKey: newIncidentKey, quietMs: LEARNED_SIZE_RULE.settledMs / timeScale };
  return (cluster: string, range: Pick<PastIncidentsParts, "from" | "to">) => incidentsOfHistory(database.read, cluster, { ...range, ...parts });
}

/**
 * Returns the incidents of the stored history of a cluster, as the live engine would have found them. It changes nothing. The memory follows the fleet and the
 * incidents. It gives other work a turn every few milliseconds. Rejects if the database cannot be read.
 */
export async function incidentsOfHistory(database: Kysely<HistorySchema>, cluster: string, parts: PastIncidentsParts): Promise<PastIncidents> {
  const { from, to, live, newKey, quietMs = LEARNED_SIZE_RULE.settledMs } = parts;
  const history: StoredHistory = { database, cluster, from, to };
  const world = live.worldOf(cluster);
  const versions = new VersionReader(history, readsTopology(world));
  const deleted = new DeletedGroups(await groupsDeletedIn(database, cluster, { from: from - quietMs, to }));
  const replay = new HistoryReplay({ cluster, world: unknownWorld(cluster), mesh: meshOf(world).settings, quietMs, deleted });
  const engine = new IncidentEngine({ population: replay.population, newKey });
  const breath = createBreath(parts.clock);
  const found = new Map<string, Incident>();
  await begin(history, versions, replay, quietMs);
  for await (const steps of stepsOfHistory(history, versions)) {
    for (const step of steps) {
      passTo(engine, replay, step.at);
      engine.take(replay.take(step));
      const turn = breath.take();
      if (turn !== undefined) await turn;
    }
    for (const incident of engine.takeChanged()) found.set(incident.key, incident);
  }
  passTo(engine, replay, to + 1);
  if (!replay.isAway) engine.passTo(to);
  for (const incident of engine.takeChanged()) found.set(incident.key, incident);
  return { engine: engine.stored, incidents: [...found.values()] };
}

/** Takes the state of the cluster at the beginning. */
async function begin(history: StoredHistory, versions: VersionReader, replay: HistoryReplay, quietMs: number): Promise<void> {
  const { database, cluster, from } = history;
  if (!(await versions.hasEarlierVersions())) return;
  for (const step of await versions.worldAtStart()) replay.take(step);
  for await (const steps of versions.versionsAtStart()) for (const step of steps) replay.take(step);
  for (const step of await gaugesAt(history)) replay.take(step);
  for (const [service, lost] of await lostEndpointsThen(database, from)) if (service.cluster === cluster) replay.addLostService(service, lost);
  const known = (await new GroupMemories(database, { ...LEARNED_SIZE_RULE, settledMs: quietMs }, from).at(from)).filter(
    ([series]) => series.cluster === cluster,
  );
  for (const [{ namespace, group }, { losses = [] }] of known) for (const loss of losses) if (loss.end === null) replay.addLoss(namespace, group, loss);
  for (const { namespace, group, at } of await lastMoves(database, cluster, { from: from - quietMs, to: from })) replay.moveGroup(namespace, group, at);
}

/** Passes the due moments of the replay, and makes the decisions that are due before a moment. Milliseconds. */
function passTo(engine: IncidentEngine, replay: HistoryReplay, end: number): void {
  for (let due = replay.nextDueAt; due < end; due = replay.nextDueAt) {
    decideBefore(engine, replay, due);
    engine.take(replay.passTo(due));
  }
  decideBefore(engine, replay, end);
}

/** Without a process of Stolos nothing is decided. */
function decideBefore(engine: IncidentEngine, replay: HistoryReplay, end: number): void {
  if (!replay.isAway && engine.nextDecisionAt < end) engine.passTo(end - 1);
}
