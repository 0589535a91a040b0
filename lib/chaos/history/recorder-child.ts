import type { DatabaseSettings } from "@/lib/server/history/open-database";
import { playIncidents, storedSteps } from "./incident-script";
import { readScript, scriptedRecord } from "./memory-script";
import { startRecording, untilStatus } from "./recording";

/**
 * A process that records a script, and prints the index of what is surely on disk: to be killed, or to run beside others. It records versions, or stores the
 * incidents of one replica (`replayIncidents`).
 */
interface Task {
  readonly database: DatabaseSettings;
  readonly count: number;
  /** How many records it appends before it waits for the disk. */
  readonly perFlush: number;
  readonly incidentsOf?: number;
}

const task: Task = JSON.parse(process.argv[2] ?? "{}");
const say = (words: string) => process.stdout.write(`${words}\n`);

const { database, writer, end } = await startRecording(task.database, { patienceMs: 20_000 });
await untilStatus(writer, "recording");
if (task.incidentsOf === undefined) await recordVersions();
else {
  say(`found ${await storedSteps(database)} 0 0`);
  await playIncidents(database, task.incidentsOf, task.count, (steps) => say(`acknowledged ${steps}`));
}
await end();
say("done");

async function recordVersions(): Promise<void> {
  const { records, wrong, duplicated } = task.database.url === null ? await readScript(database.read) : { records: 0, wrong: [], duplicated: 0 };
  say(`found ${records} ${duplicated} ${wrong.length}`);
  for (let index = records; index < task.count; index += task.perFlush) {
    const batch = Array.from({ length: Math.min(task.perFlush, task.count - index) }, (_, more) => scriptedRecord(index + more));
    while (!writer.append(batch)) await untilStatus(writer, "recording");
    await writer.flush();
    if (writer.status().kind !== "recording") throw new Error(`The history paused: ${JSON.stringify(writer.status())}`);
    say(`acknowledged ${index + batch.length}`);
  }
}
