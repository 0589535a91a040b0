import { spawn } from "node:child_process";
import { endChild, untilReady } from "@/lib/tooling/children.mjs";

/** A program that a test started: what it has written so far, and how to end it. */
export interface Program {
  readonly name: string;
  log(): string;
  /** Ends it as a platform would: a signal (SIGTERM unless said), and SIGKILL after its grace (four seconds unless said). Resolves to the milliseconds that took. */
  end(signal?: "SIGTERM" | "SIGINT"): Promise<number>;
  /** Tells it something that does not end it. */
  signal(name: NodeJS.Signals): void;
}

/** How a command is started and ended. */
interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Asked again and again, with what the command has written. */
  readonly isReady: (written: string) => Promise<boolean>;
  readonly timeoutMs?: number;
  /** How long it may take to end by itself after SIGTERM. */
  readonly graceMs?: number;
  /** The folder that it runs in, and the number of the user and group that it runs as; as this process where they are missing. */
  readonly folder?: string;
  readonly user?: number;
}

const START_MS = 60_000;
const GRACE_MS = 4000;

/** Starts Node with `args` and waits until `isReady`; throws with the program's own words where it ends or takes over a minute. */
export function startProgram(name: string, args: readonly string[], env: Readonly<Record<string, string>>, isReady: () => Promise<boolean>): Promise<Program> {
  return startCommand(name, [process.execPath, ...args], { env: { NEXT_TELEMETRY_DISABLED: "1", ...env }, isReady });
}

/** The same for any command: the file to run, and its arguments. */
export async function startCommand(name: string, [file = "", ...args]: readonly string[], options: CommandOptions): Promise<Program> {
  const { env = {}, isReady, timeoutMs = START_MS, graceMs = GRACE_MS, folder, user } = options;
  // The channel tells the sandbox when the test that started it is gone, however that came.
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe", ...(name === "sandbox" ? ["ipc" as const] : [])],
    ...(folder !== undefined && { cwd: folder }),
    ...(user !== undefined && { uid: user, gid: user }),
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (bytes: Buffer) => {
      written += bytes.toString();
    });
  }
  child.on("error", (error) => {
    written += error.message;
  });
  const program: Program = { name, log: () => written, end: (signal = "SIGTERM") => endChild(child, signal, graceMs), signal: (one) => void child.kill(one) };
  if (await untilReady(child, () => isReady(written), timeoutMs)) return program;
  await program.end();
  throw new Error(`The ${name} did not start:\n${written}`);
}
