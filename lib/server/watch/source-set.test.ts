import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { createApiVersions } from "@/lib/server/kube/api-versions";
import { createKubeClient, type KubeClient } from "@/lib/server/kube/client";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { createClusterWorld } from "./cluster-world";
import type { FleetSink } from "./fleet-sink";
import type { PlannedSource } from "./source-plan";
import { createSourceSet, type SourceSet } from "./source-set";
import { scaledTimings, WATCH_TIMINGS } from "./watch-timings";
import { WorldTable } from "./world-table";

const nothing = () => undefined;
const sinkOf = () => new WorldTable("fake", nothing);
const fleet: FleetSink = {
  entries: sinkOf,
  groups: sinkOf,
  table: sinkOf,
  drop: nothing,
  world: nothing,
  namespaces: nothing,
  status: nothing,
  rights: nothing,
};

/** Whoever could not reach the server waits for five minutes. */
const PATIENT = { ...scaledTimings(WATCH_TIMINGS, 100), backoffLeastMs: 600_000, backoffMostMs: 600_000 };
const everywhere = (source: PlannedSource["source"]): PlannedSource => ({ key: source, source, namespace: null, name: "" });

let api: FakeKubeApi;
let client: KubeClient;
let sources: SourceSet;

beforeEach(async () => {
  api = await startFakeKubeApi();
  const clock = systemClock();
  const noCredentials = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] };
  client = createKubeClient({ context: { cluster: "fake", server: api.url, proxyUrl: null, namespace: "", credentials: async () => noCredentials }, clock });
  sources = createSourceSet({
    ...{ cluster: "fake", fleet, client, clock, timings: PATIENT, random: () => 0.5, versions: createApiVersions(client), onReport: nothing },
    ...{ world: createClusterWorld("fake", nothing, nothing), namespaces: new WorldTable("fake", nothing) },
  });
});
afterEach(async () => {
  await sources.stop();
  await client.close();
  await api.close();
});

const kindOf = (name: PlannedSource["source"]) => sources.statuses().find(({ source }) => source === name)?.freshness.kind;

it("the first source that is answered after an outage is the sign for those that could not reach the server", async () => {
  await api.refuse();
  sources.plan([everywhere("services")]);
  await vi.waitFor(() => expect(kindOf("services")).toBe("stale"), { timeout: 8_000 });
  await api.listen();
  sources.plan([everywhere("services"), everywhere("nodes")]);
  await vi.waitFor(() => expect([kindOf("nodes"), kindOf("services")]).toEqual(["live", "live"]), { timeout: 8_000 });
});
