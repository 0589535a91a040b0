import { createServer } from "node:http";
import { isIPv6 } from "node:net";
import { parseArgs } from "node:util";
import next from "next";
import { FRONT_LIMITS, frontServer } from "./http/front";
import { frontSettings } from "./http/front-settings";
import { isLoopbackHost } from "./http/inbound-headers";

/** The dashboard as a program: `--hostname` and `--port`, built before. Everything else comes from the environment. */
const { values } = parseArgs({ options: { hostname: { type: "string", default: "127.0.0.1" }, port: { type: "string", default: "3000" } } });
const port = Number(values.port);
process.title = "stolos";
// Whoever read the log may be gone. Told of that on the same stream, the process would do nothing else any more.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// Plain HTTP: beyond this machine whatever is read, and every token, could be read on its way.
if (!isLoopbackHost(isIPv6(values.hostname) ? `[${values.hostname}]` : values.hostname)) {
  process.stderr.write(`The dashboard listens on this machine only, and ${values.hostname} is not it.\n`);
  process.exit(1);
}

// Next answers upgrades by itself, at the server that it is given: one that never listens. The server in front knows no other protocol.
const app = next({ dev: false, dir: process.cwd(), hostname: values.hostname, port, httpServer: createServer() });
await app.prepare();
const server = frontServer(app.getRequestHandler(), FRONT_LIMITS, frontSettings);
server.once("error", (error) => {
  process.stderr.write(`The dashboard cannot listen on ${values.hostname}:${port}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, values.hostname);
