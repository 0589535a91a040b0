import { type ChildProcess, spawn } from "node:child_process";
import type { DatabaseSettings } from "@/lib/server/history/open-database";

/** A recording process, as its parent sees it. */
export interface RecorderChild {
  /** How many records it found on disk when it began; resolves once it records. Rejects with its last words where it ended before. */
  readonly found: Promise<{ readonly records: number; readonly duplicated: number; readonly wrong: number }>;
  acknowledged(): number;
  /** Ends it as a power cut would: without a word to it. */
  kill(): Promise<void>;
  /** What it wrote to its log. */
  log(): string;
  /** Resolves to its exit code. */
  readonly gone: Promise<number | null>;
}

const PROGRAM = ".stolos/history-child.mjs";

/** `replayIncidents`: stores the incidents of this replica instead of records. */
interface ChildTask {
  readonly database: DatabaseSettings;
  readonly count: number;
  readonly perFlush: number;
  readonly incidentsOf?: number;
}

export function startRecorderChild(task: ChildTask): RecorderChild {
  const child: ChildProcess = spawn(process.execPath, ["--enable-source-maps", PROGRAM, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let complaints = "";
  const gone = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.stderr?.on("data", (bytes: Buffer) => {
    complaints += bytes.toString();
  });
  const found = new Promise<{ records: number; duplicated: number; wrong: number }>((resolve, reject) => {
    child.stdout?.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      const words = /^found (\d+) (-?\d+) (\d+)$/m.exec(said);
      if (words !== null) resolve({ records: Number(words[1]), duplicated: Number(words[2]), wrong: Number(words[3]) });
    });
    child.once("exit", () => reject(new Error(`The recording process ended: ${complaints}`)));
  });
  return {
    found,
    acknowledged: () => Number([...said.matchAll(/^acknowledged (\d+)\n/gm)].at(-1)?.[1] ?? 0),
    log: () => complaints,
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
    gone,
  };
}
