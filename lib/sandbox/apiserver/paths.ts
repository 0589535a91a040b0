import type { IncomingMessage, ServerResponse } from "node:http";
import { handleDiscovery } from "./discovery";
import { handleOpenapi } from "./openapi";
import type { Registry } from "./registry";
import { sendJson, sendText } from "./respond";
import { UnknownPath } from "./status-errors";

const healthPaths = new Set(["/healthz", "/livez", "/readyz"]);

/** Paths that are no resource: version, health, discovery, OpenAPI. Throws `UnknownPath` for all others. */
export function handlePath(registry: Registry, request: IncomingMessage, response: ServerResponse, path: string): void {
  const isVerbose = (request.url ?? "").includes("verbose");
  if (path === "/version" || path === "/version/") sendJson(request, response, 200, version);
  else if (healthPaths.has(path)) sendText(response, 200, isVerbose ? `[+]ping ok\n${path.slice(1)} check passed\n` : "ok");
  else if (path === "/api" || path.startsWith("/api/") || path === "/apis" || path.startsWith("/apis/")) handleDiscovery(registry, request, response, path);
  else if (path === "/openapi/v3" || path.startsWith("/openapi/v3/")) handleOpenapi(registry, request, response, path);
  else throw new UnknownPath();
}

/** The release whose behaviour the recordings show. */
const version = {
  major: "1",
  minor: "36",
  emulationMajor: "1",
  emulationMinor: "36",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "35",
  gitVersion: "v1.36.2+sandbox",
  gitCommit: "",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "",
  compiler: "",
  platform: "",
};
