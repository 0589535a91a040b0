import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

/** Linux mounts a file system in memory here. */
const IN_MEMORY = "/dev/shm";
/** Free bytes there: a container often has 64 MB, and the servers and browsers of a run need more. Free memory of the machine, in bytes. */
const LEAST = { bytes: 2_000_000_000, memory: 4_000_000_000 };

let made = null;

/**
 * Returns a folder in memory for the temporary files of tests, or null if there is no room. It is deleted when this process exits. SQLite waits for the
 * disk at each commit, 2 to 10 ms on a shared one and 0.01 ms here. Tests kill processes and never the operating system, so no test needs a disk.
 */
export function memoryFolder(parent = IN_MEMORY, least = LEAST) {
  if (made === null && hasRoom(parent, least)) {
    made = mkdtempSync(join(parent, "stolos-tests-"));
    // PostgreSQL runs as another user.
    chmodSync(made, 0o755);
    const folder = made;
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  return made;
}

function hasRoom(parent, least) {
  if (!existsSync(parent) || !mayRunPrograms(parent)) return false;
  const { bavail, bsize } = statfsSync(parent);
  return bavail * bsize >= least.bytes && freemem() >= least.memory;
}

/** Some tests write programs to a temporary folder and run them. A container may forbid that. */
function mayRunPrograms(parent) {
  const mounts = existsSync("/proc/mounts") ? readFileSync("/proc/mounts", "utf8").split("\n") : [];
  return !mounts.some((line) => line.split(" ")[1] === parent && /[ ,]noexec[ ,]/.test(line));
}
