import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import next from "next";
import { listenProblem } from "./access/listen-problem";
import { readConfig } from "./config";
import { FRONT_LIMITS, frontServer } from "./http/front";
import { frontSettings } from "./http/front-settings";

/** The dashboard as a program: `--hostname` and `--port`, built before. Everything else comes from the environment. */
const { values } = parseArgs({ options: { hostname: { type: "string", default: "127.0.0.1" }, port: { type: "string", default: "3000" } } });
const port = Number(values.port);
process.title = "stolos";
// Whoever read the log may be gone. Told of that on the same stream, the process would do nothing else any more.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const problem = settingsProblem();
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

// Names the build to the browsers, which reload where another one answers.
const stamp = join(process.cwd(), ".next", "BUILD_ID");
if (existsSync(stamp)) process.env.STOLOS_BUILD ??= readFileSync(stamp, "utf8").trim();
// Next answers upgrades by itself, at the server that it is given: one that never listens. The server in front knows no other protocol.
const app = next({ dev: false, dir: process.cwd(), hostname: values.hostname, port, httpServer: createServer() });
await app.prepare();
const server = frontServer(app.getRequestHandler(), FRONT_LIMITS, frontSettings);
server.once("error", (error) => {
  process.stderr.write(`The dashboard cannot listen on ${values.hostname}:${port}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, values.hostname);

/** Why the server must not start with its settings, as a sentence; null where it may. */
function settingsProblem(): string | null {
  try {
    return listenProblem(values.hostname, readConfig(process.env));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
