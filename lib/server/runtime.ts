import { randomBytes } from "node:crypto";
import type { ClusterStatus, Heartbeat } from "@/lib/contract/status";
import type { Viewer } from "@/lib/domain/source/scope";
import { auditStart } from "./access/audit-start";
import { createSignIn } from "./access/create-sign-in";
import { DeniedReads } from "./access/denied-reads";
import { RefusedChanges } from "./access/refused-changes";
import { RefusedSignIns } from "./access/refused-sign-ins";
import { REVIEW_TIMES, scaledReviewTimes } from "./access/review-times";
import { serverScope } from "./access/server-scope";
import type { SignIn } from "./access/viewer";
import { followSecrets } from "./changed-secrets";
import { type Clock, correctedClock, systemClock } from "./clock";
import { ClusterWatches, followClusters } from "./cluster-watches";
import { loadWrites } from "./commands/load-commands";
import { type Config, readConfig } from "./config";
import { Downloads } from "./export/downloads";
import type { FleetReader } from "./fleet/fleet-reader";
import { liveFleet } from "./fleet/live-fleet";
import { LiveFleetSink } from "./fleet/live-fleet-sink";
import { StandingLists } from "./fleet/standing-lists";
import { type ReadRails, railsReader } from "./guard-rails/read-rails";
import type { History } from "./history/history";
import { followPodPlaces } from "./hosts/pod-places";
import { answerDirectly } from "./http/direct";
import { setUpFront } from "./http/front-settings";
import { peerList } from "./http/peer-list";
import { PolicyReports } from "./http/policy-reports";
import { RateLimit, rateOf } from "./http/rate-limit";
import { warnOfUnnamedProxy } from "./http/unnamed-proxy";
import type { AllowedWrite } from "./kube/allow-list";
import type { KubeClient } from "./kube/client";
import type { ClusterContext } from "./kube/cluster-context";
import { ConfiguredClusters } from "./kube/configured-clusters";
import { answerLive } from "./live/answer-live";
import { beatOf, historyBeat } from "./live/beat-of";
import { Hub } from "./live/hub";
import { PageViews } from "./live/page-views";
import { VIEWS } from "./live/views/catalogue";
import { log } from "./log";
import { logCluster, logHistory } from "./log-states";
import { Problems } from "./problems";
import { processWide } from "./process-wide";
import { Readiness } from "./readiness";
import { startMemory } from "./start-memory";
import { StateLines } from "./state-lines";
import { type ReadTeamViews, teamViewsReader } from "./team-views/read-team-views";
import { type ClusterWatch, startClusterWatch } from "./watch/cluster-watch";
import type { FleetSink } from "./watch/fleet-sink";
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
  /** Opens the views of first paints with the module instance of the streams: a page's own instance would evaluate findings a second time. */
  readonly pageViews: PageViews;
  /** How much each viewer may still ask. */
  readonly requests: RateLimit;
  /** What browsers report of pages that broke their policy. */
  readonly policyReports: PolicyReports;
  /** The files that are on their way to viewers. */
  readonly downloads: Downloads;
  /** What was denied to whoever asked for one object. */
  readonly deniedReads: DeniedReads;
  /** What was refused at the door of what would do more than read. */
  readonly refusedChanges: RefusedChanges;
  readonly refusedSignIns: RefusedSignIns;
  readonly history: History;
  /** Tells who asks. */
  readonly signIn: SignIn;
  /** The server's own client of a cluster: for what everybody may know. */
  ownClientOf(cluster: string): KubeClient | undefined;
  /** Reads the platform team's rules for a cluster, as they are now. */
  readonly readRails: ReadRails;
  /** Reads the team's views, as they are now. */
  readonly readTeamViews: ReadTeamViews;
  /** How fresh everything is, as a viewer may know it. */
  beat(viewer: Viewer): Heartbeat;
  statuses(): readonly ClusterStatus[];
  readonly readiness: Pick<Readiness, "state" | "missing">;
  stop(): Promise<void>;
}

const running = processWide<Promise<Runtime>>("stolos.runtime");

/** The one runtime of the process, started on first use. */
export function getRuntime(): Promise<Runtime> {
  const runtime = running.get() ?? start(readConfig(process.env), process.env);
  running.set(runtime);
  return runtime;
}

/** Starts watching with the process instead of with the first reader; from now on the server in front answers streams by itself. */
export async function startRuntime(): Promise<void> {
  answerDirectly("/api/live", answerLive(getRuntime));
  const { config, signIn } = await getRuntime();
  auditStart(config);
  warnOfUnnamedProxy(config);
  if (config.ignoredSettings.length > 0) log("warn", "these variables are no settings and have no effect", { names: config.ignoredSettings.join(", ") });
  const tokenHeader = config.signIn.kind === "proxy" ? config.signIn.header : null;
  setUpFront({
    ...{ origin: config.publicUrl?.origin ?? null, ofAddress: rateOf(config.requestsPerAddress), queuedOfClient: config.queuedPerViewer, tokenHeader },
    trustedProxies: peerList(config.trustedProxies),
    knownViewer: (request) => signIn.known?.(request) ?? null,
  });
}

/** Ends every stream and every watch before the process exits. `why`: the signal, for the log. */
export async function stopRuntime(why: string): Promise<void> {
  log("info", "the server stops", { why });
  const runtime = await running.get();
  await runtime?.stop();
}

/** Starts everything from settings; `getRuntime` does so once for the process. `environment`: where they came from, with the files of secrets. */
export async function start(config: Config, environment: Readonly<Record<string, string | undefined>> = {}): Promise<Runtime> {
  const machine = systemClock();
  const clock = correctedClock(machine);
  const configured = await ConfiguredClusters.read(config, machine, config.timeScale);
  const fleet = liveFleet(configured.names, () => clock.now());
  const lists = new StandingLists(fleet);
  const stateLines = new StateLines(machine, log);
  const secrets = followSecrets({ config, environment, clock: machine, lines: stateLines });
  const problems = new Problems(configured.problems, () => hub.freshnessChanged());
  const scope = serverScope({ known: configured.named, namespaces: config.visibleNamespaces });
  const memory = await startMemory({ config: () => secrets.current().history, clock, fleet, scope: scope.get, timeScale: config.timeScale });
  const writes = await loadWrites(config);
  const { istioNamespace } = config;
  const ownClientOf = (cluster: string) => watches.clientOf(cluster);
  const readRails = railsReader({ guardRails: config.guardRails, ownClientOf });
  const readTeamViews = teamViewsReader({ teamViews: config.teamViews, ownClientOf });
  const signIn = createSignIn(config.signIn, {
    ...{ contexts: configured.contexts, fleet, server: scope, clock: machine, readOnly: config.readOnly, writes, istioNamespace },
    ...{ clientOf: ownClientOf, history: memory.history, revocations: memory.revocations, current: () => secrets.current().signIn },
    ...{ times: scaledReviewTimes(REVIEW_TIMES, config.timeScale), mayGrow: config.kubeconfigs !== null || config.contexts === "all" },
  });
  const beat = ({ scope }: Viewer): Heartbeat => ({
    ...beatOf(clock.now(), watches.statuses, problems.all(), scope, istioNamespace),
    history: historyBeat(memory.history.status()),
  });
  const readiness = new Readiness({
    ...{ clusters: () => configured.names, clock: machine, problems: () => problems.all().length, history: () => historyBeat(memory.history.status()) },
    ...{ providerProblem: () => signIn.provider?.problem() ?? null, uncheckedViewers: () => signIn.figures?.().held ?? 0 },
  });
  const views = process.env.NODE_ENV === "production" ? VIEWS : (await import("./live/views/checked-views")).CHECKED_VIEWS;
  const hub = hubOf(config, { fleet, lists, views, clock, beat, follow: signIn.follow });
  const pageViews = new PageViews({ fleet, lists, views, clock: machine });
  memory.onStatus(() => tellHistory(memory.history, hub, stateLines, config));
  logHistory(stateLines, memory.history.status(), placeOfHistory(config));
  const sink = new LiveFleetSink(fleet, clock, {
    ...(memory.recorder === null ? {} : { sources: memory.recorder }),
    status: (status) => {
      // A removed cluster may still report the end of its requests.
      if (!watches.has(status.cluster)) return;
      for (const part of [memory, readiness]) part.status(status);
      logCluster(stateLines, status);
      if (watches.takeStatus(status)) hub.freshnessChanged();
      if (status.cluster === configured.names[0]) correctClock(clock, status);
    },
    rights: scope.rights,
  });
  const watches = new ClusterWatches(watchStarter({ config, writes, sink, clock: machine, problems }));
  for (const context of configured.contexts) watches.add(context);
  fleet.onNeed((cluster, source, namespace) => watches.need(cluster, source, namespace));
  const leavePods = followPodPlaces(fleet, machine, (cluster, namespace) => watches.need(cluster, "workload-pods", namespace));
  followClusters({ configured, watches, memory, fleet, scope, signIn, problems, readiness, stateLines, hub });
  const refusedSignIns = new RefusedSignIns({ history: memory.history, clock: machine });
  return {
    ...{ config, clock, fleet, lists, downloads: new Downloads(signIn.follow) },
    ...countersOf(config, machine.monotonic),
    ...{ hub, pageViews, history: memory.history, signIn, refusedSignIns, ownClientOf, readRails, readTeamViews, beat, readiness },
    statuses: () => watches.statuses,
    stop: async () => {
      for (const part of [signIn, configured, readiness]) part.stop();
      hub.closeAll();
      pageViews.close();
      refusedSignIns.end();
      leavePods();
      for (const part of [sink, secrets, stateLines]) part.stop();
      await memory.stop();
      await watches.stop();
    },
  };
}

/** Sends a new status of the history to the pages and the log. */
function tellHistory(history: History, hub: Hub, lines: StateLines, config: Config): void {
  hub.freshnessChanged();
  logHistory(lines, history.status(), placeOfHistory(config));
}

/** The folder or the setting that says where the history is stored: an address could contain a password. */
function placeOfHistory({ history }: Config): string {
  if (history.kind === "off") return "";
  return history.url === null ? `${history.folder} (STOLOS_DATA)` : "STOLOS_DATABASE_URL";
}

function correctClock(clock: ReturnType<typeof correctedClock>, { skewMs }: ClusterStatus): void {
  if (skewMs !== null && Math.abs(skewMs) >= SKEW_LEAST_MS) clock.correct(skewMs);
}

/** Counts the requests of each viewer and address, by a monotonic clock (milliseconds). */
function countersOf(config: Config, now: () => number): Pick<Runtime, "requests" | "policyReports" | "deniedReads" | "refusedChanges"> {
  return {
    requests: new RateLimit(rateOf(config.requestsPerViewer), now),
    policyReports: new PolicyReports(now),
    deniedReads: new DeniedReads(now),
    refusedChanges: new RefusedChanges(now),
  };
}

function hubOf(config: Config, parts: Pick<ConstructorParameters<typeof Hub>[0], "fleet" | "lists" | "views" | "clock" | "beat" | "follow">): Hub {
  return new Hub({
    ...parts,
    pace: { beatMs: config.beatMs, frameMs: config.frameMs },
    build: process.env.STOLOS_BUILD ?? "",
    newId: () => randomBytes(16).toString("base64url"),
    limits: { streams: config.maxStreams, streamsOfViewer: config.maxStreamsPerViewer },
  });
}

interface WatchParts {
  readonly config: Config;
  readonly writes: readonly AllowedWrite[];
  readonly sink: FleetSink;
  readonly clock: Clock;
  readonly problems: Problems;
}

/** Watches each cluster by itself. */
function watchStarter({ config, writes, sink, clock, problems }: WatchParts): (context: ClusterContext) => ClusterWatch {
  const timings = scaledTimings(WATCH_TIMINGS, config.timeScale);
  const settings = { ...config, writes };
  return (context) => startClusterWatch({ context, sink, clock, timings, settings, onProblem: (problem) => problems.turned(context.cluster, problem) });
}
