import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import type { FakeAnswer } from "@/lib/testing/fake-routes";
import { BROWSER_HERDS } from "./browser-herd";
import { type Figure, hundredths, seconds, slowest } from "./figures";
import { PLURAL } from "./fleet-script";
import { HERDS } from "./real-herd";
import { LONG_MS, type Outage, put, type RealSource, recovered, startRealSource } from "./real-source";
import { type SeededRandom, seededRandom } from "./seeded-random";

const MOMENTS = 20;
const refused = (status: number, headers: Readonly<Record<string, string>> = {}): FakeAnswer => ({ status, body: '{"message":"no"}', headers });

export const OUTAGES: readonly Outage[] = [
  {
    fault: "F01 connection refused for a minute",
    play: (random) =>
      onOne(random, async (source) => {
        source.api.turnAway(true);
        const blindMs = await source.until(() => source.freshness() !== "live", LONG_MS);
        put(source.api, "d");
        await pause(60_000);
        source.api.turnAway(false);
        const backMs = await recovered(source);
        return [
          seconds("F01 seconds to 'not live' after a refusal", blindMs, 10),
          seconds("F01 seconds to equality after it", backMs, 21),
          { goal: "F01 lists that it cost", value: listsOf(source) - 1, target: 0, n: 1 },
        ];
      }),
  },
  {
    fault: "F04 black hole",
    play: (random) =>
      onOne(random, async (source) => {
        source.api.deliver = false;
        source.api.intercept = () => "hang";
        put(source.api, "d");
        const blindMs = await source.until(() => source.freshness() !== "live", LONG_MS);
        source.api.deliver = true;
        source.api.intercept = () => null;
        return [seconds("F04 seconds to 'not live' in a black hole", blindMs, 25), seconds("F04 seconds to equality after it", await recovered(source), 30)];
      }),
  },
  {
    fault: "F05 headers never come",
    async play(random) {
      const api = await startFakeKubeApi();
      api.intercept = () => "hang";
      const source = await startRealSource(random, api);
      const staleMs = await source.until(() => source.freshness() === "stale", LONG_MS);
      await source.stop();
      await api.close();
      return [seconds("F05 seconds to 'stale' where headers never come", staleMs, 10.5)];
    },
  },
  {
    fault: "F06 a list that trickles",
    async play(random) {
      const api = await startFakeKubeApi();
      api.streamedLists = false;
      api.intercept = ({ what }) => (what === "list" ? { status: 200, body: "[".repeat(1_000), trickleMs: 1_000 } : null);
      const delays = monitorEventLoopDelay({ resolution: 10 });
      delays.enable();
      const source = await startRealSource(random, api);
      const staleMs = await source.until(() => source.freshness() === "stale", LONG_MS);
      delays.disable();
      await source.stop();
      await api.close();
      return [
        seconds("F06 seconds until a trickling list is given up", staleMs, 32),
        { goal: "F06 event loop held up meanwhile, p99 ms", value: Math.round(delays.percentile(99) / 1e6), target: 100, n: 1 },
      ];
    },
  },
  failing("F07 every watch closed at once", ({ what }) => (what === "watch" ? { status: 200, body: "" } : null), true),
  failing("F14 500 to everything", () => refused(500), false),
  {
    fault: "F12 an event that no stream tells",
    play: (random) =>
      onOne(random, async (source) => {
        source.api.deliver = false;
        source.api.remove(PLURAL, `${PLURAL}-shop-b`);
        source.api.deliver = true;
        // A later event keeps the version current: nothing but a comparison can see what is missing.
        put(source.api, "d");
        return [seconds("F12 seconds until a comparison repairs what no event told", await source.until(source.equal, LONG_MS), 305)];
      }),
  },
  {
    fault: "F13 429 with Retry-After: 30",
    play: (random) =>
      onOne(random, async (source) => {
        source.api.intercept = () => refused(429, { "retry-after": "30" });
        const from = source.askedAt.length;
        for (const watch of source.api.watches) watch.cut();
        await pause(100_000);
        const asked = source.askedAt.slice(from);
        const early = asked.slice(1).filter((at, index) => at - (asked[index] ?? 0) < 29_900).length;
        return [{ goal: "F13 requests sooner than Retry-After asks", value: early, target: 0, n: asked.length - 1 }];
      }),
  },
  {
    fault: "F11 silent restore",
    play: (random) =>
      onMany(random, async (source, moment) => {
        const backup = { objects: new Map(source.api.collection(PLURAL).objects), version: source.api.version() };
        for (let i = 0; i < 5; i++) put(source.api, "a");
        await source.until(source.equal, LONG_MS);
        await pause(moment);
        source.api.restore(PLURAL, backup.objects, backup.version);
        return source.until(source.equal, LONG_MS);
      }).then((times) => [slowest("F11 seconds until a silent restore is noticed and mended", times, 8)]),
  },
  {
    fault: "F32 a right goes under an open watch",
    async play(random) {
      const withdrawn: number[] = [];
      const denied = await onMany(random, async (source, moment) => {
        await pause(moment);
        source.api.intercept = () => refused(403);
        const deniedMs = await source.until(() => source.freshness() === "denied", LONG_MS);
        withdrawn.push(deniedMs + (await source.until(() => source.held() === 0, LONG_MS)));
        return deniedMs;
      });
      return [slowest("F32 seconds to 'denied' under an open watch", denied, 7), slowest("F32 seconds until what is held is withdrawn", withdrawn, 10)];
    },
  },
  {
    fault: "F34 the kind comes later",
    async play(random) {
      const api = await startFakeKubeApi();
      api.kinds.delete(PLURAL);
      const source = await startRealSource(random, api);
      await source.until(() => source.freshness() === "absent", LONG_MS);
      await pause(20_000);
      api.kinds.add(PLURAL);
      put(api, "a");
      const foundMs = await recovered(source);
      await source.stop();
      await api.close();
      return [seconds("F34 seconds until a kind that was installed is found", foundMs, 60)];
    },
  },
  ...HERDS,
  ...BROWSER_HERDS,
];

/** A server that fails all the while: how often one stream asks. */
function failing(fault: string, how: RealSource["api"]["intercept"], cut: boolean): Outage {
  return {
    fault,
    play: (random, minutes) =>
      onOne(random, async (source) => {
        source.api.intercept = how;
        if (cut) for (const watch of source.api.watches) watch.end();
        const from = source.askedAt.length;
        await pause(minutes * 60_000);
        const asked = source.askedAt.length - from;
        source.api.intercept = () => null;
        put(source.api, "d");
        return [
          { goal: `${fault}: requests a second`, value: hundredths(asked / (minutes * 60)), target: 0.25, n: asked },
          seconds(`${fault}: seconds to equality after it`, await recovered(source), 21),
        ];
      }),
  };
}

async function onOne(random: SeededRandom, play: (source: RealSource) => Promise<readonly Figure[]>): Promise<readonly Figure[]> {
  const source = await startRealSource(random);
  await source.until(() => source.freshness() === "live", LONG_MS);
  const figures = await play(source);
  await source.stop();
  return figures;
}

/** The same on many sources, each at another moment of a probe's round. */
function onMany(random: SeededRandom, play: (source: RealSource, momentMs: number) => Promise<number>): Promise<number[]> {
  return Promise.all(
    Array.from({ length: MOMENTS }, async () => {
      const source = await startRealSource(seededRandom(random.below(1e9)));
      await source.until(() => source.freshness() === "live", LONG_MS);
      const ms = await play(source, random.below(40_000));
      await source.stop();
      return ms;
    }),
  );
}

function listsOf(source: RealSource): number {
  return source.api.requests.filter(({ what }) => what === "streamed-list").length;
}
