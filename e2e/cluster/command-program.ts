import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

/** A command that a test started. */
export interface CommandProgram {
  /** What it has written, the last 200,000 characters of it. */
  log(): string;
  /** SIGTERM, and SIGKILL after twenty seconds. */
  end(): Promise<void>;
}

interface Readiness {
  readonly isReady: (written: string) => boolean;
  readonly timeoutMs: number;
}

const KEPT_CHARACTERS = 200_000;
const END_MS = 20_000;

/** Starts a command and waits until what it wrote says that it is ready; throws with its own words where it ends before. */
export async function startCommand(command: string, args: readonly string[], { isReady, timeoutMs }: Readiness): Promise<CommandProgram> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  let failure = "";
  child.once("error", (error) => {
    failure = error.message;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes: Buffer) => {
      written = (written + bytes.toString()).slice(-KEPT_CHARACTERS);
    });
  }
  const program: CommandProgram = { log: () => written, end: () => endChild(child) };
  for (const startedAt = performance.now(); performance.now() - startedAt < timeoutMs; await wait(100)) {
    if (hasEnded(child) || failure !== "") break;
    if (isReady(written)) return program;
  }
  await program.end();
  throw new Error(`${command} did not start: ${failure}\n${written.slice(-4000)}`);
}

async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const forced = setTimeout(() => child.kill("SIGKILL"), END_MS);
  await gone;
  clearTimeout(forced);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
