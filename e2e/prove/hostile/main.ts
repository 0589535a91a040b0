import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startHouse, WITHOUT_LIMITS } from "@/e2e/house";
import { faultOf, hostileInputs } from "@/e2e/outside/hostile-inputs";
import { sendRaw } from "@/e2e/outside/raw-request";
import { askHealth } from "@/e2e/prove/attack/honest";
import { percentile } from "@/lib/testing/figures";

/** Every hostile input against the whole product, several times over: what each is answered, how long others wait, what memory it takes. */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const rounds = Number(values.rounds);

const house = await startHouse({
  sandboxArguments: ["--scenario", "steady", "--seed", "1"],
  settings: { STOLOS_READ_ONLY: "false", ...WITHOUT_LIMITS },
  // Its process names itself in its log.
  nodeArguments: ["--import", 'data:text/javascript,process.stderr.write("process " + process.pid + "\\n")'],
});
const began = performance.now();
const inputs = hostileInputs(house.address);
const wrong: string[] = [];
try {
  // A server that has answered nothing yet has not compiled what answers.
  await sendAll();
  const before = await restingMb();
  wrong.length = 0;
  const health = askHealth(house.address);
  for (let round = 0; round < rounds; round++) await sendAll();
  const waited = await health.end();
  const grown = (await restingMb()) - before;
  for (const line of wrong) process.stderr.write(`${line}\n`);
  const kept = [
    told("S7 hostile inputs that are answered wrongly", wrong.length, 0),
    told("S7 faults in the log", (house.dashboard.log().match(/"level":"error"|unhandledRejection|uncaughtException|FATAL ERROR/g) ?? []).length, 0),
    told("S7 a health check meanwhile, p99, ms", Math.round(percentile(waited, 0.99)), 100),
    told("S7 memory that stays, MB", Math.round(grown), 150),
  ];
  process.exitCode = kept.every(Boolean) ? 0 : 1;
} finally {
  await house.end();
}

async function sendAll(): Promise<void> {
  for (const input of inputs) {
    const fault = faultOf(input, await sendRaw(house.address, input));
    if (fault !== null) wrong.push(fault);
  }
}

/** What the process holds once it has had a while to give back what it does not need. */
async function restingMb(): Promise<number> {
  await wait(5_000);
  const pid = /^process (\d+)$/m.exec(house.dashboard.log())?.[1];
  if (pid === undefined) throw new Error("The dashboard does not name its process.");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1_024;
}

function told(goal: string, value: number, target: number): boolean {
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(`${JSON.stringify({ goal, value, target, n: inputs.length * rounds, seconds })}\n`);
  return value <= target;
}
