import { parseArgs } from "node:util";
import { startHouse } from "@/e2e/house";
import { atMost, print, told } from "@/lib/testing/figures";
import { openCountingDoor } from "./counting-door";
import { crowd } from "./crowd";
import { startChromium } from "./devtools";
import { inspect } from "./inspected";
import { reading } from "./list-table";
import { firstPaint } from "./paint";
import { Writer } from "./writer";

/** `P2,P4,P7,P9 --entries 10000 --empty-heap BYTES`: the parts that need the whole product and a browser, a line of JSON per figure. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { entries: { type: "string", default: "1000" }, "empty-heap": { type: "string", default: "0" } },
});
const entries = Number(values.entries);
const parts = new Set((positionals[0] ?? "P2,P4,P7,P9").split(","));

const sandboxArguments = ["--scenario", "steady", "--entries", String(entries), "--seed", "1"];
const house = await startHouse({ sandboxArguments, settings: {}, nodeArguments: ["--inspect=127.0.0.1:0"] });
const dashboard = await inspect(house.dashboard.log());
const writer = new Writer(house.kubeconfigOf("admin"));
// Pages are drawn a few times before anything is measured: their code is no part of the fleet.
for (let round = 0; round < 5; round++) for (const path of ["/", "/entries"]) await (await fetch(house.address + path)).text();
try {
  if (parts.has("P2")) await heap();
  if (["P4", "P5", "P7", "P9"].some((part) => parts.has(part))) await inBrowser();
} finally {
  dashboard.close();
  await writer.end();
  await house.end();
}

async function heap(): Promise<void> {
  const bytes = await dashboard.heap();
  print(told({ part: "P2", entries, metric: "heap of the dashboard", value: bytes, unit: "B" }));
  const empty = Number(values["empty-heap"]);
  if (empty > 0 && entries > 0)
    print(atMost(500, { part: "P2", entries, metric: "heap per entry, indexes and all", value: (bytes - empty) / entries, unit: "B", floor: 217 }));
}

async function inBrowser(): Promise<void> {
  const chromium = await startChromium(process.env.STOLOS_CHROMIUM ?? "chromium");
  const door = await openCountingDoor(Number(new URL(house.address).port));
  const address = `http://127.0.0.1:${door.port}`;
  try {
    if (parts.has("P7")) await firstPaint(entries, address, chromium);
    await writer.prepare();
    if (parts.has("P4") || parts.has("P5")) await crowd({ entries, address, chromium, writer, dashboard });
    if (parts.has("P9")) await reading({ part: "P9", entries, address, door, chromium, writer, rounds: 1 });
  } finally {
    await chromium.end();
    await door.close();
  }
}
