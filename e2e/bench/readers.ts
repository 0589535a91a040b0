import { fork } from "node:child_process";
import { openReader } from "./stream-reader";

/** What a page of entries asks for. */
const VIEWS = [
  { kind: "shell", query: "", offset: 0, limit: 0 },
  { kind: "entries", query: "", offset: 0, limit: 60 },
];

/** What the readers have had so far, all together. */
interface Counts {
  readonly frames: number;
  readonly bytes: number;
  readonly beatBytes: number;
}

/** Readers of a page's streams in a process of their own: whoever writes must not wait for whoever reads. */
export interface Readers {
  counts(): Promise<Counts>;
  end(): void;
}

/** Starts so many, and resolves when each has what it asked for. */
export async function startReaders(address: string, count: number): Promise<Readers> {
  const child = fork(process.argv[1] ?? "", ["readers", address, String(count)], { execArgv: [] });
  const answer = () => new Promise<Counts>((resolve) => child.once("message", (counts) => resolve(counts as Counts)));
  await answer();
  return {
    counts() {
      const counts = answer();
      child.send("counts");
      return counts;
    },
    end: () => void child.kill(),
  };
}

/** The other process: `readers ADDRESS COUNT`. It ends with the one that started it. */
export async function runReaders(address: string, count: number): Promise<void> {
  const readers = await Promise.all(Array.from({ length: count }, () => openReader(address)));
  await Promise.all(readers.map((reader) => reader.snapshots(VIEWS)));
  const sum = (name: keyof Counts) => readers.reduce((all, reader) => all + reader[name], 0);
  const tell = () => process.send?.({ frames: sum("frames"), bytes: sum("bytes"), beatBytes: sum("beatBytes") });
  process.on("message", tell);
  process.on("disconnect", () => process.exit(0));
  tell();
}
