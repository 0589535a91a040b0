import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "./root.mjs";
import { runCommand } from "./run.mjs";

/** Runs `npm ci` where node_modules is missing or is not what the lock file says. */
export async function ensureInstalled() {
  const missing = missingPackages(readLock("package-lock.json"), readLock("node_modules/.package-lock.json"));
  if (missing.length === 0) return;
  process.stdout.write(`Installing: ${missing.length} packages are missing or of another version than package-lock.json names.\n`);
  const code = await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  if (code === 0) return;
  process.stderr.write("npm ci failed, see above. It needs a package registry: check the network and `npm config get registry`.\n");
  process.exit(1);
}

/** Names of the packages that `lock` asks for and `installed` does not have in that version. Platform packages may be absent. */
export function missingPackages(lock, installed) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== "" && !entry.optional && installed.packages[path]?.version !== entry.version)
    .map(([path]) => path);
}

/** Runs the npm that started this command, else the one on the path. */
export function npm(args, options) {
  const own = process.env.npm_execpath;
  return own?.endsWith("js") ? runCommand(process.execPath, [own, ...args], options) : runCommand("npm", args, options);
}

function readLock(path) {
  return existsSync(inRoot(path)) ? JSON.parse(readFileSync(inRoot(path), "utf8")) : { packages: {} };
}
