import "./early-signals";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { listenProblem } from "./access/listen-problem";
import { readConfig } from "./config";
import { exitAfterFailedStart } from "./failed-start";
import { FRONT_LIMITS, frontServer } from "./http/front";
import { frontSettings } from "./http/front-settings";
import { storedGzipPaths, withStoredGzip } from "./http/stored-gzip";
import { log, logConsole } from "./log";
import { LISTEN_DEFAULTS, packageVersion, startOptions } from "./start-options";

/** The dashboard as a program, built before. Everything but its options comes from the environment. */
const options = startOptions(process.argv.slice(2), packageVersion);
if ("text" in options) {
  process[options.exitCode === 0 ? "stdout" : "stderr"].write(options.text);
  process.exit(options.exitCode);
}
// A program of its own: the server must not load what only the check needs.
if (options.check === true) await import(new URL("check.mjs", import.meta.url).href);
const { hostname, port: portText } = { ...LISTEN_DEFAULTS, ...options };
const port = Number(portText);
process.title = "stolos";
// Whoever read the log may be gone. Told of that on the same stream, the process would do nothing else any more.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
logConsole();

const problem = settingsProblem();
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

// Names the build to the browsers, which reload where another one answers.
const stamp = join(process.cwd(), ".next", "BUILD_ID");
if (existsSync(stamp)) process.env.STOLOS_BUILD ??= readFileSync(stamp, "utf8").trim();
try {
  const server = frontServer(await preparedPages(), FRONT_LIMITS, frontSettings);
  server.once("error", (error) => {
    const isTaken = "code" in error && error.code === "EADDRINUSE";
    const why = isTaken ? "another process uses it. Choose another port with --port or STOLOS_PORT." : error.message;
    process.stderr.write(`The dashboard cannot listen on ${hostname}:${port}: ${why}\n`);
    process.exit(1);
  });
  server.listen(port, hostname, () => log("info", "the server listens", { version: packageVersion(), hostname, port: portOf(server), node: process.version }));
} catch (error) {
  exitAfterFailedStart(error);
}

/** The port that the server got: with port 0 the system chooses one. */
function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Loads the built pages. Next is imported here, after the listeners of signals. */
async function preparedPages() {
  const { default: next } = await import("next");
  // Next answers upgrades by itself, at the server that it is given: one that never listens. The server in front knows no other protocol.
  const app = next({ dev: false, dir: process.cwd(), hostname, port, httpServer: createServer() });
  await app.prepare();
  return withStoredGzip(app.getRequestHandler(), storedGzipPaths(join(process.cwd(), ".next")));
}

/** Why the server must not start with its settings, as a sentence; null where it may. */
function settingsProblem(): string | null {
  try {
    return listenProblem(hostname, readConfig(process.env));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
