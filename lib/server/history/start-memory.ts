import type { ClusterStatus } from "@/lib/contract/status";
import type { Population } from "@/lib/domain/incidents/observation";
import type { Scope } from "@/lib/domain/source/scope";
import type { Clock } from "@/lib/server/clock";
import type { LiveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveIncidents } from "@/lib/server/incidents/live-incidents";
import { AuditJournal } from "./audit-journal";
import { createHistory } from "./create-history";
import type { HistoryConfig } from "./database-address";
import type { History } from "./history";
import type { HistoryStatus } from "./history-record";
import { keepFindings } from "./keep-findings";
import { keepHostMemory } from "./keep-host-memory";
import { IncidentKeeper } from "./keep-incidents";
import { keepMemories } from "./keep-memories";
import { type KeptRevocations, revocationTable } from "./keep-revocations";
import type { HistoryDatabase } from "./open-database";
import { openVersionReader } from "./read-open-versions";
import { recallTurns } from "./recall-turns";
import { createRecorder, type Recorder } from "./recorder";
import { RECORDER_TIMINGS } from "./recorder-timings";
import { startStore } from "./start-store";
import { IncidentStore } from "./store-incidents";

/** So long a stopping server finishes the answers that it has begun. */
const LAST_ANSWERS_MS = 500;

/** What remembers, as long as the process lives. */
export interface MemoryOfFleet {
  readonly history: History;
  /** Null where nothing is to be remembered. */
  readonly recorder: Recorder | null;
  /** Stores revoked sessions; null when the history is off. */
  readonly revocations: KeptRevocations | null;
  /** Starts the engine of a cluster's incidents from its stored state. Rejects while the database is not open. Null when the history is off. */
  readonly startIncidents: ((cluster: string, population: Population) => Promise<IncidentKeeper>) | null;
  /** Takes the status of a cluster. */
  status(status: ClusterStatus): void;
  /** Hears of every change of the history's status. */
  onStatus(listener: () => void): void;
  /** Says that it stops, writes what waits, and closes. */
  stop(): Promise<void>;
}

export interface MemoryParts {
  readonly config: HistoryConfig;
  readonly clock: Clock;
  readonly fleet: LiveFleet;
  /** What the server itself may see: findings are recorded so. */
  readonly scope: () => Scope;
  /** Faster clocks shorten the recorder's durations. */
  readonly timeScale: number;
}

/** Starts recording the live fleet, where that is wanted, and answering about what was recorded. Nothing waits for the database. */
export async function startMemory({ config, clock, fleet, scope, timeScale }: MemoryParts): Promise<MemoryOfFleet> {
  const store = await startStore(config, clock);
  if (store === null) {
    const status: HistoryStatus = { kind: "off", reason: config.kind === "off" ? config.reason : "" };
    return {
      history: createHistory({ database: null, status: () => status, fleet }),
      recorder: null,
      revocations: null,
      startIncidents: null,
      status: () => undefined,
      onStatus: () => undefined,
      stop: () => Promise.resolve(),
    };
  }
  const { database, writer } = store;
  const timings = { ...RECORDER_TIMINGS, settleMs: RECORDER_TIMINGS.settleMs / timeScale };
  const status = () => writer.status();
  const memories = keepMemories({ database, writer, fleet, clock, timeScale });
  const endpoints = keepHostMemory({ database, memory: fleet.hostMemory, clock });
  const incidents = new LiveIncidents({ fleet, clock, watches: (cluster) => recorder.watches(cluster) });
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
  const history = createHistory({ database, status, fleet, clock, onRecording, timeScale, memories, ...kept });
  const findings = keepFindings({
    fleet,
    memory: fleet.findingMemory,
    scope,
    recorder,
    writer,
    history: openVersionReader(database.read, database.engine === "postgres"),
    clock,
  });
  void recallTurns({ database, writer, fleet, clock });
  return {
    history,
    recorder,
    revocations: revocationTable({ database, status }),
    startIncidents: incidentStarter(database, onRecording),
    status: (status) => {
      recorder.status(status);
      incidents.status(status);
    },
    onStatus: (listener) =>
      void writer.onStatus(() => {
        incidents.check();
        listener();
      }),
    stop: async () => {
      incidents.stop();
      findings.stop();
      recorder.stop();
      memories.stop();
      endpoints.stop();
      await Promise.race([history.end(), new Promise((resolve) => void clock.setTimer(() => resolve(null), LAST_ANSWERS_MS))]);
      await store.stop();
    },
  };
}

/** Returns a function that starts the engine of one cluster. All engines store their open incidents again when the database records again. */
function incidentStarter(database: HistoryDatabase, onRecording: (listener: () => void) => void): NonNullable<MemoryOfFleet["startIncidents"]> {
  const store = new IncidentStore(database);
  const keepers: IncidentKeeper[] = [];
  onRecording(() => {
    store.forget();
    for (const keeper of keepers) keeper.storeAgain();
  });
  return async (cluster, population) => {
    const keeper = await IncidentKeeper.start({ store, cluster, population });
    keepers.push(keeper);
    return keeper;
  };
}
