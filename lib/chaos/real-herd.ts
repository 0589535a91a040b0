import { setTimeout as pause } from "node:timers/promises";
import { startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { type Figure, hundredths, seconds, slowest } from "./figures";
import { LONG_MS, type Outage, put, recovered, startRealSource } from "./real-source";
import { type SeededRandom, seededRandom } from "./seeded-random";
import { serveDashboard } from "./served-dashboard";

/** Many at once without a server: how polite each is, and that they do not come in step. */
export const HERDS: readonly Outage[] = [
  { fault: "R5 twenty dashboards without a server", play: (random, minutes) => herd(random, minutes) },
  {
    fault: "R5 twenty dashboards that start before their server",
    async play() {
      const api = await startFakeKubeApi();
      api.intercept = () => ({ status: 503, body: '{"message":"no"}' });
      const dashboards = await Promise.all(Array.from({ length: 20 }, () => serveDashboard(api)));
      const asked: number[] = [];
      let heard = 0;
      for (let tenth = 0; tenth < 6; tenth++) {
        await pause(10_000);
        asked.push(api.requests.length - heard);
        heard = api.requests.length;
      }
      api.intercept = () => null;
      const began = performance.now();
      while (dashboards.some((one) => one.status()?.freshness.kind !== "live") && performance.now() - began < LONG_MS) await pause(50);
      const backMs = performance.now() - began;
      await Promise.all(dashboards.map((one) => one.stop()));
      await api.close();
      return [
        { goal: "R5 requests a second of a whole dashboard in its worst ten seconds", value: hundredths(Math.max(...asked) / 10 / 20), target: 2, n: heard },
        seconds("R5 seconds until all twenty are live", backMs, 25),
      ];
    },
  },
];

/** Twenty dashboards lose one server at once: politeness of each, and how far apart they ask. */
async function herd(random: SeededRandom, minutes: number): Promise<readonly Figure[]> {
  const api = await startFakeKubeApi();
  for (const name of ["a", "b", "c"]) put(api, name);
  const sources = await Promise.all(Array.from({ length: 20 }, () => startRealSource(seededRandom(random.below(1e9)), api)));
  await Promise.all(sources.map((source) => source.until(() => source.freshness() === "live", LONG_MS)));
  const from = performance.now();
  api.turnAway(true);
  await pause(minutes * 60_000);
  const asked = sources.map((source) => source.askedAt.filter((at) => at >= from).map((at) => at - from));
  api.turnAway(false);
  const back = await Promise.all(sources.map((source) => recovered(source)));
  await Promise.all(sources.map((source) => source.stop()));
  await api.close();
  const n = asked.flat().length;
  const rate = Math.max(...asked.map((one) => one.length)) / (minutes * 60);
  const fourth = asked.map((one) => one[3] ?? 0);
  const mean = fourth.reduce((sum, at) => sum + at, 0) / fourth.length;
  const together = 1 - (Math.max(...fourth) - Math.min(...fourth)) / mean;
  return [
    { goal: `R5 requests a second and stream in ${minutes} min without a server`, value: hundredths(rate), target: 0.25, n },
    { goal: "R5 share of the fourth try that is not spread by jitter", value: hundredths(Math.max(0, together)), target: 0.5, n: asked.length },
    slowest("R5 seconds to equality after it", back, 21),
  ];
}
