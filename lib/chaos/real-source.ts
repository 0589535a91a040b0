import { setTimeout as pause } from "node:timers/promises";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { systemClock } from "@/lib/server/clock";
import { createKubeClient, type KubeClient } from "@/lib/server/kube/client";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { startReflector } from "@/lib/server/watch/reflector";
import { WATCH_TIMINGS } from "@/lib/server/watch/watch-timings";
import { WorldTable } from "@/lib/server/watch/world-table";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import type { Figure } from "./figures";
import { PLURAL } from "./fleet-script";
import type { SeededRandom } from "./seeded-random";

/** Longer than anything may take. */
export const LONG_MS = 400_000;

export interface Outage {
  readonly fault: string;
  play(random: SeededRandom, minutes: number): Promise<readonly Figure[]>;
}

/** One watched collection of an API server that misbehaves, with the product's own timings and the machine's own time. */
export interface RealSource {
  readonly api: FakeKubeApi;
  /** When it asked for something, in milliseconds of `performance.now()`, whether or not anybody heard it. */
  readonly askedAt: readonly number[];
  freshness(): string;
  held(): number;
  equal(): boolean;
  /** Waits for something; answers how long it took in milliseconds, or what `mostMs` says where it never came. */
  until(done: () => boolean, mostMs: number): Promise<number>;
  stop(): Promise<void>;
}

/** A source on a server of its own, or on one that is shared. Three machines are there from the start. */
export async function startRealSource(random: SeededRandom, shared: FakeKubeApi | null = null): Promise<RealSource> {
  const api = shared ?? (await startFakeKubeApi());
  if (shared === null) for (const name of ["a", "b", "c"]) put(api, name);
  const clock = systemClock();
  const askedAt: number[] = [];
  const client = noting(clientOf(api), askedAt);
  const sink = new WorldTable<WorkloadEntry>("fake", () => undefined);
  const reflector = startReflector({
    ...{ client, clock, timings: WATCH_TIMINGS, random: () => random.next(), labelSelector: "", sink },
    locate: async () => ({ ok: true, value: `/apis/networking.istio.io/v1/${PLURAL}` }),
    parse: (raw, identity) => parseWorkloadEntry(raw, identity, "fake"),
  });
  const held = () => [...sink.versions()].map(([uid, version]) => `${uid}@${version}`).sort();
  const theirs = () => [...api.collection(PLURAL).objects.values()].map(({ metadata }) => `${metadata.uid}@${metadata.resourceVersion}`).sort();
  return {
    ...{ api, askedAt },
    freshness: () => reflector.report().freshness.kind,
    held: () => held().length,
    equal: () => JSON.stringify(held()) === JSON.stringify(theirs()),
    async until(done, mostMs) {
      const began = performance.now();
      while (!done() && performance.now() - began < mostMs) await pause(20);
      return done() ? performance.now() - began : mostMs;
    },
    async stop() {
      reflector.stop();
      await client.close();
      await reflector.ended;
      if (shared === null) await api.close();
    },
  };
}

/** Waits until a source is live and equal to its server. */
export function recovered(source: RealSource): Promise<number> {
  return source.until(() => source.freshness() === "live" && source.equal(), LONG_MS);
}

/** Writes a machine, with an address that was never there before. */
export function put(api: FakeKubeApi, name: string): void {
  api.put(PLURAL, { namespace: "shop", name, spec: { address: `10.0.${api.version() >> 8}.${api.version() & 255}` } });
}

function clientOf(api: FakeKubeApi): KubeClient {
  const credentials = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] };
  const context = { cluster: "fake", server: api.url, proxyUrl: null, namespace: "", credentials: async () => credentials };
  return createKubeClient({ context, clock: systemClock() });
}

function noting(client: KubeClient, askedAt: number[]): KubeClient {
  return {
    ...client,
    get(path, options) {
      askedAt.push(performance.now());
      return client.get(path, options);
    },
    stream(path, signal) {
      askedAt.push(performance.now());
      return client.stream(path, signal);
    },
  };
}
