import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { inspect } from "@/e2e/bench/inspected";
import { startHouse, WITHOUT_LIMITS } from "@/e2e/house";
import { faultOf, hostileInputs } from "@/e2e/outside/hostile-inputs";
import { sendRaw } from "@/e2e/outside/raw-request";
import { askHealth } from "@/e2e/prove/attack/honest";
import { percentile } from "@/lib/testing/figures";
import { memoryOf } from "./process-memory";

/**
 * Every hostile input against the whole product, several times over: what each is answered, how long others wait, what memory stays, and then one by one, what
 * memory each takes. Both are measured from a process without garbage: how much of that V8 lets lie is decided by the size of the machine, and after as many
 * ordinary requests it is no less.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const rounds = Number(values.rounds);

const house = await startHouse({
  sandboxArguments: ["--scenario", "steady", "--seed", "1"],
  settings: { STOLOS_READ_ONLY: "false", ...WITHOUT_LIMITS },
  // Its process names itself in its log.
  nodeArguments: ["--inspect=127.0.0.1:0", "--import", 'data:text/javascript,process.stderr.write("process " + process.pid + "\\n")'],
});
const began = performance.now();
const inputs = hostileInputs(house.address);
const inside = await inspect(house.dashboard.log());
const memory = memoryOf(Number(/^process (\d+)$/m.exec(house.dashboard.log())?.[1]));
const wrong: string[] = [];
try {
  // A server that has answered nothing yet has not compiled what answers.
  await sendAll();
  const before = await restingMb();
  const most = memory.mark();
  wrong.length = 0;
  const health = askHealth(house.address);
  for (let round = 0; round < rounds; round++) await sendAll();
  const waited = await health.end();
  const mostMb = Math.round(most());
  const grown = (await restingMb()) - before;
  const { takenMb, by } = await takenByOne();
  for (const line of wrong) process.stderr.write(`${line}\n`);
  const kept = [
    told("S7 hostile inputs that are answered wrongly", wrong.length, 0),
    told("S7 faults in the log", (house.dashboard.log().match(/"level":"error"|unhandledRejection|uncaughtException|FATAL ERROR/g) ?? []).length, 0),
    told("S7 a health check meanwhile, p99, ms", Math.round(percentile(waited, 0.99)), 100),
    told("S7 memory that stays without garbage, MB", Math.round(grown), 150, { beforeMb: Math.round(before), mostWithGarbageMb: mostMb }),
    told("S7 memory that one input takes at most, MB", Math.round(takenMb), 150, { by }),
  ];
  process.exitCode = kept.every(Boolean) ? 0 : 1;
} finally {
  inside.close();
  await house.end();
}

async function sendAll(): Promise<void> {
  for (const input of inputs) {
    const fault = faultOf(input, await sendRaw(house.address, input));
    if (fault !== null) wrong.push(fault);
  }
}

/** What the process holds once it has had a while to end what it was at, and its garbage is collected. */
async function restingMb(): Promise<number> {
  await wait(5_000);
  // What is released by a collection may free more in the next one.
  for (let round = 0; round < 3; round++) await inside.collect();
  return memory.now();
}

/** The input that takes the most memory at one time, each sent to a process without garbage. */
async function takenByOne(): Promise<{ readonly takenMb: number; readonly by: string }> {
  let most = { takenMb: 0, by: "" };
  for (const input of inputs) {
    await inside.collect();
    const peak = memory.mark();
    const before = memory.now();
    await sendRaw(house.address, input);
    const takenMb = peak() - before;
    if (takenMb > most.takenMb) most = { takenMb, by: input.what };
  }
  return most;
}

function told(goal: string, value: number, target: number, more: Readonly<Record<string, unknown>> = {}): boolean {
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(`${JSON.stringify({ goal, value, target, n: inputs.length * rounds, seconds, ...more })}\n`);
  return value <= target;
}
