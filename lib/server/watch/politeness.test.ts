import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { ByteStream, KubeClient } from "@/lib/server/kube/client";
import type { Answer, KubeError } from "@/lib/server/kube/kube-error";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { ManualClock } from "@/lib/testing/manual-clock";
import { startReflector } from "./reflector";
import { WATCH_TIMINGS } from "./watch-timings";
import { WorldTable } from "./world-table";

const OUTAGE_MS = 600_000;

/** How a server fails: what it answers to a list or a probe, and to a watch. */
interface Failing {
  get(): Answer<unknown>;
  stream(): Answer<ByteStream>;
}

const failed = (error: KubeError) => ({ ok: false, error }) as const;
const unreachable = failed({ kind: "unreachable", message: "no" });
const listed: Answer<unknown> = { ok: true, value: { metadata: { resourceVersion: "7" }, items: [] } };

/** A stream that brings some lines and ends. */
function lines(...events: readonly unknown[]): Answer<ByteStream> {
  async function* chunks() {
    for (const event of events) yield Buffer.from(`${JSON.stringify(event)}\n`);
  }
  return { ok: true, value: { chunks: chunks(), close: () => undefined } };
}

const bookmark = { type: "BOOKMARK", object: { metadata: { resourceVersion: "7", annotations: { "k8s.io/initial-events-end": "true" } } } };
const error500 = { type: "ERROR", object: { kind: "Status", code: 500, message: "etcd" } };

const OUTAGES: readonly (readonly [string, Failing])[] = [
  ["refuses connections (F01)", { get: () => unreachable, stream: () => unreachable }],
  [
    "answers 500 to everything (F14)",
    {
      get: () => failed({ kind: "server-error", status: 500, message: "", retryAfterMs: null }),
      stream: () => failed({ kind: "server-error", status: 500, message: "", retryAfterMs: null }),
    },
  ],
  [
    "answers 429 without a Retry-After (F13)",
    {
      get: () => failed({ kind: "too-many-requests", message: "", retryAfterMs: null }),
      stream: () => failed({ kind: "too-many-requests", message: "", retryAfterMs: null }),
    },
  ],
  ["lists, but refuses watches", { get: () => listed, stream: () => unreachable }],
  ["closes every watch at once (F07)", { get: () => listed, stream: () => lines(bookmark) }],
  ["sends an ERROR into every watch (F15)", { get: () => listed, stream: () => lines(bookmark, error500) }],
  ["says that every version is too old (F08)", { get: () => listed, stream: () => failed({ kind: "gone", message: "too old" }) }],
  ["denies everything (F32)", { get: () => failed({ kind: "forbidden", message: "" }), stream: () => failed({ kind: "forbidden", message: "" }) }],
  ["does not know the kind (F34)", { get: () => failed({ kind: "not-found", message: "" }), stream: () => failed({ kind: "not-found", message: "" }) }],
];

/** Lets a reflector meet a failing server for a while; gives the times of its requests, in milliseconds since the beginning. */
async function requestsIn(ms: number, failing: Failing, random: () => number): Promise<number[]> {
  const clock = new ManualClock(0);
  const asked: number[] = [];
  const note = <T>(answer: T): T => {
    asked.push(clock.now());
    return answer;
  };
  const client: KubeClient = {
    ...{ cluster: "c", server: "http://c", post: async () => unreachable, skewMs: () => null, close: async () => undefined },
    get: async () => note(failing.get()),
    stream: async () => note(failing.stream()),
  };
  const reflector = startReflector({
    ...{ client, clock, timings: WATCH_TIMINGS, random, labelSelector: "", sink: new WorldTable<WorkloadEntry>("c", () => undefined) },
    locate: async () => ({ ok: true, value: "/apis/networking.istio.io/v1/workloadentries" }),
    parse: (raw, identity) => parseWorkloadEntry(raw, identity, "c"),
  });
  while (clock.now() < ms) {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
  }
  reflector.stop();
  await reflector.ended;
  return asked;
}

function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe("in ten minutes of a server that", () => {
  it.each(OUTAGES)("%s, a stream asks at most 0.25 times a second", async (_name, failing) => {
    const asked = await requestsIn(OUTAGE_MS, failing, dice(11));
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.length / (OUTAGE_MS / 1_000)).toBeLessThanOrEqual(0.25);
  });
});

describe("what is asked for is waited for", () => {
  it.each([1_000, 30_000, 120_000])("Retry-After of %i ms, every time (F13)", async (retryAfterMs) => {
    const busy = failed({ kind: "too-many-requests", message: "", retryAfterMs });
    const asked = await requestsIn(OUTAGE_MS, { get: () => busy, stream: () => busy }, dice(5));
    const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(waits.length).toBeGreaterThan(2);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(retryAfterMs);
  });
});

it("of five hundred different Retry-After none is shortened (F13)", async () => {
  const random = dice(9);
  const demands: number[] = [];
  const busy = () => {
    const retryAfterMs = Math.ceil(random() * 20) * 1_000;
    demands.push(retryAfterMs);
    return failed({ kind: "too-many-requests", message: "", retryAfterMs });
  };
  const asked = await requestsIn(8_000_000, { get: busy, stream: busy }, dice(3));
  const early = asked.slice(1).filter((at, index) => at - (asked[index] ?? 0) < (demands[index] ?? 0));
  expect(asked.length).toBeGreaterThan(500);
  expect(early).toEqual([]);
});

it("twenty dashboards that lose their server together do not come back together (F23)", async () => {
  const herd = await Promise.all(
    Array.from({ length: 20 }, (_, seed) => requestsIn(60_000, { get: () => unreachable, stream: () => unreachable }, dice(1 + seed * 7_919))),
  );
  for (const asked of herd) {
    for (let second = 0; second < 60; second++) {
      const within = asked.filter((at) => at >= second * 1_000 && at < (second + 1) * 1_000).length;
      // The very first second holds the first try and the quickest retries.
      if (second > 1) expect(within).toBeLessThanOrEqual(2);
    }
  }
  const third = herd.map((asked) => asked[3] ?? 0);
  const spread = Math.max(...third) - Math.min(...third);
  expect(spread).toBeGreaterThan(0.5 * (third.reduce((sum, at) => sum + at, 0) / third.length));
});
