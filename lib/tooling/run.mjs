import { spawn } from "node:child_process";
import { inRoot, root } from "./root.mjs";

/** The programs this project starts, by the file that Node runs: the same on every platform, no shell in between. */
const PROGRAMS = {
  biome: "node_modules/@biomejs/biome/bin/biome",
  knip: "node_modules/knip/bin/knip.js",
  next: "node_modules/next/dist/bin/next",
  playwright: "node_modules/@playwright/test/cli.js",
  tsc: "node_modules/typescript/bin/tsc",
  vitest: "node_modules/vitest/vitest.mjs",
};

/** Environment for everything that is started: nothing calls home. */
export const quietEnvironment = { NEXT_TELEMETRY_DISABLED: "1", PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" };

/** Starts a program of `PROGRAMS` as a child that shares this terminal unless `options.stdio` says otherwise. */
export function startProgram(name, args, options = {}) {
  return startNode([inRoot(PROGRAMS[name]), ...args], options);
}

/** Starts Node itself with `args`. */
export function startNode(args, options) {
  return start(process.execPath, args, options);
}

/** Runs a program to its end. Resolves to its exit code; a signal counts as 1. */
export function runProgram(name, args, options) {
  return exitOf(startProgram(name, args, options));
}

/** Runs any command to its end. Resolves to its exit code, or to 127 where there is no such command. */
export function runCommand(command, args, options) {
  return exitOf(start(command, args, options));
}

function start(command, args, { env = {}, stdio = "inherit", timeoutMs } = {}) {
  return spawn(command, args, { cwd: root, env: { ...process.env, ...quietEnvironment, ...env }, stdio, timeout: timeoutMs });
}

/** The exit code of a child once it has ended. */
export function exitOf(child) {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.code === "ENOENT" ? 127 : 1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** All that a child writes to its standard output, once it has ended; it is passed on as it comes. */
export async function writtenBy(child) {
  let written = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (part) => {
    written += part;
    process.stdout.write(part);
  });
  const closed = new Promise((resolve) => child.stdout.once("close", resolve));
  await Promise.all([exitOf(child), closed]);
  return written;
}
