import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "@/lib/chaos/seeded-random";
import { startRecorderChild } from "./child";
import type { Proof } from "./proof";

const PLENTY = 10_000_000;
/** A short log is folded in again and again: then a kill often falls into that. */
const LOG_BYTES = [50_000, 400_000, 8_000_000];

/** Kills a recording process again and again: what it had acknowledged is there when the next one looks, once, and as it was. */
export async function proveKills(kills: number, seed: number): Promise<Proof> {
  const random = seededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), "stolos-kill-"));
  const faults: string[] = [];
  let acknowledged = 0;
  try {
    for (let kill = 0; kill <= kills; kill++) {
      const child = startRecorderChild({ database: { url: null, folder, logBytes: random.pick(LOG_BYTES) }, count: PLENTY, perFlush: 1 + random.below(60) });
      const { records, duplicated, wrong } = await child.found;
      if (records < acknowledged) faults.push(`kill ${kill}: ${acknowledged - records} of ${acknowledged} lost ${child.log()}`);
      if (duplicated + wrong > 0) faults.push(`kill ${kill}: ${duplicated} duplicated, ${wrong} wrong`);
      await wait(20 + random.below(200));
      acknowledged = Math.max(acknowledged, child.acknowledged());
      await child.kill();
      acknowledged = Math.max(acknowledged, child.acknowledged());
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { goal: "R7 acknowledged transitions lost or duplicated by kill -9", value: faults.length, target: 0, n: kills, faults, more: { acknowledged } };
}
