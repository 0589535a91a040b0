import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { seededRandom } from "@/lib/chaos/seeded-random";
import { compareResourceVersions } from "@/lib/domain/object/kubernetes-object";
import { startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { startPostgres } from "@/lib/testing/postgres";
import { startTcpProxy, type TcpProxy } from "@/lib/testing/tcp-proxy";
import type { Proof } from "./proof";
import { type Replica, RolledOutMesh, startReplica } from "./replicas";

interface Size {
  readonly machines: number;
  readonly perSecond: number;
}

/** The differences between the shared history and the API server's own log. */
interface Found {
  back: number;
  twice: number;
  lost: number;
  broken: number;
  readonly faults: string[];
}

/** Milliseconds for which the database does not respond to the first replica. The second one starts and reads the history within this time. */
const STALL_MS = 3_000;

/**
 * Starts a second replica repeatedly during rollouts of istiod. At its first start the other one has stored nothing yet, because the database does not respond
 * to it. The history must never go back, and must store each event once.
 */
export async function proveStarts(starts: number, seed: number, size: Size = { machines: 6_000, perSecond: 2_000 }): Promise<Proof> {
  return prove("R7 history goes back or repeats events when a replica starts during a rollout", starts, seed, size, async (scene) => {
    const { mesh, start, sure, isFirst, databaseOfFirst } = scene;
    if (isFirst) databaseOfFirst.stall();
    const rollOut = mesh.rollOut(size.perSecond, 400);
    await wait(200);
    const other = start();
    if (isFirst) await wait(STALL_MS);
    databaseOfFirst.restore();
    await sure(other);
    await rollOut;
    await wait(300);
    await other.kill("SIGTERM");
  });
}

/** Kills one of two replicas repeatedly during changes. The history must store each version and each audit line once. */
export async function proveReplicaKills(kills: number, seed: number, size: Size = { machines: 600, perSecond: 100 }): Promise<Proof> {
  return prove("R7 lost or doubled in history and audit by kill -9 of one of two replicas", kills, seed, size, async ({ mesh, start, sure, random, audit }) => {
    const other = start();
    await sure(other);
    const rollOut = mesh.rollOut(size.perSecond, 400);
    await wait(random.below(1_000));
    await audit(other);
    await other.kill("SIGKILL");
    await rollOut;
  });
}

interface Scene {
  /** True until the second replica starts for the first time. */
  readonly isFirst: boolean;
  /** The first replica uses the database through this proxy. */
  readonly databaseOfFirst: TcpProxy;
  readonly mesh: RolledOutMesh;
  readonly random: ReturnType<typeof seededRandom>;
  start(): Replica;
  sure(replica: Replica): Promise<void>;
  audit(replica: Replica): Promise<void>;
}

async function prove(goal: string, times: number, seed: number, { machines }: Size, play: (scene: Scene) => Promise<void>): Promise<Proof> {
  const random = seededRandom(seed);
  const [server, api] = [await startPostgres(), await startFakeKubeApi()];
  const databaseOfFirst = await startTcpProxy(server.port);
  const mesh = new RolledOutMesh(api, random, machines);
  const running: Replica[] = [];
  const audited: string[] = [];
  const folders = mkdtempSync(join(tmpdir(), "stolos-replicas-"));
  /** The replica that is never killed has a separate data folder. The others use the same folder, one after another. */
  const start = () => {
    const isFirst = running.length === 0;
    const database = isFirst ? server.url.replace(`:${server.port}/`, `:${databaseOfFirst.port}/`) : server.url;
    const replica = startReplica({ api: api.url, database, folder: join(folders, isFirst ? "first" : "other") });
    running.push(replica);
    return replica;
  };
  try {
    const first = start();
    await first.recording;
    const scene: Omit<Scene, "isFirst"> = {
      ...{ mesh, random, start, databaseOfFirst },
      sure: (replica) => Promise.race([replica.recording, wait(60_000).then(() => Promise.reject(new Error(`The replica does not record: ${replica.log()}`)))]),
      audit: async (replica) => {
        const name = `command-${audited.length}`;
        await replica.audit(name);
        audited.push(name);
      },
    };
    for (let time = 0; time < times; time++) await play({ ...scene, isFirst: time === 0 });
    // The next replica stores the audit lines of a killed one.
    await scene.sure(start());
    const client = new Client({ connectionString: server.url });
    await client.connect();
    try {
      await settled(client, mesh);
      const found = await compared(client, mesh, audited);
      const { back, twice, lost, broken, faults } = found;
      return { goal, value: back + twice + lost + broken, target: 0, n: times, faults, more: { back, twice, lost, broken, machines, audited: audited.length } };
    } finally {
      await client.end();
    }
  } finally {
    for (const replica of running) await replica.kill("SIGKILL");
    await databaseOfFirst.close();
    await api.close();
    await server.remove();
    rmSync(folders, { recursive: true, force: true });
  }
}

/** Waits until the history has the newest version of every machine. */
async function settled(client: Client, mesh: RolledOutMesh): Promise<void> {
  const newest = new Map([...mesh.written].map(([uid, numbers]) => [uid, numbers.at(-1)]));
  for (const began = performance.now(); performance.now() - began < 30_000; await wait(500)) {
    const { rows } = await client.query(`select uid, moving::json->>'resourceVersion' as number from version
      join subject on subject.id = subject_id where kind = 'entry' and valid_to is null`);
    if (rows.filter(({ uid, number }) => newest.get(uid) === number).length === newest.size) break;
  }
  // The other replica may still write a late record.
  await wait(1_500);
}

async function compared(client: Client, mesh: RolledOutMesh, audited: readonly string[]): Promise<Found> {
  const found: Found = { back: 0, twice: 0, lost: 0, broken: 0, faults: [] };
  const versions = await client.query(`select uid, version_key as key, moving::json->>'resourceVersion' as number from version
    join subject on subject.id = subject_id where kind = 'entry' order by uid, valid_from, version.id`);
  const numbers = new Map<string, string[]>();
  for (const { uid, number, key } of versions.rows) {
    const held = numbers.get(uid) ?? [];
    numbers.set(uid, held);
    const last = held.at(-1);
    if (last !== undefined && compareResourceVersions(number, last) < 0) fault(found, "back", `${uid}: ${key} follows ${last}`);
    if (/^\d+/.test(key) && held.includes(number)) fault(found, "twice", `${uid}: ${key} is a second version ${number}`);
    held.push(number);
  }
  for (const [uid, written] of mesh.written)
    for (const number of written) if (!(numbers.get(uid) ?? []).includes(number)) fault(found, "lost", `${uid}: ${number} is missing`);
  await compareEvents(client, found);
  await compareWorlds(client, found);
  const lines = await client.query("select name, count(*)::int as n from audit group by name");
  const kept = new Map(lines.rows.map(({ name, n }) => [name, n]));
  for (const name of audited)
    if (kept.get(name) !== 1) fault(found, (kept.get(name) ?? 0) > 1 ? "twice" : "lost", `audit ${name}: ${kept.get(name) ?? 0} times`);
  return found;
}

/** A connection is identified by the time that istiod wrote. A state begins from the state before it. */
async function compareEvents(client: Client, found: Found): Promise<void> {
  const { rows } = await client.query(`select uid, type, from_word, to_word, detail, at::bigint, version_key as key from transition
    join subject on subject.id = subject_id where kind = 'entry' order by uid, at, transition.id`);
  const seen = new Set<string>();
  const states = new Map<string, string>();
  for (const { uid, type, from_word, to_word, detail, key } of rows) {
    if (["connected", "disconnected", "renewed"].includes(type)) {
      const name = `${uid} ${type === "disconnected" ? type : "connected"} ${detail}`;
      if (seen.has(name)) fault(found, "twice", `${name} (${key})`);
      seen.add(name);
    }
    if (type !== "state" && type !== "appeared") continue;
    const before = states.get(uid);
    if (type === "appeared" ? before !== undefined : before !== from_word)
      fault(found, "broken", `${uid}: ${type} ${from_word} → ${to_word} follows ${before} (${key})`);
    states.set(uid, to_word);
  }
}

/** Every rollout adds a replica with a new name, so no earlier world may return. Each replica may do each action once. */
async function compareWorlds(client: Client, found: Found): Promise<void> {
  const worlds = await client.query(
    `select version_key as key from version join subject on subject.id = subject_id where kind = 'world' and version_key like '%#%'`,
  );
  for (const { key } of worlds.rows) fault(found, "back", `a world came back: ${key}`);
  const events = await client.query(`select uid, type, count(*)::int as n from transition join subject on subject.id = subject_id
    where kind = 'replica' group by uid, type having count(*) > 1`);
  for (const { uid, type, n } of events.rows) fault(found, "twice", `replica ${uid}: ${type} ${n} times`);
}

function fault(found: Found, kind: "back" | "twice" | "lost" | "broken", text: string): void {
  found[kind]++;
  if (found.faults.length < 40) found.faults.push(`${kind}: ${text}`);
}
