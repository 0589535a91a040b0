import { setTimeout as wait } from "node:timers/promises";
import type { ViewRequest } from "@/lib/contract/views/view";
import { type NamespaceScope, scopeFromPermissions, type Viewer, type WatchedKind } from "@/lib/domain/source/scope";
import { systemClock } from "@/lib/server/clock";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { Hub, type HubParts } from "@/lib/server/live/hub";
import { startClusterWatch } from "@/lib/server/watch/cluster-watch";
import { WATCH_TIMINGS, type WatchTimings } from "@/lib/server/watch/watch-timings";

export const CLUSTER = "bench";

export const VIEWER: Viewer = {
  subject: "somebody",
  scope: scopeFromPermissions(
    new Map([
      [
        CLUSTER,
        new Map([
          ["workloadentries", "all"],
          ["workloadgroups", "all"],
          ["pods", "all"],
          ["namespaces", "all"],
        ] as const),
      ],
    ]),
  ),
  mayWrite: false,
};

/** What a browser on the list of entries asks for. */
const VIEWS: readonly ViewRequest[] = [
  { id: 1, kind: "shell", query: "", offset: 0, limit: 0 },
  { id: 2, kind: "entries", query: "", offset: 0, limit: 60 },
];

/** The product from the API server's socket to encoded frames, put together as the runtime does. */
export interface Product {
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  /** Resolves when the entries have been read and are followed. */
  live(): Promise<void>;
  /** Opens a stream without a browser, of somebody who sees all unless said otherwise; gives what has been written to it so far, in frames and bytes, and shows each to `take`. */
  subscribe(take?: (bytes: Uint8Array) => void, viewer?: Viewer): { frames(): number; bytes(): number; close(): void };
  stop(): Promise<void>;
}

/** The bench's API server, which asks nobody who it is. */
export function contextOf(url: string): ClusterContext {
  const noCredentials = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] };
  return { cluster: CLUSTER, server: url, proxyUrl: null, namespace: "", credentials: () => Promise.resolve(noCredentials) };
}

/** Comparisons with the server's own list would fall into some rounds and not into others. */
const TIMINGS = { ...WATCH_TIMINGS, digestMs: 1e9, digestSettleMs: 3e8 };

/** What else is put together with it, where viewers are asked about. */
interface Beside {
  readonly follow?: HubParts["follow"];
  readonly rights?: (cluster: string, kinds: ReadonlyMap<WatchedKind, NamespaceScope>) => void;
}

export function startProduct(url: string, timings: WatchTimings = TIMINGS, { follow, rights = () => undefined }: Beside = {}): Product {
  const clock = systemClock();
  const fleet = liveFleet([CLUSTER], () => clock.now());
  const lists = new StandingLists(fleet);
  let isLive = false;
  const sink = new LiveFleetSink(fleet, clock, {
    rights,
    status: ({ sources }) => {
      isLive = sources.some(({ source, freshness }) => source === "workloadentries" && freshness.kind === "live");
    },
  });
  const beat = () => ({ now: clock.now(), clusters: [], problems: [] });
  let streams = 0;
  const hub = new Hub({
    fleet,
    lists,
    clock,
    pace: { beatMs: 5_000, frameMs: 50 },
    build: "",
    beat,
    newId: () => `bench-${++streams}`,
    ...(follow && { follow }),
  });
  const watch = startClusterWatch({ context: contextOf(url), sink, clock, timings });
  return {
    fleet,
    lists,
    async live() {
      while (!isLive) await wait(1);
    },
    subscribe(take, viewer = VIEWER) {
      const seen = { frames: 0, bytes: 0 };
      const stream = hub.open(viewer, {
        room: true,
        write: (bytes) => {
          seen.frames++;
          seen.bytes += bytes.byteLength;
          take?.(bytes);
        },
        end: () => undefined,
      });
      hub.setViews(stream.id, viewer, VIEWS);
      return { frames: () => seen.frames, bytes: () => seen.bytes, close: () => hub.close(stream) };
    },
    async stop() {
      hub.closeAll();
      sink.stop();
      await watch.stop();
    },
  };
}
