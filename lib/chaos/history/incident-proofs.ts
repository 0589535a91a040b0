import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "@/lib/chaos/seeded-random";
import { type DatabaseSettings, type HistoryDatabase, openDatabase } from "@/lib/server/history/open-database";
import { startPostgres } from "@/lib/testing/postgres";
import { startRecorderChild } from "./child";
import { incidentFaults, storedSteps } from "./incident-script";
import type { Proof } from "./proof";

const PLENTY = 10_000_000;

/** Kills a process that stores incidents. Each next one is another replica: it must continue from every acknowledged step, and find each incident again. */
export async function proveIncidentKills(kills: number, seed: number): Promise<Proof> {
  const random = seededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), "stolos-incidents-"));
  const database = { url: null, folder };
  const faults: string[] = [];
  let acknowledged = 0;
  try {
    for (let kill = 0; kill < kills; kill++) {
      const child = startRecorderChild({ database, count: PLENTY, perFlush: 1, incidentsOf: kill });
      const { records } = await child.found;
      if (records < acknowledged) faults.push(`kill ${kill}: ${acknowledged - records} of ${acknowledged} steps lost ${child.log()}`);
      await wait(20 + random.below(300));
      await child.kill();
      acknowledged = Math.max(acknowledged, child.acknowledged());
    }
    const steps = await inspected(database, async (opened) => {
      const stored = await storedSteps(opened);
      faults.push(...(await incidentFaults(opened, stored)));
      return stored;
    });
    if (steps < acknowledged) faults.push(`${acknowledged - steps} of ${acknowledged} steps lost`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { goal: "incidents lost, doubled or changed by kill -9", value: faults.length, target: 0, n: kills, faults, more: { acknowledged } };
}

/** Two replicas store the same incidents, and one of them is killed again and again. Each incident must be stored once. */
export async function proveIncidentReplicas(kills: number, seed: number, steps = 600): Promise<Proof> {
  const random = seededRandom(seed);
  const server = await startPostgres();
  const database = { url: server.url, folder: "" };
  const faults: string[] = [];
  const start = (replica: number) => {
    const child = startRecorderChild({ database, count: steps, perFlush: 1, incidentsOf: replica });
    child.found.catch(() => undefined);
    return child;
  };
  const children = [start(0)];
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const other = start(kill);
      children.push(other);
      await Promise.race([other.found, other.gone]);
      await wait(random.below(400));
      await other.kill();
    }
    const last = start(kills + 1);
    children.push(last);
    const codes = await Promise.all([children[0]?.gone, last.gone]);
    if (codes.some((code) => code !== 0)) faults.push(`the processes ended with ${codes.join(", ")}: ${children.map((child) => child.log()).join("\n")}`);
    await inspected(database, async (opened) => faults.push(...(await incidentFaults(opened, steps))));
  } finally {
    for (const child of children) await child.kill();
    await server.remove();
  }
  return { goal: "incidents lost, doubled or changed with two replicas and kill -9", value: faults.length, target: 0, n: kills, faults, more: { steps } };
}

async function inspected<T>(settings: DatabaseSettings, inspect: (database: HistoryDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase(settings);
  try {
    await database.prepare();
    return await inspect(database);
  } finally {
    await database.close();
  }
}
