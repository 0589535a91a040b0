import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** True where nothing listens on this port of this address. */
export function isPortFree(port, host = "127.0.0.1") {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => (error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve(false) : reject(error)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** True once nothing listens on this port, false where something still does after `timeoutMs`: whoever is ending there needs a while. */
export async function becomesFree(port, host, timeoutMs) {
  for (const startedAt = performance.now(); performance.now() - startedAt < timeoutMs; await wait(100)) {
    if (await isPortFree(port, host)) return true;
  }
  return isPortFree(port, host);
}

/** The wanted port where it is free, else the next free one of the hundred above it. */
export async function freePort(wanted, host = "127.0.0.1") {
  for (let port = wanted; port < wanted + 100; port += 1) {
    if (await isPortFree(port, host)) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 99} on ${host}.`);
}
