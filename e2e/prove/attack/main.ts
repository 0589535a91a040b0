import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Writer } from "@/e2e/bench/writer";
import { startDashboard, startSandbox, untilReady, WITHOUT_LIMITS } from "@/e2e/house";
import { percentile } from "@/lib/testing/figures";
import { askHealth, openHonest } from "./honest";
import { type Answers, runHostile } from "./hostile";

/** Hostile streams against the whole product: the server answers, and an honest reader has its frames. A JSON line per goal on standard output. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { streams: { type: "string", default: "200" }, entries: { type: "string", default: "10000" }, seconds: { type: "string", default: "30" } },
});
const [role = "", address = "", count = ""] = positionals;
if (role === "hostile") await runHostile(address, Number(count));
else process.exit((await measure(Number(values.streams), Number(values.entries), Number(values.seconds))) ? 0 : 1);

async function measure(streams: number, entries: number, seconds: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-attack-"));
  const { program: sandbox } = await startSandbox(folder, ["--scenario", "steady", "--entries", String(entries), "--seed", "1"]);
  const { program, port } = await startDashboard({ KUBECONFIG: join(folder, "kubeconfig"), ...WITHOUT_LIMITS });
  const writer = new Writer(join(folder, "admin.kubeconfig"));
  try {
    await untilReady(`http://127.0.0.1:${port}`);
    await writer.prepare();
    return await underAttack(`http://127.0.0.1:${port}`, writer, { streams, entries, seconds });
  } finally {
    await writer.end();
    await program.end();
    await sandbox.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function underAttack(address: string, writer: Writer, size: { readonly streams: number; readonly entries: number; readonly seconds: number }) {
  const quiet = await healthWhile(address, () => wait(3_000));
  const hostile = fork(process.argv[1] ?? "", ["hostile", address, String(size.streams)], { execArgv: [] });
  const answers = () => new Promise<Answers>((resolve) => hostile.once("message", (told) => resolve(told as Answers)));
  await answers();
  let beganMs = 0;
  let late: readonly number[] = [];
  const health = await healthWhile(address, async () => {
    const honest = await openHonest(address);
    beganMs = honest.beganMs;
    const run = await writer.play(20, size.seconds, 2);
    await wait(2_000);
    late = [...run.probes].map(([words, sentAt]) => (honest.seenAt(words) ?? Number.POSITIVE_INFINITY) - sentAt);
    honest.end();
  });
  const said = answers();
  hostile.send("answers");
  process.stderr.write(`the attack was answered ${JSON.stringify(await said)}\n`);
  hostile.kill();
  const told = (goal: string, ms: readonly number[], target: number) => {
    const at = (share: number) => Math.round(percentile(ms, share));
    process.stdout.write(`${JSON.stringify({ goal, value: at(0.99), target, p50: at(0.5), max: at(1), n: ms.length, ...size })}\n`);
    return percentile(ms, 0.99) <= target;
  };
  told("health without an attack, p99, ms", quiet, 100);
  return [
    told("health under attack, p99, ms", health, 100),
    told("an honest reader's first snapshots, ms", [beganMs], 1_000),
    told("a change until an honest reader has its frame, p99, ms", late, 1_000),
  ].every(Boolean);
}

async function healthWhile(address: string, work: () => Promise<unknown>): Promise<readonly number[]> {
  const asking = askHealth(address);
  await work();
  return asking.end();
}
