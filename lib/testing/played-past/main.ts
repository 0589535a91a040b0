import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { playPast } from "./play";
import { SITUATIONS } from "./situations";

/**
 * FOLDER ID: plays a situation that ends now. Writes its history to FOLDER, and the objects of each cluster to FOLDER/CLUSTER.json for `--objects` of the
 * embedded cluster. Prints the end in milliseconds, and the entry of each machine.
 */
const [folder = "", id = ""] = process.argv.slice(2);
const situation = SITUATIONS.find((one) => one.id === id);
if (situation === undefined) throw new Error(`There is no situation ${id}.`);
const past = await playPast(situation.script, { ...situation.play, seed: 39, now: Date.now(), folder });
for (const { name } of situation.script.clusters) writeFileSync(join(folder, `${name}.json`), JSON.stringify(past.snapshot(name)));
const machines = past.countAt(past.now).clusters.flatMap((cluster) => cluster.machines);
await past.close();
process.stdout.write(JSON.stringify({ now: past.now, entries: Object.fromEntries(machines.map((machine) => [machine.id, machine.entry])) }), () =>
  process.exit(0),
);
