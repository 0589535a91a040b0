import { type ChildProcess, spawn } from "node:child_process";
import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** A program that a test started: what it has written so far, and how to end it. */
export interface Program {
  readonly name: string;
  log(): string;
  /** Ends it as a platform would: SIGTERM, and SIGKILL after four seconds. Resolves to the milliseconds that took. */
  end(): Promise<number>;
}

/** Starts Node with `args` and waits until `isReady`; throws with the program's own words where it ends or takes over a minute. */
export async function startProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  isReady: () => Promise<boolean>,
): Promise<Program> {
  const child = spawn(process.execPath, args, { env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes: Buffer) => {
      written += bytes.toString();
    });
  }
  const program: Program = { name, log: () => written, end: () => endChild(child) };
  for (const startedAt = performance.now(); performance.now() - startedAt < 60_000; await wait(50)) {
    if (hasEnded(child)) break;
    if (await isReady()) return program;
  }
  await program.end();
  throw new Error(`The ${name} did not start:\n${written}`);
}

/** True where something answers HTTP at this address. */
export function answersHttp(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 2000 }, (response) => {
      response.resume();
      resolve(true);
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(false));
  });
}

async function endChild(child: ChildProcess): Promise<number> {
  if (hasEnded(child)) return 0;
  const askedAt = performance.now();
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const forced = setTimeout(() => child.kill("SIGKILL"), 4000);
  await gone;
  clearTimeout(forced);
  return performance.now() - askedAt;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
