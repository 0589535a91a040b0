import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** Node answers a signal quickly; what has not ended by then is not going to. */
const PATIENCE_MS = 2500;
/** How often a command that npm started looks whether npm is still there. */
const LAUNCHER_CHECK_MS = 250;
/** Who started this process. */
const launcher = process.ppid;

/** Ends a child: asked by the signal first, forced after `patienceMs`. Resolves to the milliseconds that it took. */
export async function endChild(child, signal = "SIGTERM", patienceMs = PATIENCE_MS) {
  if (hasEnded(child)) return 0;
  const askedAt = performance.now();
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const forced = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await gone;
  clearTimeout(forced);
  return performance.now() - askedAt;
}

/**
 * The children of this process, which stand or fall together: on a signal, and when the npm that started this process has ended, all are
 * ended and the process leaves with 0; when one ends by itself it is named, the others are ended and the process leaves with 1.
 */
export function household() {
  const children = new Map();
  let ending = null;
  const end = (code, problem) => {
    if (problem && !ending) process.stderr.write(`${problem}\n`);
    ending ??= Promise.all([...children.values()].map((child) => endChild(child))).then(() => process.exit(code));
    return ending;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0));
  onLauncherGone(() => end(0));
  return {
    end,
    add(name, child) {
      children.set(name, child);
      child.once("error", (error) => end(1, `The ${name} could not be started: ${error.message}`));
      child.once("exit", (code, signal) => end(1, `The ${name} ended by itself (${signal ?? `code ${code}`}). See the lines above.`));
      return child;
    },
  };
}

/**
 * Calls `then` once the npm that started this process has ended: killed, it passes on no signal, and a shell in between never does. What
 * is left to notice is that this process has another parent. Does nothing where npm did not start it: a process may be meant to outlive
 * the shell it was typed into.
 */
function onLauncherGone(then) {
  if (!process.env.npm_lifecycle_event) return;
  const look = () => {
    if (process.ppid === launcher) return;
    clearInterval(timer);
    then();
  };
  const timer = setInterval(look, LAUNCHER_CHECK_MS);
  timer.unref();
}

/** Asks `isReady` every 100 ms. Resolves to true, or to false when the child has ended or the time is up. */
export async function untilReady(child, isReady, timeoutMs) {
  for (const startedAt = performance.now(); performance.now() - startedAt < timeoutMs; await wait(100)) {
    if (hasEnded(child)) return false;
    if (await isReady()) return true;
  }
  return false;
}

/** True where something answers HTTP at this address, whatever it answers. Keeps no connection, which would hold up the other's end. */
export function answers(url) {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 2000 }, (response) => {
      response.resume();
      resolve(true);
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(false));
  });
}

function hasEnded(child) {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
