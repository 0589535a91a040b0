import { answers, untilReady } from "./children.mjs";
import { inGenerated } from "./root.mjs";
import { startNode, startProgram } from "./run.mjs";

/** Starts the built dashboard (or `next dev`) as a child. `env` names its kubeconfig. */
export function startDashboard({ host, port, env = {}, mode = "start" }) {
  const stdio = mode === "dev" ? "inherit" : ["ignore", "ignore", "inherit"];
  const where = ["--hostname", host, "--port", String(port)];
  if (mode === "dev") return startProgram("next", [mode, ...where], { env: { STOLOS_BUILD: mode, ...env }, stdio });
  const settings = { NODE_ENV: "production", STOLOS_ENDS_WITH_PARENT: "true", ...env };
  return startNode(["--enable-source-maps", inGenerated("dashboard.mjs"), ...where], { env: settings, stdio });
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
