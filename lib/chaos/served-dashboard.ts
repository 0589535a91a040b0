import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ClusterStatus } from "@/lib/contract/status";
import { SetViews } from "@/lib/contract/views/view";
import { systemClock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { beatOf } from "@/lib/server/live/beat-of";
import { Hub } from "@/lib/server/live/hub";
import { openStream } from "@/lib/server/live/open-stream";
import { startClusterWatch } from "@/lib/server/watch/cluster-watch";
import type { FakeKubeApi } from "@/lib/testing/fake-kube-api";
import { viewerOf } from "./dashboard";

const SERVED_CLUSTER = "fake";

const VIEWER = viewerOf(SERVED_CLUSTER);

/** The server's parts put together as the runtime does, in life's time, behind real sockets. */
export interface ServedDashboard {
  readonly url: string;
  readonly fleet: ReturnType<typeof liveFleet>;
  readonly hub: Hub;
  status(): ClusterStatus | null;
  stop(): Promise<void>;
}

export async function serveDashboard(api: FakeKubeApi): Promise<ServedDashboard> {
  const clock = systemClock();
  const fleet = liveFleet([SERVED_CLUSTER], () => clock.now());
  let status: ClusterStatus | null = null;
  const hub = new Hub({
    ...{ fleet, lists: new StandingLists(fleet), clock, build: "soak", pace: { beatMs: 5_000, frameMs: 50 } },
    beat: ({ scope }) => beatOf(clock.now(), status === null ? [] : [status], [], scope),
    newId: () => randomBytes(16).toString("base64url"),
  });
  const sink = new LiveFleetSink(fleet, clock, {
    status(next) {
      const turned = status?.freshness.kind !== next.freshness.kind;
      status = next;
      if (turned) hub.freshnessChanged();
    },
    rights: () => undefined,
  });
  const credentials = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] };
  const context = { cluster: SERVED_CLUSTER, server: api.url, proxyUrl: null, namespace: "", credentials: async () => credentials };
  const watch = startClusterWatch({ context, sink, clock });
  const server = createServer((request, response) => void answer(hub, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The dashboard has no port.");
  return {
    ...{ url: `http://127.0.0.1:${address.port}/api/live`, fleet, hub },
    status: () => status,
    async stop() {
      hub.closeAll();
      sink.stop();
      await watch.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(hub: Hub, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { stream, views } = SetViews.parse(JSON.parse(Buffer.concat(chunks).toString() || '{"views":[]}'));
  if (stream !== undefined) {
    response.writeHead(hub.setViews(stream, VIEWER, views) ? 204 : 404).end();
    return;
  }
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const { body, headers } = openStream(hub, VIEWER, gone.signal, views);
  response.writeHead(200, Object.fromEntries(headers));
  response.flushHeaders();
  if (body !== null)
    Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
      .on("error", () => undefined)
      .pipe(response);
}
