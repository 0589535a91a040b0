import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClusterStatus, WireFreshness } from "@/lib/contract/status";
import { isInScope, type NamespaceScope, type WatchedKind } from "@/lib/domain/source/scope";
import { anEntry, aWorld } from "@/lib/testing/entries";
import { readConfig } from "./config";
import { directAnswer } from "./http/direct";
import { frontSettings } from "./http/front-settings";
import { start, startRuntime, stopRuntime } from "./runtime";
import type { ClusterWatchOptions } from "./watch/cluster-watch";
import type { FleetSink } from "./watch/fleet-sink";

/** What the watch of the one cluster would tell; the tests tell it. */
const watch = vi.hoisted(() => ({ sink: null as FleetSink | null, stopped: 0 }));

vi.mock("./kube/contexts", () => ({
  loadContexts: async () => ({
    ...{ contexts: [{ cluster: "eu" }], problems: [], places: new Map(), unreadable: new Map(), currentContext: null, files: [] },
  }),
}));
vi.mock("./watch/cluster-watch", () => ({
  startClusterWatch: ({ sink }: ClusterWatchOptions) => {
    watch.sink = sink;
    return { cluster: "eu", stop: async () => void watch.stopped++ };
  },
}));

const rights = (namespaces: NamespaceScope) => new Map<WatchedKind, NamespaceScope>([["workloadentries", namespaces]]);
const status = (kind: WireFreshness["kind"]): ClusterStatus => ({
  cluster: "eu",
  freshness: { kind, asOf: 0, reason: "" },
  sources: [],
  skewMs: null,
  version: null,
});

/** Whoever asks, by the local sign-in. */
const viewer = () => runtime.signIn.viewerOf({ headers: new Headers() });

let runtime: Awaited<ReturnType<typeof start>>;
let sink: FleetSink;
beforeEach(async () => {
  runtime = await start(readConfig({ STOLOS_HISTORY: "off", STOLOS_MAX_STREAMS: "2" }));
  if (watch.sink === null) throw new Error("The cluster is not watched.");
  sink = watch.sink;
  sink.rights("eu", rights(["legacy", "shop"]));
});
afterEach(() => runtime.stop());

/** Opens a stream of whoever asks now; its views come when their turn does. */
async function aStream() {
  const told: string[] = [];
  const state = { ended: false };
  const write = (bytes: Uint8Array) => void told.push(new TextDecoder().decode(bytes));
  const end = () => {
    state.ended = true;
  };
  const stream = runtime.hub.open(await viewer(), { write, room: true, end });
  runtime.hub.setViews(stream.id, await viewer(), [{ id: 1, kind: "entries", query: "", offset: 0, limit: 10 }]);
  return { told, state };
}

describe("what lives as long as the process", () => {
  it("ends every open stream when a right is revoked, and whoever comes back sees no more than is left", async () => {
    sink.world({ ...aWorld(), cluster: "eu" });
    for (const namespace of ["legacy", "shop"])
      sink.entries("eu", namespace).upsert(anEntry({ cluster: "eu", namespace, uid: namespace, name: `vm-${namespace}` }));
    const before = await aStream();
    await vi.waitFor(() => expect(before.told.join()).toContain("vm-legacy"));
    sink.rights("eu", rights(["shop"]));
    expect(before.state.ended).toBe(true);
    expect(runtime.hub.streams).toBe(0);
    expect(isInScope((await viewer()).scope, "eu", "workloadentries", "legacy")).toBe(false);
    const after = await aStream();
    await vi.waitFor(() => expect(after.told.join()).toContain("vm-shop"));
    expect(after.told.join()).not.toContain("vm-legacy");
  });

  it("leaves streams alone when the same rights are told again", async () => {
    const { state } = await aStream();
    sink.rights("eu", rights(["legacy", "shop"]));
    expect(state.ended).toBe(false);
  });

  it("tells every stream at once that a cluster is not live any more", async () => {
    sink.status(status("live"));
    const { told } = await aStream();
    const before = told.length;
    sink.status(status("stale"));
    expect(told.slice(before).join()).toContain('"kind":"stale"');
    expect(runtime.statuses().map(({ freshness }) => freshness.kind)).toEqual(["stale"]);
  });

  it("holds as many streams as it is set to", async () => {
    for (let at = 0; at < 2; at++) await aStream();
    const asking = await viewer();
    expect(() => runtime.hub.admit(asking, [])).toThrow(/STOLOS_MAX_STREAMS/);
  });

  it("has streams answered by the server in front, which learns the settings, from its start on; the log says how people sign in", async () => {
    const logged: string[] = [];
    vi.spyOn(process.stderr, "write").mockImplementation((line) => logged.push(String(line)) > 0);
    const settings = { STOLOS_HISTORY: "off", STOLOS_PUBLIC_URL: "http://localhost:3000", STOLOS_TRUSTED_PROXIES: "10.0.0.0/8" };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    expect(directAnswer("/api/live")).toBeUndefined();
    await startRuntime();
    vi.unstubAllEnvs();
    expect(directAnswer("/api/live")).toBeDefined();
    const { origin, trustedProxies, knownViewer } = frontSettings();
    expect([origin, trustedProxies.has("10.0.0.7"), trustedProxies.has("192.0.2.1")]).toEqual(["http://localhost:3000", true, false]);
    expect(knownViewer({ headers: new Headers() })).toBeNull();
    expect(logged.filter((line) => line.includes('"command":"start"'))).toHaveLength(1);
    await stopRuntime("SIGTERM");
  });

  it("ends its streams and its watches with itself", async () => {
    const { state } = await aStream();
    const { stopped } = watch;
    await runtime.stop();
    expect([state.ended, watch.stopped]).toEqual([true, stopped + 1]);
  });
});
