import { readFileSync } from "node:fs";

/** The programs of a bench, by what their command lines say. */
const PROGRAMS = [
  ["sandbox", "sandbox.mjs"],
  ["dashboard", "next"],
  ["readers", " readers "],
  ["browser", "chrom"],
] as const;

const TICKS_A_SECOND = 100;

/** Starts measuring; what it gives tells how much of a core this process and each program that it started has used since, by name. */
export function processShares(): () => ReadonlyMap<string, number> {
  const [before, began] = [ticks(), performance.now()];
  return () => {
    const seconds = (performance.now() - began) / 1_000;
    return new Map([...ticks()].map(([name, now]) => [name, (now - (before.get(name) ?? 0)) / TICKS_A_SECOND / seconds]));
  };
}

function ticks(): ReadonlyMap<string, number> {
  const all = new Map<string, number>([["writer", ticksOf(process.pid)]]);
  for (const child of childrenOf(process.pid)) {
    const command = read(`/proc/${child}/cmdline`).replaceAll("\0", " ");
    const name = PROGRAMS.find(([, sign]) => command.includes(sign))?.[0];
    if (name !== undefined) all.set(name, (all.get(name) ?? 0) + ticksWithChildren(child));
  }
  return all;
}

function ticksWithChildren(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + ticksWithChildren(child), ticksOf(pid));
}

function ticksOf(pid: number): number {
  // A name may hold anything; what follows it are numbers, of which the twelfth and thirteenth are user and system time.
  const fields = read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

function childrenOf(pid: number): readonly number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

/** A process that is gone has used nothing; where there is no /proc all shares are 0. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
