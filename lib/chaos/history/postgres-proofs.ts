import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "@/lib/chaos/seeded-random";
import { openDatabase } from "@/lib/server/history/open-database";
import { type Postgres, startPostgres } from "@/lib/testing/postgres";
import { startTcpProxy } from "@/lib/testing/tcp-proxy";
import { startRecorderChild } from "./child";
import { readScript, scriptedRecord } from "./memory-script";
import type { Proof } from "./proof";
import { type Recording, startRecording, untilStatus } from "./recording";

/** Restarts the server under a recording history, in order and by power cut: nothing acknowledged is lost, nothing is there twice. */
export async function proveRestarts(times: number, seed: number): Promise<Proof> {
  const random = seededRandom(seed);
  const server = await startPostgres();
  const recording = await startRecording({ url: server.url, folder: "" });
  try {
    const recorded = await whileRecording(recording, times, async (untilMore) => {
      await wait(random.below(300));
      await server.stop(random.chance(0.5) ? "fast" : "immediate");
      await wait(random.below(200));
      await server.start();
      await untilMore();
    });
    return proofOf("R7 lost or duplicated where PostgreSQL restarts", times, recorded);
  } finally {
    await server.remove();
  }
}

/** The primary dies and its synchronous standby takes over, behind an address that moves with it. */
export async function provePromotions(times: number, seed: number): Promise<Proof> {
  const random = seededRandom(seed);
  let primary = await startPostgres();
  const door = await startTcpProxy(primary.port);
  const recording = await startRecording({ url: primary.url.replace(String(primary.port), String(door.port)), folder: "" }, { patienceMs: 20_000 });
  try {
    const recorded = await whileRecording(recording, times, async (untilMore) => {
      const standby: Postgres = await primary.standby();
      await untilMore();
      await wait(random.below(300));
      await primary.stop("immediate");
      await standby.query("select 1");
      await standby.promote();
      await primary.remove();
      // The new primary waits for nobody until it has a standby of its own.
      await standby.query("alter system reset synchronous_standby_names");
      await standby.query("select pg_reload_conf()");
      primary = standby;
      door.aim(primary.port);
      await untilMore();
    });
    return proofOf("R7 lost or duplicated where a standby takes over", times, recorded);
  } finally {
    await door.close();
    await primary.remove();
  }
}

/** Three processes record the same from the start, none of them chosen: the rows are those of one. */
export async function proveThreeRecorders(transitions: number, seed: number): Promise<Proof> {
  const random = seededRandom(seed);
  const server = await startPostgres();
  const faults: string[] = [];
  try {
    const children = Array.from({ length: 3 }, () =>
      startRecorderChild({ database: { url: server.url, folder: "" }, count: transitions, perFlush: 20 + random.below(200) }),
    );
    const codes = await Promise.all(children.map((child) => child.gone));
    if (codes.some((code) => code !== 0)) faults.push(`the processes ended with ${codes.join(", ")}: ${await Promise.all(children.map(lastWords))}`);
    const database = await openDatabase({ url: server.url, folder: "" });
    const { records, duplicated, wrong } = await readScript(database.read);
    const recorders = await database.read.selectFrom("recorder").select("id").execute();
    await database.close();
    if (recorders.length !== 3) faults.push(`${recorders.length} recorders, not 3`);
    if (records !== transitions) faults.push(`${records} transitions, not ${transitions}`);
    if (duplicated > 0) faults.push(`${duplicated} duplicated`);
    faults.push(...wrong);
  } finally {
    await server.remove();
  }
  return { goal: "R7 rows of three recorders at once that are not those of one", value: faults.length, target: 0, n: transitions, faults, more: {} };
}

function lastWords(child: { readonly found: Promise<unknown> }): Promise<string> {
  return child.found.then(
    () => "",
    (error: unknown) => String(error),
  );
}

interface Run {
  acknowledged: number;
  isOver: boolean;
}

interface Recorded {
  readonly acknowledged: number;
  readonly faults: readonly string[];
}

/** Records while something happens so many times, ends the recording, and says what is wrong with what was stored. */
async function whileRecording(recording: Recording, times: number, happen: (untilMore: () => Promise<void>) => Promise<void>): Promise<Recorded> {
  const faults: string[] = [];
  const run: Run = { acknowledged: 0, isOver: false };
  try {
    const recorded = record(recording, run, faults);
    for (let time = 0; time < times; time++) await happen(() => untilMore(run));
    run.isOver = true;
    await recorded;
    return { acknowledged: run.acknowledged, faults: [...faults, ...(await faultsOf(recording, run.acknowledged))] };
  } finally {
    run.isOver = true;
    await recording.end();
  }
}

function proofOf(goal: string, n: number, { acknowledged, faults }: Recorded): Proof {
  return { goal, value: faults.length, target: 0, n, faults, more: { acknowledged } };
}

/** Records the script until told to end; after a pause it looks how far the database has come, as the recorder does. */
async function record({ database, writer }: Recording, run: Run, faults: string[]): Promise<void> {
  await untilStatus(writer, "recording");
  while (!run.isOver) {
    const records = Array.from({ length: 20 }, (_, more) => scriptedRecord(run.acknowledged + more));
    const isTaken = writer.append(records);
    await writer.flush();
    if (isTaken && writer.status().kind === "recording") {
      run.acknowledged += records.length;
      continue;
    }
    await untilStatus(writer, "recording");
    const { records: held } = await readScript(database.read);
    if (held < run.acknowledged) faults.push(`${run.acknowledged - held} of ${run.acknowledged} lost`);
    run.acknowledged = held;
  }
}

/** Resolves once something was acknowledged that was not before. */
async function untilMore(run: Run): Promise<void> {
  const before = run.acknowledged;
  for (const began = performance.now(); run.acknowledged <= before; await wait(20)) {
    if (performance.now() - began > 60_000) throw new Error("Nothing was recorded for a minute.");
  }
}

async function faultsOf({ database }: Recording, acknowledged: number): Promise<string[]> {
  const { records, duplicated, wrong } = await readScript(database.read);
  return [
    ...(records < acknowledged ? [`${acknowledged - records} of ${acknowledged} lost`] : []),
    ...(duplicated > 0 ? [`${duplicated} duplicated`] : []),
    ...wrong,
  ];
}
