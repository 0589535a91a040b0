import { existsSync, readFileSync } from "node:fs";
import { answers, untilReady } from "./children.mjs";
import { inRoot } from "./root.mjs";
import { startProgram } from "./run.mjs";

/** Starts the built dashboard (or `next dev`) as a child. `env` names its kubeconfig. */
export function startDashboard({ host, port, env = {}, mode = "start" }) {
  const stdio = mode === "dev" ? "inherit" : ["ignore", "ignore", "inherit"];
  // The dashboard ends itself: what it saw last has to be written down first.
  const ending = mode === "start" ? { NEXT_MANUAL_SIG_HANDLE: "true", STOLOS_ENDS_WITH_PARENT: "true" } : {};
  return startProgram("next", [mode, "--hostname", host, "--port", String(port)], { env: { STOLOS_BUILD: buildId(mode), ...ending, ...env }, stdio });
}

/** Names the build to the browsers: one that was served by another reloads. */
function buildId(mode) {
  const stamp = inRoot(".next", "BUILD_ID");
  return mode === "start" && existsSync(stamp) ? readFileSync(stamp, "utf8").trim() : mode;
}

/** Resolves to true once the dashboard answers, to false where it does not within two minutes. */
export function dashboardReady(child, { host, port }) {
  return untilReady(child, () => answers(`http://${urlHost(host)}:${port}/api/healthz`), 120_000);
}

/** The address a person opens. */
export function addressOf({ host, port }) {
  return `http://${host === "127.0.0.1" ? "localhost" : urlHost(host)}:${port}`;
}

function urlHost(host) {
  return host.includes(":") ? `[${host}]` : host;
}
