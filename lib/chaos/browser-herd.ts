import { setTimeout as pause } from "node:timers/promises";
import { LiveConnection } from "@/lib/client/live-connection";
import type { WantedView } from "@/lib/client/view-key";
import { startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { startTcpProxy, type TcpProxy } from "@/lib/testing/tcp-proxy";
import { type Figure, hundredths, seconds } from "./figures";
import { LONG_MS, type Outage, put } from "./real-source";
import { type SeededRandom, seededRandom } from "./seeded-random";
import { type ServedDashboard, serveDashboard } from "./served-dashboard";

const BROWSERS = 50;
const BUCKET_MS = 250;
const RESTART_MS = 5_000;
const WANTED: WantedView = { kind: "entries", query: "sort=name", offset: 0, limit: 60 };

/** Many browsers on one dashboard that lose their streams at once: how far apart they come back, and when all of them are current. */
export const BROWSER_HERDS: readonly Outage[] = [
  { fault: "R5 fifty browsers, all streams cut at once", play: (random) => herd("cut at once", random, async ({ door }) => door.drop()) },
  {
    fault: "R5 fifty browsers, their dashboard restarts in five seconds",
    play: (random) =>
      herd("restart of 5 s", random, async ({ door, restart }) => {
        door.cut();
        await pause(RESTART_MS);
        door.aim(await restart());
        door.restore();
      }),
  },
];

interface Scene {
  readonly door: TcpProxy;
  /** Ends the dashboard and starts another, which knows no stream of the first; resolves to its port. */
  restart(): Promise<number>;
}

async function herd(what: string, random: SeededRandom, strike: (scene: Scene) => Promise<void>): Promise<readonly Figure[]> {
  const api = await startFakeKubeApi();
  for (const name of ["a", "b", "c"]) put(api, name);
  let dashboard: ServedDashboard = await serveDashboard(api);
  const door = await startTcpProxy(portOf(dashboard));
  const browsers = Array.from({ length: BROWSERS }, () => browse(`http://127.0.0.1:${door.port}/api/live`, seededRandom(random.below(1e9))));
  const restart = async () => {
    await dashboard.stop();
    dashboard = await serveDashboard(api);
    return portOf(dashboard);
  };
  await until(() => browsers.every(({ shows }) => shows("a,b,c")));
  // Beats tell browsers how many they are: the first ones were told while they were few.
  await pause(6_000);
  const struckAt = performance.now();
  const struck = strike({ door, restart }).then(() => performance.now());
  await until(() => browsers.every(({ connection }) => connection.status.phase === "lost"));
  put(api, "d");
  const backAt = await struck;
  await until(() => browsers.every(({ shows }) => shows("a,b,c,d")));
  const currentMs = performance.now() - backAt;
  const opened = browsers.map(({ openedAt }) => openedAt());
  const tries = browsers.reduce((sum, { triesSince }) => sum + triesSince(struckAt), 0);
  for (const { connection } of browsers) connection.stop();
  await door.close();
  await dashboard.stop();
  await api.close();
  return figures(
    what,
    opened.map((at) => at - backAt),
    currentMs,
    tries,
  );
}

function figures(what: string, returns: readonly number[], currentMs: number, tries: number): readonly Figure[] {
  const histogram: number[] = Array.from({ length: Math.floor(Math.max(...returns) / BUCKET_MS) + 1 }, () => 0);
  for (const at of returns) histogram[Math.max(0, Math.floor(at / BUCKET_MS))] = (histogram[Math.max(0, Math.floor(at / BUCKET_MS))] ?? 0) + 1;
  const n = returns.length;
  return [
    // Evenly spread over the second and a half that fifty are told, a sixth of them falls into each quarter of a second.
    {
      goal: `R5 ${what}: share of ${n} browsers that come back in the busiest quarter of a second`,
      value: hundredths(Math.max(...histogram) / n),
      target: 0.36,
      n,
      histogram,
    },
    {
      goal: `R5 ${what}: seconds that their returns are not spread over, of the one that they must be`,
      value: hundredths(Math.max(0, 1 - (Math.max(...returns) - Math.min(...returns)) / 1_000)),
      target: 0,
      n,
    },
    { goal: `R5 ${what}: tries of one browser until it is back`, value: hundredths(tries / n), target: 5, n: tries },
    seconds(`R5 ${what}: seconds until all are current, from when the dashboard can be reached`, currentMs, what === "cut at once" ? 3 : 11),
  ];
}

function browse(url: string, random: SeededRandom) {
  let shown = "";
  const tried: number[] = [];
  const ask: typeof fetch = (input, init) => {
    if (init?.headers !== undefined && "accept" in init.headers) tried.push(performance.now());
    return fetch(input, init);
  };
  const setTimer = (call: () => void, ms: number) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  };
  const surroundings = { url, fetch: ask, now: () => performance.now(), random: () => random.next(), setTimer };
  const connection = new LiveConnection(surroundings, {
    view: (_key, update) => {
      shown = update.kind === "state" ? update.state.rows.map((row) => Reflect.get(row, "name")).join() : "";
    },
    status: () => undefined,
  });
  connection.want([WANTED]);
  connection.start();
  return {
    connection,
    shows: (names: string) => connection.status.phase === "live" && shown === names,
    /** When it asked for the stream that it has now. */
    openedAt: () => tried.at(-1) ?? 0,
    triesSince: (from: number) => tried.filter((at) => at >= from).length,
  };
}

function portOf({ url }: ServedDashboard): number {
  return Number(new URL(url).port);
}

async function until(isSo: () => boolean): Promise<void> {
  for (const began = performance.now(); !isSo(); await pause(10)) if (performance.now() - began > LONG_MS) throw new Error("The browsers never came back.");
}
