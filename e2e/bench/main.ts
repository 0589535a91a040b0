import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startDashboard, startSandbox, untilReady, WITHOUT_LIMITS } from "@/e2e/house";
import { atMost, print, told } from "@/lib/testing/figures";
import { attacks, runAttacker } from "./attack";
import { openCountingDoor } from "./counting-door";
import { crowd } from "./crowd";
import { startChromium } from "./devtools";
import { type Inspected, inspect } from "./inspected";
import { reading } from "./list-table";
import { firstPaint } from "./paint";
import { runReaders } from "./readers";
import { Writer } from "./writer";

/** `P2,P4,P7,P9 --entries 10000 --base-heap BYTES`: the parts that need the whole product and a browser, a line of JSON per figure. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { entries: { type: "string", default: "1000" }, "base-heap": { type: "string", default: "0" } },
});
/** An entry's memory is a slope: whatever the first thousand brought with them, compiled code above all, is no part of it. */
const BASE_ENTRIES = 1_000;
const [part = "P2,P4,P7,P9", ...words] = positionals;
if (part === "attacker") await runAttacker(process.argv.slice(3));
else if (part === "P20") await attacks(Number(values.entries), words[0]);
else if (part === "readers") await runReaders(words[0] ?? "", Number(words[1]));
else await measure(Number(values.entries), new Set(part.split(",")));

/** The product as it stands alone: no door that tests put before it, whose every byte would pass through the process that measures. */
async function measure(entries: number, parts: ReadonlySet<string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-bench-"));
  const { program: sandbox } = await startSandbox(folder, ["--scenario", "steady", "--entries", String(entries), "--seed", "1"]);
  const { program, port } = await startDashboard({ KUBECONFIG: join(folder, "kubeconfig"), ...WITHOUT_LIMITS }, ["--inspect=127.0.0.1:0"]);
  const address = `http://127.0.0.1:${port}`;
  const dashboard = await inspect(program.log());
  const writer = new Writer(join(folder, "admin.kubeconfig"));
  try {
    await untilReady(address);
    // Pages are drawn a few times before anything is measured: their code is no part of the fleet.
    for (let round = 0; round < 5; round++) for (const path of ["/", "/entries"]) await (await fetch(address + path)).text();
    if (parts.has("P2")) await heap(entries, dashboard);
    if (["P4", "P5", "P7", "P9"].some((one) => parts.has(one))) await inBrowser({ entries, parts, port, writer, dashboard });
  } catch (error) {
    process.stderr.write(program.log());
    throw error;
  } finally {
    dashboard.close();
    await writer.end();
    await program.end();
    await sandbox.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function heap(entries: number, dashboard: Inspected): Promise<void> {
  const bytes = await dashboard.heap();
  print(told({ part: "P2", entries, metric: "heap of the dashboard", value: bytes, unit: "B" }));
  const base = Number(values["base-heap"]);
  if (base === 0 || entries <= BASE_ENTRIES) return;
  const value = (bytes - base) / (entries - BASE_ENTRIES);
  print(atMost(500, { part: "P2", entries, metric: `heap per entry above ${BASE_ENTRIES}, indexes and all`, value, unit: "B", floor: 217 }));
}

interface Ground {
  readonly entries: number;
  readonly parts: ReadonlySet<string>;
  readonly port: number;
  readonly writer: Writer;
  readonly dashboard: Inspected;
}

async function inBrowser({ entries, parts, port, writer, dashboard }: Ground): Promise<void> {
  const chromium = await startChromium(process.env.STOLOS_CHROMIUM ?? "chromium");
  const door = await openCountingDoor(port);
  const address = `http://127.0.0.1:${door.port}`;
  try {
    if (parts.has("P7")) await firstPaint(entries, address, chromium);
    await writer.prepare();
    if (parts.has("P4") || parts.has("P5")) await crowd({ entries, address: `http://127.0.0.1:${port}`, chromium, writer, dashboard });
    if (parts.has("P9")) await reading({ part: "P9", entries, address, door, chromium, writer, rounds: 1 });
  } finally {
    await chromium.end();
    await door.close();
  }
}
