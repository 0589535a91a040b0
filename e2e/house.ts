import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parse, stringify } from "yaml";
import { freePort, startTcpProxy, type TcpProxy } from "@/lib/testing/tcp-proxy";
import { answers } from "@/lib/tooling/children.mjs";
import { type Program, startProgram } from "./programs";

/** The whole product on one machine: embedded cluster, dashboard, and a door in front of each that a test can shut. */
export interface House {
  /** What the browser opens; it leads through `pageDoor`. */
  readonly address: string;
  /** Kubeconfig of a user of the embedded cluster (admin, dashboard, viewer, no-pods, oncall, team-shop, creator, nobody), past `apiDoor`. */
  kubeconfigOf(user: string): string;
  /** Asks the simulated control plane: verbs as `lib/sandbox/main.ts` tells them. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  readonly pageDoor: TcpProxy;
  readonly apiDoor: TcpProxy;
  readonly sandbox: Program;
  readonly dashboard: Program;
  /** When the dashboard was started, in milliseconds: nothing was looked at before. */
  readonly startedAt: number;
  end(): Promise<void>;
}

export interface HouseOptions {
  /** Arguments of the sandbox: fleet, scenario, seed, speed. */
  readonly sandboxArguments: readonly string[];
  /** Settings of the dashboard beside its kubeconfig. */
  readonly settings: Readonly<Record<string, string>>;
  /** Arguments of Node itself for the dashboard, as a bench wants them. */
  readonly nodeArguments?: readonly string[];
}

export async function startHouse({ sandboxArguments, settings, nodeArguments = [] }: HouseOptions): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-house-"));
  const { program: sandbox, controlUrl } = await startSandbox(folder, sandboxArguments);
  const { door: apiDoor, kubeconfig: throughDoor } = await doorBefore(join(folder, "kubeconfig"));

  const startedAt = Date.now();
  const { program: dashboard, port } = await orEnd(sandbox, startDashboard({ KUBECONFIG: throughDoor, ...settings }, nodeArguments));
  await orEnd(sandbox, orEnd(dashboard, untilReady(`http://127.0.0.1:${port}`)));
  const pageDoor = await startTcpProxy(port);
  return {
    address: `http://127.0.0.1:${pageDoor.port}`,
    kubeconfigOf: (user) => join(folder, `${user}.kubeconfig`),
    control: (method, path, body) => askControl(new URL(path, controlUrl), method, body),
    pageDoor,
    apiDoor,
    sandbox,
    dashboard,
    startedAt,
    end: async () => {
      await Promise.all([pageDoor.close(), apiDoor.close()]);
      await Promise.all([dashboard.end(), sandbox.end()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where the next step fails, what was started before it ends too. */
async function orEnd<T>(program: Program, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    await program.end();
    throw error;
  }
}

/** Settings of a dashboard whose one viewer, at one address, stands for a crowd: no limit of streams and requests is met. */
export const WITHOUT_LIMITS = { STOLOS_MAX_STREAMS_PER_VIEWER: "1000", STOLOS_REQUESTS_PER_VIEWER: "100000", STOLOS_REQUESTS_PER_ADDRESS: "100000" } as const;

/** A door in front of the API server that a kubeconfig names, and a kubeconfig beside it that leads through the door. */
export async function doorBefore(kubeconfig: string): Promise<{ readonly door: TcpProxy; readonly kubeconfig: string }> {
  const door = await startTcpProxy(serverPortOf(kubeconfig));
  const throughDoor = `${kubeconfig}-through-door`;
  writeFileSync(throughDoor, withServerPort(kubeconfig, door.port));
  return { door, kubeconfig: throughDoor };
}

/** Starts an embedded cluster; its kubeconfigs are written to `folder`, that of the user `dashboard` as `kubeconfig`. */
export async function startSandbox(folder: string, sandboxArguments: readonly string[]): Promise<{ program: Program; controlUrl: string }> {
  const kubeconfig = join(folder, "kubeconfig");
  const args = ["--enable-source-maps", ".stolos/sandbox.mjs", "--kubeconfig", kubeconfig, "--control", "0", ...sandboxArguments];
  const program = await startProgram("sandbox", args, {}, () => Promise.resolve(existsSync(kubeconfig)));
  return { program, controlUrl: readFileSync(join(folder, "control"), "utf8") };
}

/** Dashboards of a bench and of long proofs start as they are. */
const isJourney = process.env.TEST_WORKER_INDEX !== undefined;
/**
 * V8 optimizes a function after ten times as many executed bytecodes as usual. Most servers of journeys end after seconds: a third of the CPU time of their
 * start would go to optimized code that runs too rarely.
 */
const LATE_OPTIMIZATION = isJourney ? ["--interrupt-budget=700000"] : [];
/** Dashboards of journeys share compiled code. */
const SHARED_CODE = isJourney ? ["--import", pathToFileURL("e2e/compile-cache.mjs").href] : [];
/** What plants a defect in every dashboard that a journey starts, where one is to be planted. */
const PLANTS = pathToFileURL("e2e/read-only/inside.mjs").href;

/** Starts the built dashboard on a free port and waits until it answers. It remembers in a folder of its own, gone with it, unless STOLOS_DATA says where. */
export async function startDashboard(
  env: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
): Promise<{ program: Program; port: number }> {
  const port = await freePort();
  const planted = process.env.PLANTED_IN_BUILD === undefined ? [] : ["--import", PLANTS];
  const args = [...LATE_OPTIMIZATION, ...SHARED_CODE, ...planted, ...nodeArguments, ".stolos/dashboard.mjs", "--hostname", "127.0.0.1", "--port", String(port)];
  const build = readFileSync(".next/BUILD_ID", "utf8").trim();
  const data = mkdtempSync(join(tmpdir(), "stolos-data-"));
  // The journeys may run in a Pod, where everybody would be asked for a token.
  const settings = { STOLOS_BUILD: build, STOLOS_DATA: data, NODE_ENV: "production", STOLOS_SIGN_IN: "local", ...env };
  const program = await startProgram("dashboard", args, settings, () => answers(`http://127.0.0.1:${port}/api/healthz`));
  const end = async () => {
    const tookMs = await program.end();
    rmSync(data, { recursive: true, force: true });
    return tookMs;
  };
  return { program: { ...program, end }, port };
}

/** Waits until a dashboard has read its clusters: before that it says that it is starting, and counts what it has so far. */
export async function untilReady(address: string): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < 60_000; await wait(50)) {
    if ((await fetch(`${address}/api/readyz`)).ok) return;
  }
  throw new Error(`${address} did not become ready.`);
}

async function askControl(url: URL, method: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${url.pathname}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

interface Kubeconfig {
  clusters: { cluster: { server: string } }[];
}

function serverPortOf(path: string): number {
  const config: Kubeconfig = parse(readFileSync(path, "utf8"));
  const server = config.clusters[0]?.cluster.server;
  if (server === undefined) throw new Error(`${path} names no server.`);
  return Number(new URL(server).port);
}

function withServerPort(path: string, port: number): string {
  const config: Kubeconfig = parse(readFileSync(path, "utf8"));
  for (const { cluster } of config.clusters) cluster.server = `https://127.0.0.1:${port}`;
  return stringify(config);
}

/** One kubeconfig with a context for each of these, by name. */
export function mergedKubeconfigs(texts: Readonly<Record<string, string>>): string {
  const parts = Object.entries(texts).map(([name, text]) => {
    const config: { readonly clusters: readonly { readonly cluster: unknown }[]; readonly users: readonly { readonly user: unknown }[] } = parse(text);
    return { name, cluster: config.clusters[0]?.cluster, user: config.users[0]?.user };
  });
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": parts[0]?.name,
    clusters: parts.map(({ name, cluster }) => ({ name, cluster })),
    users: parts.map(({ name, user }) => ({ name, user })),
    contexts: parts.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
  });
}
