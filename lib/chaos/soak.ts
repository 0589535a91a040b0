import { setTimeout as pause } from "node:timers/promises";
import { getHeapCodeStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { LiveConnection } from "@/lib/client/live-connection";
import type { WantedView } from "@/lib/client/view-key";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { firstDifference } from "./compare";
import { type SeededRandom, seededRandom } from "./seeded-random";
import { type ServedDashboard, serveDashboard } from "./served-dashboard";
import { createSoakScript, PLURAL, versionsOfApi, versionsOfFleet } from "./soak-script";

export interface SoakOptions {
  readonly minutes: number;
  readonly changesPerSecond: number;
  readonly machines: number;
  readonly browsers: number;
  readonly seed: number;
  /** Told of every sample, once a minute. */
  readonly onSample: (sample: Sample) => void;
}

/** What the process holds after a forced collection: megabytes and counts. */
interface Sample {
  readonly minute: number;
  /** Without what the engine has compiled, which goes on growing for hours as ever more of it becomes hot. */
  readonly heapMb: number;
  readonly compiledMb: number;
  readonly rssMb: number;
  readonly timers: number;
  readonly sockets: number;
  /** Browsers that were there a moment before. */
  readonly streams: number;
  readonly changes: number;
}

export interface Soaked {
  readonly samples: readonly Sample[];
  /** Megabytes an hour, by least squares over the samples after the first fifth. */
  readonly heapSlopeMbPerHour: number;
  /** What is left of timers and sockets when everything has ended, beyond what there was before. */
  readonly leftOver: Readonly<Record<string, number>>;
  /** What still differs from the API server at the end, or null. */
  readonly wrong: string | null;
  readonly browsersCome: number;
  readonly relists: number;
}

const TICK_MS = 50;
const VIEWS: readonly WantedView[] = [
  { kind: "entries", query: "", offset: 0, limit: 60 },
  { kind: "entries", query: "state=unhealthy", offset: 0, limit: 40 },
  { kind: "entries", query: "q=network:vpc-1&sort=name", offset: 20, limit: 40 },
  { kind: "groups", query: "", offset: 0, limit: 40 },
  { kind: "fleet", query: "", offset: 0, limit: 40 },
];

/** The server under steady change, with browsers that come and go and a version that expires every two minutes. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  // Once before counting, so that what is made once and kept is there.
  await session({ ...options, minutes: 0.2, onSample: () => undefined });
  const before = await resources();
  const played = await session(options);
  const after = await resources();
  const leftOver = Object.fromEntries(Object.keys({ ...before, ...after }).map((kind) => [kind, (after[kind] ?? 0) - (before[kind] ?? 0)]));
  const steady = played.samples.filter(({ minute }) => minute > options.minutes / 5);
  return { ...played, leftOver, heapSlopeMbPerHour: slope(steady.map(({ minute, heapMb }) => [minute / 60, heapMb] as const)) };
}

async function session(options: SoakOptions): Promise<Omit<Soaked, "leftOver" | "heapSlopeMbPerHour">> {
  const random = seededRandom(options.seed);
  const api = await startFakeKubeApi();
  const script = createSoakScript(api, random, options.machines);
  const dashboard = await serveDashboard(api);
  const crowd = createCrowd(dashboard, random, options.browsers);
  const samples: Sample[] = [];
  const began = performance.now();
  let changes = 0;
  let cuts = 0;
  const lists = () => api.requests.splice(0).filter(({ what }) => what === "streamed-list").length;
  let relists = 0;
  for (let now = began; now - began < options.minutes * 60_000; now = performance.now()) {
    for (const due = ((now - began) / 1_000) * options.changesPerSecond; changes < due; changes++) script.change();
    if (random.chance(0.2)) crowd.move();
    if (now - began > (cuts + 1) * 120_000) {
      cuts++;
      expire(api);
    }
    if (now - began > (samples.length + 1) * 60_000) {
      relists += lists();
      // What readers and the fake server hold themselves is not what is asked about: everybody leaves, and old events are forgotten.
      const streams = dashboard.hub.streams;
      await crowd.leave();
      api.collection(PLURAL).compact(api.version());
      const taken: Sample = { ...(await sample()), streams, minute: (now - began) / 60_000, changes };
      samples.push(taken);
      options.onSample(taken);
    }
    await pause(TICK_MS);
  }
  const wrong = await settled(() => firstDifference("store", versionsOfApi(api), versionsOfFleet(dashboard.fleet)));
  relists += lists();
  await crowd.leave();
  await dashboard.stop();
  await api.close();
  return { samples, wrong, browsersCome: crowd.come(), relists };
}

/** Streams break, and what they could go on from is gone: every kind lists again. */
function expire(api: FakeKubeApi): void {
  for (const watch of api.watches) watch.cut();
  api.collection(PLURAL).compact(api.version());
}

/** Browsers with the product's own connection, each with some views for a while. */
function createCrowd(dashboard: ServedDashboard, random: SeededRandom, size: number) {
  const here: LiveConnection[] = [];
  let come = 0;
  const surroundings = {
    url: dashboard.url,
    fetch,
    now: () => performance.now(),
    random: () => random.next(),
    setTimer: (call: () => void, ms: number) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
  };
  return {
    come: () => come,
    /** One comes, one goes, or one looks at something else. */
    move(): void {
      const luck = random.next();
      if (here.length < size / 2 || (luck < 0.4 && here.length < size)) {
        const browser = new LiveConnection(surroundings, { view: () => undefined, status: () => undefined });
        browser.want([random.pick(VIEWS), random.pick(VIEWS)]);
        browser.start();
        here.push(browser);
        come++;
      } else if (luck < 0.7) here.splice(random.below(here.length), 1)[0]?.stop();
      else here[random.below(here.length)]?.want([random.pick(VIEWS), { ...random.pick(VIEWS), offset: random.below(100) }]);
    },
    async leave(): Promise<void> {
      for (const browser of here.splice(0)) browser.stop();
      // Idle connections are kept for four seconds.
      await pause(6_000);
    },
  };
}

const collect = (() => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
})();

async function sample(): Promise<Omit<Sample, "minute" | "changes" | "streams">> {
  for (let round = 0; round < 3; round++) {
    collect();
    await pause(20);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const { code_and_metadata_size, bytecode_and_metadata_size } = getHeapCodeStatistics();
  const compiled = code_and_metadata_size + bytecode_and_metadata_size;
  const { Timeout = 0, TCPSocketWrap = 0 } = counted();
  return { heapMb: mb(heapUsed + external - compiled), compiledMb: mb(compiled), rssMb: mb(rss), timers: Timeout, sockets: TCPSocketWrap };
}

/** What keeps the process alive, by kind, once idle connections had time to end. */
async function resources(): Promise<Readonly<Record<string, number>>> {
  await pause(7_000);
  collect();
  return counted();
}

function counted(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function mb(bytes: number): number {
  return Math.round((bytes / 1_048_576) * 100) / 100;
}

/** Least squares of y over x. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return over / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

async function settled(difference: () => string | null): Promise<string | null> {
  for (let tries = 0; tries < 100; tries++) {
    if (difference() === null) return null;
    await pause(500);
  }
  return difference();
}
