import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { ViewRequest } from "@/lib/contract/views/view";
import { readConfig } from "@/lib/server/config";
import { openStream } from "@/lib/server/live/open-stream";
import { type Runtime, start } from "@/lib/server/runtime";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { type Figure, seconds, slowest } from "./figures";

/**
 * Ten clusters with the timings of the product: three work, three never answer, one refuses connections, one answers 403, and two can be reached after some time.
 * An eleventh is added, and then removed. A page is open throughout, and each working cluster changes all the time. A JSON line per goal on standard output.
 */
const { values } = parseArgs({
  options: {
    /** Seconds after which two clusters can be reached. */
    late: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
  },
});

type Behaviour = "good" | "hangs" | "refuses" | "forbids" | "late";
const CLUSTERS: Readonly<Record<string, Behaviour>> = {
  ...{ "good-1": "good", "good-2": "good", "good-3": "good" },
  ...{ "hangs-1": "hangs", "hangs-2": "hangs", "hangs-3": "hangs" },
  ...{ "refuses-1": "refuses", "forbids-1": "forbids", "late-1": "late", "late-2": "late" },
};
const ADDED = "added-1";
/** The files are read every three seconds, and a removal is confirmed by a second reading. Seconds. */
const SEEN_WITHIN = 10;
/** The longest pause between two attempts to reach a cluster is 30 s (client-go), and then all kinds are listed. Seconds. */
const BACK_WITHIN = 45;
const CHANGE_MS = 250;
const PAGE: ViewRequest = { id: 1, kind: "entries", query: "", offset: 0, limit: 500 };

const lateMs = Number(values.late) * 1_000;
const unhandled: string[] = [];
process.on("unhandledRejection", (thrown) => void unhandled.push(String(thrown)));

/** A page that shows all machines. Its browser opens another stream when one ends. */
class OpenPage {
  /** The moments at which each text was received first. */
  readonly #seen = new Map<string, (at: number) => void>();
  readonly #closed = new AbortController();

  constructor(private readonly runtime: Runtime) {
    void this.#read();
  }

  /** Resolves to the moment at which the page receives the text, in milliseconds of `performance.now()`. */
  received(text: string): Promise<number> {
    return new Promise((resolve) => void this.#seen.set(text, resolve));
  }

  close(): void {
    this.#closed.abort();
  }

  async #read(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const viewer = await this.runtime.signIn.viewerOf({ headers: new Headers() });
      const { body } = openStream(this.runtime.hub, viewer, signal, [PAGE]);
      if (body === null) return;
      let rest = "";
      for await (const chunk of body) {
        rest += Buffer.from(chunk).toString();
        this.#take(rest);
        rest = rest.slice(-64);
      }
    }
  }

  #take(text: string): void {
    for (const [wanted, resolve] of this.#seen) {
      if (!text.includes(wanted)) continue;
      this.#seen.delete(wanted);
      resolve(performance.now());
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "stolos-ten-clusters-"));
const secrets = join(folder, "secrets");
mkdirSync(secrets);
const apis = new Map<string, FakeKubeApi>();
for (const [cluster, behaviour] of [...Object.entries(CLUSTERS), [ADDED, "good"] as const]) apis.set(cluster, await startedApi(cluster, behaviour));
for (const cluster of Object.keys(CLUSTERS)) writeSecret(cluster);

const startedAt = performance.now();
const runtime = await start(readConfig({ HOME: folder, STOLOS_KUBECONFIGS: secrets, STOLOS_HISTORY: "off", STOLOS_LOG_LEVEL: "error" }));
const page = new OpenPage(runtime);
const working = Object.keys(CLUSTERS).filter((cluster) => CLUSTERS[cluster] === "good");
const liveMs = await Promise.all(working.map((cluster) => until(() => freshnessOf(cluster) === "live")));
const changes = changeAll();
const [lateBackMs, [addedMs, removedMs]] = await Promise.all([comeLater(), addAndRemove()]);
const delays = await changes.stop();
const ended = Object.keys(CLUSTERS).map((cluster) => `${cluster} ${freshnessOf(cluster)}`);
page.close();
await runtime.stop();
for (const api of apis.values()) await api.close();
rmSync(folder, { recursive: true });

const badlyEnded = ended.filter((text) => !/^(good|late)-\d live$|^(hangs|refuses)-\d stale$|^forbids-\d denied$/.test(text));
const figures: readonly (Figure & { readonly detail?: unknown })[] = [
  slowest("R10 seconds until a working cluster is live, beside seven that are not", liveMs, 10),
  slowest("R10 seconds until a change in a working cluster is on the page, slowest", delays, 1),
  seconds("R10 the same, at the 99th percentile", sorted(delays)[Math.floor(delays.length * 0.99)] ?? Number.POSITIVE_INFINITY, 1),
  slowest("R10 seconds until a cluster that can be reached again is live", lateBackMs, BACK_WITHIN),
  seconds("R10 seconds until the machines of an added cluster are on the page", addedMs, SEEN_WITHIN),
  seconds("R10 seconds until a removed cluster has no row", removedMs, SEEN_WITHIN),
  { goal: "R10 clusters with another state than their API server at the end", value: badlyEnded.length, target: 0, n: ended.length, detail: badlyEnded },
  { goal: "R10 rejections that nobody handled", value: unhandled.length, target: 0, n: ended.length, detail: unhandled },
];
const took = Math.round((performance.now() - startedAt) / 1_000);
for (const { goal, value, target, n, detail } of figures)
  process.stdout.write(`${JSON.stringify({ goal, value, target, n, seed: Number(values.seed), seconds: took, ...(value > target && { detail }) })}\n`);
process.exit(figures.every(({ value, target }) => value <= target) ? 0 : 1);

async function startedApi(cluster: string, behaviour: Behaviour): Promise<FakeKubeApi> {
  const api = await startFakeKubeApi();
  for (let at = 0; at < 20; at++) putMachine(api, cluster, at, `10.1.0.${at}`);
  if (behaviour === "hangs") api.intercept = () => "hang";
  if (behaviour === "forbids") api.intercept = ({ path }) => (path === "/version" ? null : { status: 403, body: '{"message":"forbidden"}' });
  if (behaviour === "refuses" || behaviour === "late") api.turnAway(true);
  return api;
}

function putMachine(api: FakeKubeApi, cluster: string, at: number, address: string): void {
  api.put("workloadentries", { namespace: "shop", name: `${cluster}-${at}`, spec: { address } });
}

function apiOf(cluster: string): FakeKubeApi {
  const api = apis.get(cluster);
  if (api === undefined) throw new Error(`There is no cluster ${cluster}.`);
  return api;
}

/** Writes a kubeconfig as the kubelet does: another file takes its place at once. */
function writeSecret(cluster: string): void {
  const config = {
    "current-context": "default",
    contexts: [{ name: "default", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster: { server: apiOf(cluster).url } }],
    users: [{ name: "u", user: { token: "own" } }],
  };
  writeFileSync(join(folder, "..draft"), JSON.stringify(config));
  renameSync(join(folder, "..draft"), join(secrets, cluster));
}

function freshnessOf(cluster: string): string {
  return runtime.statuses().find((one) => one.cluster === cluster)?.freshness.kind ?? "absent";
}

/** Resolves to the milliseconds until something holds. */
async function until(holds: () => boolean): Promise<number> {
  const began = performance.now();
  while (!holds() && performance.now() - began < 120_000) await pause(10);
  return performance.now() - began;
}

/** Changes a machine of each working cluster in turn, and measures the time until the page has it. Milliseconds. */
function changeAll(): { stop(): Promise<readonly number[]> } {
  const pending: Promise<number>[] = [];
  let number = 0;
  const timer = setInterval(() => {
    const cluster = working[number % working.length] ?? "";
    const address = `10.9.${number >> 8}.${number & 255}`;
    const sentAt = performance.now();
    const never = pause(30_000, sentAt + 30_000);
    pending.push(Promise.race([page.received(`"${address}"`), never]).then((at) => at - sentAt));
    putMachine(apiOf(cluster), cluster, number % 20, address);
    number++;
  }, CHANGE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(pending);
    },
  };
}

/** Returns the milliseconds that each late cluster needs to be live once it can be reached. */
async function comeLater(): Promise<readonly number[]> {
  const late = Object.keys(CLUSTERS).filter((cluster) => CLUSTERS[cluster] === "late");
  await pause(lateMs);
  for (const cluster of late) apiOf(cluster).turnAway(false);
  return Promise.all(late.map((cluster) => until(() => freshnessOf(cluster) === "live")));
}

/** Returns the milliseconds until the page has the machines of an added cluster, and until its rows are gone after it was removed. */
async function addAndRemove(): Promise<readonly [number, number]> {
  await pause(lateMs / 4);
  const addedAt = performance.now();
  writeSecret(ADDED);
  const shownAt = await page.received(`${ADDED}-7`);
  await pause(lateMs / 8);
  rmSync(join(secrets, ADDED));
  const hasRow = () => [...runtime.fleet.entries()].some((entry) => runtime.fleet.identityOf(entry).cluster === ADDED);
  return [shownAt - addedAt, await until(() => !hasRow())];
}

function sorted(numbers: readonly number[]): readonly number[] {
  return [...numbers].sort((a, b) => a - b);
}
