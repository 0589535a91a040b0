import { expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { type ByteStream, CLIENT_LIMITS, type GetOptions, type KubeClient } from "@/lib/server/kube/client";
import { createGate } from "@/lib/server/kube/gate";
import type { Answer } from "@/lib/server/kube/kube-error";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { ManualClock } from "@/lib/testing/manual-clock";
import { startReflector } from "./reflector";
import { WATCH_TIMINGS } from "./watch-timings";
import { WorldTable } from "./world-table";

/** As many as a cluster has whose workload Pods are watched in some namespaces. */
const STREAMS = 30;
/** Within this time of its last word each source of a silent server is told as lost, whichever probes wait in line (reliability goal R3: 25 s to the page). */
const TOLD_WITHIN_MS = 24_000;

const listed: Answer<unknown> = { ok: true, value: { metadata: { resourceVersion: "7" }, items: [] } };

/** A server that lists, opens watches, and says nothing more; its probes are let in by a gate as those of a real client, and run out of time. */
function silentServer(clock: ManualClock): KubeClient {
  const gate = createGate(CLIENT_LIMITS.concurrentProbes);
  const endOf = (signal: AbortSignal | undefined, ms: number | undefined) =>
    new Promise<void>((resolve) => {
      signal?.addEventListener("abort", () => resolve(), { once: true });
      if (ms !== undefined) clock.setTimer(resolve, ms);
    });
  async function get(_path: string, { probe, signal, totalMs }: GetOptions = {}): Promise<Answer<unknown>> {
    if (!probe) return listed;
    const leave = await gate.enter(signal);
    if (leave !== null) await endOf(signal, totalMs);
    leave?.();
    return { ok: false, error: { kind: "timed-out", message: "no answer" } };
  }
  async function stream(path: string, signal: AbortSignal): Promise<Answer<ByteStream>> {
    if (path.includes("sendInitialEvents")) return { ok: false, error: { kind: "invalid", status: 422, message: "no streamed lists" } };
    const closing = new AbortController();
    async function* chunks(): AsyncIterable<Uint8Array> {
      yield* [];
      await endOf(AbortSignal.any([signal, closing.signal]), undefined);
    }
    return { ok: true, value: { chunks: chunks(), close: () => closing.abort() } };
  }
  return { ...{ cluster: "c", server: "http://c", skewMs: () => null, close: async () => undefined }, get, stream, post: async () => listed };
}

it(`a server that falls silent is told as lost within ${TOLD_WITHIN_MS / 1_000} s, however many streams it has`, async () => {
  const clock = new ManualClock(0);
  const client = silentServer(clock);
  const staleAt = new Map<number, number>();
  const reflectors = Array.from({ length: STREAMS }, (_, index) =>
    startReflector({
      ...{ client, clock, timings: WATCH_TIMINGS, random: () => index / STREAMS, labelSelector: "", sink: new WorldTable<WorkloadEntry>("c", () => undefined) },
      streams: () => STREAMS,
      locate: async () => ({ ok: true, value: "/apis/networking.istio.io/v1/workloadentries" }),
      parse: (raw, identity) => parseWorkloadEntry(raw, identity, "c"),
      onReport: ({ freshness }) => {
        if (freshness.kind === "stale" && !staleAt.has(index)) staleAt.set(index, clock.now());
      },
    }),
  );
  while (clock.now() < 90_000) {
    for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
  }
  for (const reflector of reflectors) reflector.stop();
  await Promise.all(reflectors.map(({ ended }) => ended));
  expect(staleAt.size).toBe(STREAMS);
  expect(Math.max(...staleAt.values())).toBeLessThanOrEqual(TOLD_WITHIN_MS);
});
