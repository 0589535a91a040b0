import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, get, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parse } from "yaml";
import { startDashboard, startSandbox, untilReady } from "@/e2e/house";
import { atMost, print, told } from "@/lib/testing/figures";
import { inspect } from "./inspected";
import { openReader } from "./stream-reader";
import { Writer } from "./writer";

/** One attack: one client sends `count` requests at the same time. */
interface Attack {
  readonly name: string;
  readonly count: number;
  /** May return a different query for each request, so that no two requests share an answer. */
  readonly path: (index: number) => string;
  readonly signedIn: boolean;
  /** Idle time before the attack, in milliseconds. The server closes unused views meanwhile. */
  readonly idleMs?: number;
  /** Before the attack, gives this many entries a network and a locality that no other entry has. */
  readonly oddEntries?: number;
}

const ZONE = "/localities?lost=zone:eu-central-1/eu-central-1a";
const FINDINGS_IDLE_MS = 30_000;

/** The attacks of 28 November 2026, and further ones found during their fixes. */
const ATTACKS: readonly Attack[] = [
  { name: "200 × GET /entries", count: 200, signedIn: true, path: () => "/entries" },
  { name: "200 × GET /entries, each with another filter", count: 200, signedIn: true, path: (index) => `/entries?q=vm-${index}` },
  { name: "60 × GET /localities?lost=zone", count: 60, signedIn: true, path: () => ZONE },
  { name: "60 × GET /localities?lost=zone, each with another headroom", count: 60, signedIn: true, path: (index) => `${ZONE}&headroom=${index + 1}` },
  { name: "60 × GET /findings after 30 s without readers", count: 60, signedIn: true, path: () => "/findings", idleMs: FINDINGS_IDLE_MS },
  { name: "10 × GET /findings", count: 10, signedIn: true, path: () => "/findings" },
  { name: "10 × GET /api/history/export?what=entries", count: 10, signedIn: true, path: () => "/api/history/export?what=entries" },
  { name: "60 × GET /findings, 1,000 odd entries", count: 60, signedIn: true, path: () => "/findings", idleMs: FINDINGS_IDLE_MS, oddEntries: 1_000 },
  { name: "60 × GET /api/what-if", count: 60, signedIn: true, path: (index) => `/api/what-if?lost=zone:eu-central-1/eu-central-1a&headroom=${index + 1}` },
  { name: "300 × a built file", count: 300, signedIn: false, path: () => "/icon.svg" },
  { name: "200 × GET /?q= with 3,000 exclamation marks", count: 200, signedIn: true, path: () => `/entries?q=${"!".repeat(3_000)}` },
  { name: "200 × GET /entries?window=9999999d", count: 200, signedIn: true, path: () => "/entries?window=9999999d" },
  { name: "20 × GET /api/history/band, 30 days", count: 20, signedIn: true, path: (index) => `/api/history/band?window=30d&width=${400 + index}` },
  { name: "60 × GET /entries?at=", count: 60, signedIn: true, path: (index) => `/entries?at=${Date.now() - 1_000 * index}` },
  { name: "200 × GET /sign-in, not signed in", count: 200, signedIn: false, path: () => "/sign-in?from=/entries" },
];

const ROUNDS = 3;
const HONEST_ADDRESS = "127.0.0.2";
const HEALTH_EVERY_MS = 10;
const PAGE_EVERY_MS = 500;
const PROBE_EVERY_MS = 200;
const LEAST_MS = 2_000;

interface Measured {
  readonly healthMs: number;
  readonly frameMs: number;
  readonly pageMs: number;
  readonly pages: number;
  readonly refusedPages: number;
  readonly attackMs: number;
  readonly answers: Readonly<Record<string, number>>;
}

/** P20: measures the longest delay of an honest viewer's health checks, frames and pages while another client attacks. `only` = part of an attack's name. */
export async function attacks(entries: number, only = ""): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-attack-"));
  const { program: sandbox } = await startSandbox(folder, ["--scenario", "steady", "--entries", String(entries), "--seed", "1"]);
  const { program, port } = await startDashboard({ KUBECONFIG: join(folder, "kubeconfig"), STOLOS_SIGN_IN: "token" }, ["--inspect=127.0.0.1:0"]);
  const address = `http://127.0.0.1:${port}`;
  const writer = new Writer(join(folder, "admin.kubeconfig"));
  try {
    await untilReady(address);
    await writer.prepare();
    const [honest, attacker] = [await signIn(address, folder, "viewer"), await signIn(address, folder, "dashboard")];
    for (let round = 0; round < 5; round++) for (const path of ["/entries", "/findings", ZONE]) await timedGet(address + path, { cookie: honest });
    const dashboard = await inspect(program.log());
    const base = await dashboard.heap();
    for (const attack of ATTACKS.filter(({ name }) => name.includes(only))) {
      if (attack.oddEntries !== undefined) await writer.makeOdd(attack.oddEntries);
      for (const behindOneProxy of [false, true]) {
        const rounds: Measured[] = [];
        for (let round = 0; round < ROUNDS; round++) rounds.push(await measure({ address, attack, behindOneProxy, honest, attacker, writer }));
        report(entries, `${attack.name}${behindOneProxy ? ", one address" : ""}`, rounds);
      }
    }
    print(told({ part: "P20", entries, metric: "heap of the dashboard, before", value: base, unit: "B" }));
    print(told({ part: "P20", entries, metric: "heap of the dashboard, after all attacks", value: await dashboard.heap(), unit: "B" }));
    dashboard.close();
  } catch (error) {
    process.stderr.write(program.log());
    throw error;
  } finally {
    await writer.end();
    await program.end();
    await sandbox.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(entries: number, attack: string, rounds: readonly Measured[]): void {
  const most = (pick: (measured: Measured) => number) => Math.max(...rounds.map(pick));
  const sum = (pick: (measured: Measured) => number) => rounds.reduce((all, measured) => all + pick(measured), 0);
  const figure = { part: "P20", entries };
  print(atMost(250, { ...figure, metric: `${attack}: longest /api/healthz`, value: most(({ healthMs }) => healthMs), unit: "ms" }));
  print(atMost(500, { ...figure, metric: `${attack}: change → frame, longest`, value: most(({ frameMs }) => frameMs), unit: "ms" }));
  print(atMost(1_500, { ...figure, metric: `${attack}: honest page, longest`, value: most(({ pageMs }) => pageMs), unit: "ms" }));
  const refused = sum(({ refusedPages }) => refusedPages) / sum(({ pages }) => pages);
  print(atMost(0.01, { ...figure, metric: `${attack}: honest pages refused`, value: refused, unit: "" }));
  print(told({ ...figure, metric: `${attack}: the attack took`, value: most(({ attackMs }) => attackMs), unit: "ms" }));
  for (const status of new Set(rounds.flatMap(({ answers }) => Object.keys(answers)))) {
    print(told({ ...figure, metric: `${attack}: answers ${status}`, value: sum(({ answers }) => answers[status] ?? 0) / rounds.length, unit: "" }));
  }
}

interface Scene {
  readonly address: string;
  readonly attack: Attack;
  readonly behindOneProxy: boolean;
  /** The session cookies of the two viewers. */
  readonly honest: string;
  readonly attacker: string;
  readonly writer: Writer;
}

async function measure({ address, attack, behindOneProxy, honest, attacker, writer }: Scene): Promise<Measured> {
  await wait(attack.idleMs ?? 1_000);
  const localAddress = behindOneProxy ? "127.0.0.1" : HONEST_ADDRESS;
  const arrivals = new Map<string, number>();
  const reader = await openReader(address, { cookie: honest }, (event) => {
    for (const [words] of event.matchAll(/attack-\d+\./g)) if (!arrivals.has(words)) arrivals.set(words, performance.now());
  });
  await reader.snapshots([{ kind: "entries", query: "sort=name", offset: 0, limit: 60 }]);
  await writer.probeOne(`attack-${Date.now()}.`);
  await wait(500);
  let attacking = true;
  const [healths, pages, frames]: [number[], { ms: number; status: number }[], number[]] = [[], [], []];
  const whileAttacked = async (everyMs: number, act: () => Promise<void>) => {
    while (attacking) {
      const began = performance.now();
      await act();
      await wait(Math.max(1, everyMs - (performance.now() - began)));
    }
  };
  const observers = [
    whileAttacked(HEALTH_EVERY_MS, async () => void healths.push((await timedGet(`${address}/api/healthz`, { localAddress })).ms)),
    whileAttacked(PAGE_EVERY_MS, async () => void pages.push(await timedGet(`${address}/entries?sort=name`, { localAddress, cookie: honest }))),
    whileAttacked(PROBE_EVERY_MS, async () => {
      const words = `attack-${Date.now()}.`;
      const sentAt = performance.now();
      await writer.probeOne(words);
      while (!arrivals.has(words) && performance.now() - sentAt < 20_000) await wait(5);
      frames.push((arrivals.get(words) ?? performance.now()) - sentAt);
    }),
  ];
  const began = performance.now();
  const child = fork(
    process.argv[1] ?? "",
    ["attacker", address, attack.signedIn ? attacker : "", ...Array.from({ length: attack.count }, (_, index) => attack.path(index))],
    {
      execArgv: [],
    },
  );
  const answers = await new Promise<Readonly<Record<string, number>>>((resolve, reject) => {
    child.once("message", (counts) => resolve(counts as Record<string, number>));
    child.once("exit", () => reject(new Error("The attacker ended before it reported.")));
  });
  const attackMs = performance.now() - began;
  if (attackMs < LEAST_MS) await wait(LEAST_MS - attackMs);
  attacking = false;
  await Promise.all(observers);
  reader.close();
  child.kill();
  const longest = (values: readonly number[]) => Math.max(0, ...values);
  const refusedPages = pages.filter(({ status }) => status !== 200).length;
  return {
    ...{ healthMs: longest(healths), frameMs: longest(frames), pageMs: longest(pages.filter(({ status }) => status === 200).map(({ ms }) => ms)) },
    ...{ pages: pages.length, refusedPages, attackMs, answers },
  };
}

/** The attacker's process: sends all requests at the same time, and reports the number of answers per status. */
export async function runAttacker([address = "", cookie = "", ...paths]: readonly string[]): Promise<void> {
  process.on("disconnect", () => process.exit(0));
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const answered = await Promise.all(paths.map((path) => timedGet(address + path, { cookie, agent })));
  const counts: Record<string, number> = {};
  for (const { status } of answered) counts[status] = (counts[status] ?? 0) + 1;
  process.send?.(counts);
}

interface GetOptions {
  readonly cookie?: string;
  readonly localAddress?: string;
  readonly agent?: Agent;
}

/** Resolves after the whole body has arrived. `status` is 0 if the connection failed. */
function timedGet(url: string, { cookie = "", localAddress, agent }: GetOptions = {}): Promise<{ readonly ms: number; readonly status: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ ms: performance.now() - began, status });
    const sent = get(
      url,
      { agent: agent ?? false, ...(localAddress !== undefined && { localAddress }), headers: cookie === "" ? {} : { cookie } },
      (answer) => {
        answer.resume();
        answer.once("close", () => done(answer.statusCode ?? 0));
      },
    );
    sent.once("error", () => done(0));
  });
}

/** Signs in with the token of a user of the embedded cluster. Resolves to the session's cookies. */
function signIn(address: string, folder: string, user: string): Promise<string> {
  const config: { users: { user: { token: string } }[] } = parse(readFileSync(join(folder, `${user}.kubeconfig`), "utf8"));
  const headers = { "content-type": "application/json", origin: address };
  return new Promise((resolve, reject) => {
    const sent = request(`${address}/api/session`, { method: "POST", agent: false, headers }, (answer) => {
      answer.resume();
      const cookies = answer.headers["set-cookie"] ?? [];
      if (cookies.length === 0) reject(new Error(`${user} could not sign in: ${answer.statusCode}`));
      resolve(cookies.map((cookie) => cookie.split(";", 1)[0]).join("; "));
    });
    sent.once("error", reject);
    sent.end(JSON.stringify({ token: config.users[0]?.user.token }));
  });
}
