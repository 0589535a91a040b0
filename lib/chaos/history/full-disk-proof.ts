import { seededRandom } from "@/lib/chaos/seeded-random";
import type { HistoryRecord } from "@/lib/server/history/history-record";
import { readScript, scriptedRecord } from "./memory-script";
import type { Proof } from "./proof";
import { type Recording, startRecording, untilStatus } from "./recording";
import { makeSmallDisk, type SmallDisk } from "./small-disk";

interface Told {
  /** Records that are surely on disk. */
  acknowledged: number;
  /** Begin and end of each window that was recorded without a break. */
  readonly windows: [number, number][];
  readonly faults: string[];
}

/** Fills the disk under a recording history again and again: it pauses, says why, goes on by itself, has lost nothing, and shows the gap. */
export async function proveFullDisks(times: number, seed: number): Promise<Proof> {
  const random = seededRandom(seed);
  const disk = makeSmallDisk();
  const recording = await startRecording({ url: null, folder: disk.folder });
  const told: Told = { acknowledged: 0, windows: [], faults: [] };
  try {
    for (let time = 0; time < times; time++) await fillOnce(disk, recording, told, 1 + random.below(80));
    await recordWindow(recording, told, 50, 1);
    await compare(recording, told);
  } finally {
    await recording.end();
    disk.remove();
  }
  const { acknowledged, faults } = told;
  return { goal: "R7 faults where the disk is full", value: faults.length, target: 0, n: times, faults, more: { acknowledged, by: disk.how } };
}

async function fillOnce(disk: SmallDisk, recording: Recording, told: Told, perFlush: number): Promise<void> {
  await recordWindow(recording, told, 100, perFlush);
  await disk.fill(recording.database);
  await recordWindow(recording, told, 1_000_000, perFlush);
  const status = recording.writer.status();
  if (status.kind !== "paused" || !status.reason.includes("disk is full")) told.faults.push(`it did not say that the disk is full: ${JSON.stringify(status)}`);
  if (recording.writer.append([scriptedRecord(told.acknowledged)])) told.faults.push("it took a record while paused");
  await disk.free(recording.database);
}

/** Appends records, each with the window's end behind it, until there are enough or the history pauses. */
async function recordWindow({ writer, database }: Recording, told: Told, most: number, perFlush: number): Promise<void> {
  await untilStatus(writer, "recording");
  // What was appended before a pause and not acknowledged may still have come to the disk.
  const next = (await readScript(database.read)).records;
  if (next < told.acknowledged) told.faults.push(`${told.acknowledged - next} of ${told.acknowledged} lost`);
  told.acknowledged = next;
  const window: [number, number] = [Date.now(), 0];
  for (let index = next; index < next + most; index += perFlush) {
    const records: HistoryRecord[] = Array.from({ length: perFlush }, (_, more) => scriptedRecord(index + more));
    const to = Date.now();
    if (!writer.append([...records, { kind: "window", cluster: "c", watched: "workloadentries", namespace: "*", from: window[0], to, endedBecause: null }]))
      break;
    await writer.flush();
    if (writer.status().kind !== "recording") break;
    told.acknowledged = index + perFlush;
    window[1] = to;
  }
  if (window[1] > 0) told.windows.push(window);
}

async function compare({ database }: Recording, told: Told): Promise<void> {
  const { records, duplicated, wrong } = await readScript(database.read);
  if (records < told.acknowledged) told.faults.push(`${told.acknowledged - records} of ${told.acknowledged} lost`);
  if (duplicated > 0) told.faults.push(`${duplicated} duplicated`);
  told.faults.push(...wrong);
  const rows = await database.read.selectFrom("watch_window").select(["from_at", "to_at"]).orderBy("from_at").execute();
  const [held, expected] = [rows.map((row) => [row.from_at, row.to_at]), told.windows];
  if (JSON.stringify(held) !== JSON.stringify(expected)) told.faults.push(`windows are ${JSON.stringify(held)}, not ${JSON.stringify(expected)}`);
}
