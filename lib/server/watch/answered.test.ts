import { afterEach, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { ByteStream, KubeClient } from "@/lib/server/kube/client";
import type { Answer, KubeError } from "@/lib/server/kube/kube-error";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { ManualClock } from "@/lib/testing/manual-clock";
import { type Reflector, startReflector } from "./reflector";
import { WATCH_TIMINGS } from "./watch-timings";
import { WorldTable } from "./world-table";

const LISTED: Answer<unknown> = { ok: true, value: { metadata: { resourceVersion: "7" }, items: [] } };
const UNREACHABLE: KubeError = { kind: "unreachable", message: "no" };
const ASKED_TO_WAIT: KubeError = { kind: "too-many-requests", message: "later", retryAfterMs: 600_000 };

let reflector: Reflector;
afterEach(() => reflector.stop());

/** A source of a server that fails in this way until it is told that it is well; after ten minutes of failures it waits for as long as it ever does. */
async function failing(error: KubeError) {
  const clock = new ManualClock(0);
  const server = { isWell: false };
  const refused = { ok: false, error } as const;
  async function stream(path: string, signal: AbortSignal): Promise<Answer<ByteStream>> {
    if (!server.isWell) return refused;
    if (path.includes("sendInitialEvents")) return { ok: false, error: { kind: "invalid", status: 422, message: "no streamed lists" } };
    async function* chunks(): AsyncIterable<Uint8Array> {
      yield* [];
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    }
    return { ok: true, value: { chunks: chunks(), close: () => undefined } };
  }
  const client: KubeClient = {
    ...{ cluster: "c", server: "http://c", post: async () => refused, skewMs: () => null, close: async () => undefined, stream },
    get: async () => (server.isWell ? LISTED : refused),
  };
  reflector = startReflector({
    ...{ client, clock, timings: WATCH_TIMINGS, random: () => 0.999, labelSelector: "", sink: new WorldTable<WorkloadEntry>("c", () => undefined) },
    locate: async () => ({ ok: true, value: "/apis/networking.istio.io/v1/workloadentries" }),
    parse: (raw, identity) => parseWorkloadEntry(raw, identity, "c"),
  });
  const pass = async (ms: number) => {
    for (const end = clock.now() + ms; clock.now() < end; ) {
      for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(100);
    }
  };
  await pass(500_000);
  return { server, pass };
}

const kind = () => reflector.report().freshness.kind;

it("a source that could not reach its server tries again at once when another one was answered", async () => {
  const { server, pass } = await failing(UNREACHABLE);
  server.isWell = true;
  await pass(1_000);
  expect(kind(), "it waits for its own turn").not.toBe("live");
  reflector.answered();
  await pass(2_000);
  expect(kind()).toBe("live");
});

it("a source that its server has asked to wait keeps waiting", async () => {
  const { server, pass } = await failing(ASKED_TO_WAIT);
  server.isWell = true;
  reflector.answered();
  await pass(10_000);
  expect(kind()).not.toBe("live");
});
