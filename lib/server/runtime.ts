import { randomBytes } from "node:crypto";
import type { ClusterStatus, StartProblem } from "@/lib/contract/status";
import type { Viewer } from "@/lib/domain/scope";
import { currentViewer } from "./access/current-viewer";
import { type Clock, correctedClock, systemClock } from "./clock";
import { type Config, readConfig } from "./config";
import { type FleetReader, liveFleet } from "./fleet/fleet-reader";
import { LiveFleetSink } from "./fleet/live-fleet-sink";
import { StandingLists } from "./fleet/standing-lists";
import type { History } from "./history/history";
import { startMemory } from "./history/start-memory";
import { answerDirectly } from "./http/direct";
import { loadContexts } from "./kube/contexts";
import { answerLive } from "./live/answer-live";
import { beatOf, historyBeat } from "./live/beat-of";
import { Hub } from "./live/hub";
import { Problems } from "./problems";
import { processWide } from "./process-wide";
import { type ClusterWatch, startClusterWatch } from "./watch/cluster-watch";
import { scaledTimings, WATCH_TIMINGS } from "./watch/watch-timings";

/** A clock that is off by less than this is not corrected: `Date` has whole seconds, and an answer takes a while. */
const SKEW_LEAST_MS = 2_000;

/** Everything that lives as long as the process. */
export interface Runtime {
  readonly config: Config;
  readonly clock: Clock;
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  readonly hub: Hub;
  readonly history: History;
  /** Whoever asks; for now everybody sees what the server's credentials may read. */
  viewer(): Viewer;
  statuses(): readonly ClusterStatus[];
  problems(): readonly StartProblem[];
  watchOf(cluster: string): ClusterWatch | undefined;
  stop(): Promise<void>;
}

const running = processWide<Promise<Runtime>>("stolos.runtime");

/** The one runtime of the process, started on first use. */
export function getRuntime(): Promise<Runtime> {
  const runtime = running.get() ?? start(readConfig(process.env));
  running.set(runtime);
  return runtime;
}

/** Starts watching with the process instead of with the first reader; from now on the server in front answers streams by itself. */
export async function startRuntime(): Promise<void> {
  answerDirectly("/api/live", answerLive(getRuntime));
  await getRuntime();
}

/** Ends every stream and every watch, so that the process can go. */
export async function stopRuntime(): Promise<void> {
  const runtime = await running.get();
  await runtime?.stop();
}

/** Starts everything from settings; `getRuntime` does so once for the process. */
export async function start(config: Config): Promise<Runtime> {
  const machine = systemClock();
  const clock = correctedClock(machine);
  const loaded = await loadContexts(config);
  const clusters = loaded.contexts.map((context) => context.cluster);
  const fleet = liveFleet(clusters, () => clock.now());
  const lists = new StandingLists(fleet);
  const memory = await startMemory({ config: config.history, clock, fleet, timeScale: config.timeScale });
  const statuses = new Map<string, ClusterStatus>();
  const problems = new Problems(loaded.problems, () => hub.freshnessChanged());
  const viewer = currentViewer(config, () => hub.endAll());
  const hub = new Hub({
    fleet,
    lists,
    clock,
    pace: { beatMs: config.beatMs, frameMs: config.frameMs },
    build: process.env.STOLOS_BUILD ?? "",
    beat: (of) => ({ ...beatOf(clock.now(), [...statuses.values()], problems.all(), of.scope), history: historyBeat(memory.history.status()) }),
    newId: () => randomBytes(16).toString("base64url"),
    limits: { streams: config.maxStreams, streamsOfViewer: config.maxStreamsPerViewer },
  });
  memory.onStatus(() => hub.freshnessChanged());
  const sink = new LiveFleetSink(fleet, clock, {
    ...(memory.recorder === null ? {} : { sources: memory.recorder }),
    status: (status) => {
      memory.recorder?.status(status);
      const turned = statuses.get(status.cluster)?.freshness.kind !== status.freshness.kind;
      statuses.set(status.cluster, status);
      if (status.skewMs !== null && Math.abs(status.skewMs) >= SKEW_LEAST_MS && status.cluster === clusters[0]) clock.correct(status.skewMs);
      if (turned) hub.freshnessChanged();
    },
    rights: viewer.rights,
  });
  const timings = scaledTimings(WATCH_TIMINGS, config.timeScale);
  const watches = new Map(
    loaded.contexts.map(
      (context) =>
        [
          context.cluster,
          startClusterWatch({
            ...{ context, sink, clock: machine, timings, settings: { ...config, mode: config.readOnly ? "read-only" : "read-write" } },
            onProblem: (problem) => problems.turned(context.cluster, problem),
          }),
        ] as const,
    ),
  );
  return {
    config,
    clock,
    fleet,
    lists,
    hub,
    history: memory.history,
    viewer: viewer.get,
    statuses: () => [...statuses.values()],
    problems: () => problems.all(),
    watchOf: (cluster) => watches.get(cluster),
    stop: async () => {
      hub.closeAll();
      sink.stop();
      await memory.stop();
      await Promise.all([...watches.values()].map((watch) => watch.stop()));
    },
  };
}
