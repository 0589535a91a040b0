import type { ClusterStatus } from "@/lib/contract/status";
import type { Scope } from "@/lib/domain/source/scope";
import type { Clock } from "./clock";
import type { LiveFleet } from "./fleet/live-fleet";
import { AuditJournal } from "./history/audit-journal";
import { createHistory, type HistoryParts } from "./history/create-history";
import type { HistoryConfig } from "./history/database-address";
import type { History } from "./history/history";
import type { HistoryStatus } from "./history/history-record";
import { keepFindings } from "./history/keep-findings";
import { keepHostMemory } from "./history/keep-host-memory";
import { keepMemories } from "./history/keep-memories";
import { type KeptRevocations, revocationTable } from "./history/keep-revocations";
import { openVersionReader } from "./history/read-open-versions";
import { recallTurns } from "./history/recall-turns";
import { createRecorder, type Recorder } from "./history/recorder";
import { RECORDER_TIMINGS } from "./history/recorder-timings";
import { startStore } from "./history/start-store";
import { IncidentStore } from "./history/store-incidents";
import { LiveIncidents } from "./incidents/live-incidents";
import { pastIncidentsFinder } from "./incidents/past/incidents-of-history";

/** A stopping server finishes the answers that it has begun for this time. Milliseconds. */
const LAST_ANSWERS_MS = 500;

/** The history of the process, and the parts that write it. */
export interface MemoryOfFleet {
  readonly history: History;
  /** Null when the history is off. */
  readonly recorder: Recorder | null;
  /** Stores revoked sessions; null when the history is off. */
  readonly revocations: KeptRevocations | null;
  /** Takes the status of a cluster. */
  status(status: ClusterStatus): void;
  /** The cluster is configured from now on. */
  added(cluster: string): void;
  /** The cluster is not configured any more. Called before its rows leave the fleet. */
  removed(cluster: string): void;
  /** Calls the listener at each change of the history's status. */
  onStatus(listener: () => void): void;
  /** Writes what waits, and closes the database. */
  stop(): Promise<void>;
}

export interface MemoryParts {
  /** The settings, with the address of the database that its file holds now. */
  readonly config: () => HistoryConfig;
  readonly clock: Clock;
  readonly fleet: LiveFleet;
  /** The objects that the server may see: findings are recorded for this scope. */
  readonly scope: () => Scope;
  /** Faster clocks shorten the recorder's durations. */
  readonly timeScale: number;
}

/** Starts recording the live fleet with its incidents, and the queries of the history. Nothing waits for the database. */
export async function startMemory({ config: current, clock, fleet, scope, timeScale }: MemoryParts): Promise<MemoryOfFleet> {
  const config = current();
  const store = await startStore(current, clock);
  if (store === null) return withoutHistory(config, fleet);
  const { database, writer } = store;
  const timings = { ...RECORDER_TIMINGS, settleMs: RECORDER_TIMINGS.settleMs / timeScale };
  const status = () => writer.status();
  const memories = keepMemories({ database, writer, fleet, clock, timeScale });
  const endpoints = keepHostMemory({ database, memory: fleet.hostMemory, clock });
  const isRecording = () => status().kind === "recording";
  const incidents = new LiveIncidents({
    ...{ fleet, clock, store: new IncidentStore(database), isRecording, watches: (cluster) => recorder.watches(cluster) },
    findPast: pastIncidentsFinder({ database, fleet, clock, timeScale }),
  });
  const recorder = createRecorder({
    fleet,
    writer,
    history: openVersionReader(database.read, database.engine === "postgres"),
    clock,
    timings,
    losses: memories,
    endpoints,
    onRecords: (records) => incidents.records(records),
  });
  const onRecording = (listener: () => void) => void writer.onStatus(({ kind }) => kind === "recording" && listener());
  const kept = config.kind === "off" ? {} : { days: config.days, journal: config.folder === "" ? null : new AuditJournal(config.folder) };
  const onAudit: HistoryParts["onAudit"] = (line, at) => incidents.audit(line, at);
  const history = createHistory({ database, status, fleet, clock, onRecording, onAudit, timeScale, memories, ...kept });
  const findings = keepFindings({
    fleet,
    memory: fleet.findingMemory,
    scope,
    recorder,
    writer,
    history: openVersionReader(database.read, database.engine === "postgres"),
    clock,
  });
  writer.onStatus(({ kind }) => (kind === "recording" ? incidents.recording() : incidents.check()));
  void recallTurns({ database, writer, fleet, clock });
  return {
    history,
    recorder,
    revocations: revocationTable({ database, status }),
    status: (status) => {
      recorder.status(status);
      incidents.status(status);
    },
    added: (cluster) => incidents.add(cluster),
    removed: (cluster) => {
      incidents.remove(cluster);
      recorder.removed(cluster);
    },
    onStatus: (listener) => void writer.onStatus(listener),
    stop: async () => {
      const incidentsStored = incidents.stop();
      findings.stop();
      recorder.stop();
      memories.stop();
      endpoints.stop();
      const timeUp = new Promise((resolve) => void clock.setTimer(() => resolve(null), LAST_ANSWERS_MS));
      await Promise.race([Promise.all([history.end(), incidentsStored]), timeUp]);
      await store.stop();
    },
  };
}

function withoutHistory(config: HistoryConfig, fleet: LiveFleet): MemoryOfFleet {
  const status: HistoryStatus = { kind: "off", reason: config.kind === "off" ? config.reason : "" };
  return {
    history: createHistory({ database: null, status: () => status, fleet }),
    recorder: null,
    revocations: null,
    ...{ status: () => undefined, added: () => undefined, removed: () => undefined },
    onStatus: () => undefined,
    stop: () => Promise.resolve(),
  };
}
