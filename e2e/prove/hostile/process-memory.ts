import { readFileSync, writeFileSync } from "node:fs";

/** What the kernel counts of a process on this machine, in MB. Linux only. */
export interface ProcessMemory {
  /** What it holds now (RSS). */
  now(): number;
  /** Forgets the most that it has held so far; what this gives tells the most since. */
  mark(): () => number;
}

/** The process with this number, which belongs to the same user. */
export function memoryOf(pid: number): ProcessMemory {
  const read = (field: "VmRSS" | "VmHWM") => {
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    if (kilobytes === undefined) throw new Error(`The kernel does not tell the ${field} of process ${pid}.`);
    return Number(kilobytes) / 1_024;
  };
  return {
    now: () => read("VmRSS"),
    mark: () => {
      // 5 = the peak is what is held now (proc(5), clear_refs).
      writeFileSync(`/proc/${pid}/clear_refs`, "5");
      return () => read("VmHWM");
    },
  };
}
