import { describe, expect, it } from "vitest";
import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { ManualClock } from "@/lib/testing/manual-clock";
import { startReflector } from "./reflector";
import { WATCH_TIMINGS } from "./watch-timings";
import { WorldTable } from "./world-table";

const DENIED = { ok: false, error: { kind: "forbidden", message: "no longer" } } as const;
const ENTRY = { metadata: { uid: "u", name: "vm", namespace: "shop", resourceVersion: "7" }, spec: { address: "10.0.0.1" } };
const END_OF_LIST = { type: "BOOKMARK", object: { metadata: { resourceVersion: "7", annotations: { "k8s.io/initial-events-end": "true" } } } };
const BOOKMARK = { type: "BOOKMARK", object: { metadata: { resourceVersion: "7" } } };

interface Played {
  /** Milliseconds from the lost right to the word "denied", and to nothing held any more. */
  readonly deniedMs: number;
  readonly withdrawnMs: number;
  readonly askedBefore: number;
}

/** A stream that a real API server would keep open though the right to it is gone; life's timings on a clock of its own. */
async function loseTheRight(atMs: number, options: { readonly busy: boolean; readonly seed: number; readonly streams?: number }): Promise<Played> {
  const clock = new ManualClock(0);
  let asked = 0;
  const allowed = () => clock.now() < atMs;
  const page: Answer<unknown> = { ok: true, value: { metadata: { resourceVersion: "7" }, items: [ENTRY] } };
  const client: KubeClient = {
    ...{ cluster: "c", server: "http://c", post: async () => DENIED, skewMs: () => null, close: async () => undefined },
    async get() {
      asked++;
      return allowed() ? page : DENIED;
    },
    async stream(path) {
      asked++;
      return allowed() ? { ok: true, value: openStream(clock, path.includes("sendInitialEvents"), options.busy) } : DENIED;
    },
  };
  const sink = new WorldTable<ReturnType<typeof parseWorkloadEntry>>("c", () => undefined);
  const reflector = startReflector({
    ...{ client, clock, timings: WATCH_TIMINGS, labelSelector: "", sink, streams: () => options.streams ?? 6 },
    random: dice(options.seed),
    locate: async () => ({ ok: true, value: "/apis/networking.istio.io/v1/workloadentries" }),
    parse: (raw, identity) => parseWorkloadEntry(raw, identity, "c"),
  });
  const reached = async (done: () => boolean): Promise<number> => {
    while (!done() && clock.now() < atMs + 600_000) {
      for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(50);
    }
    return clock.now() - atMs;
  };
  await reached(() => clock.now() >= atMs);
  expect(reflector.report()).toMatchObject({ freshness: { kind: "live" }, objects: 1 });
  const askedBefore = asked;
  const deniedMs = await reached(() => reflector.report().freshness.kind === "denied");
  const withdrawnMs = await reached(() => [...sink.values()].length === 0);
  reflector.stop();
  await reached(() => true);
  return { deniedMs, withdrawnMs, askedBefore };
}

function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Brings its list, then a bookmark every second (busy) or nothing; ends only when it is closed. */
function openStream(clock: ManualClock, lists: boolean, busy: boolean) {
  let close: () => void = () => undefined;
  const closed = new Promise<null>((resolve) => {
    close = () => resolve(null);
  });
  async function* chunks() {
    const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);
    if (lists) for (const value of [{ type: "ADDED", object: ENTRY }, END_OF_LIST]) yield line(value);
    for (;;) {
      const second = new Promise<"beat">((resolve) => void (busy && clock.setTimer(() => resolve("beat"), 1_000)));
      if ((await Promise.race([closed, second])) === null) return;
      yield line(BOOKMARK);
    }
  }
  return { chunks: chunks(), close };
}

describe("a right that goes while a stream stays open", () => {
  const moments = Array.from({ length: 40 }, (_, index) => [30_000 + index * 773, index % 2 === 0] as const);

  it("is said within seven seconds and what is held is withdrawn within ten, whenever it goes, busy or quiet (F32)", async () => {
    const played = await Promise.all(moments.map(([atMs, busy], index) => loseTheRight(atMs, { busy, seed: index + 1 })));
    expect(Math.max(...played.map(({ deniedMs }) => deniedMs))).toBeLessThanOrEqual(7_000);
    expect(Math.max(...played.map(({ withdrawnMs }) => withdrawnMs))).toBeLessThanOrEqual(10_000);
  });

  it.each([
    ["a busy stream", true, 0.2],
    ["a quiet stream, which is also opened anew every twenty seconds", false, 0.3],
  ])("costs %s at most %d requests a second", async (_what, busy, most) => {
    const { askedBefore } = await loseTheRight(600_000, { busy, seed: 3 });
    expect(askedBefore / 600).toBeLessThanOrEqual(most);
  });

  it("is asked about less often where one account watches many namespaces: four times a second over all of them", async () => {
    const { askedBefore } = await loseTheRight(600_000, { busy: true, seed: 3, streams: 200 });
    expect((askedBefore / 600) * 200).toBeLessThanOrEqual(5);
  });
});
