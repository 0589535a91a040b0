import { rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { bundleProgram } from "./bundle.mjs";
import { household } from "./children.mjs";
import { addressOf, dashboardReady, startDashboard } from "./dashboard.mjs";
import { ensureInstalled } from "./install.mjs";
import { bundleKubeConfig } from "./kube-config.mjs";
import { freePort } from "./ports.mjs";
import { inGenerated, root } from "./root.mjs";
import { sandboxReady, startSandbox } from "./sandbox.mjs";

/** Starts the embedded cluster and the dashboard on it, and ends both together. What follows `npm run demo --` goes to the sandbox. */
export async function startSimulated(mode) {
  await ensureInstalled();
  if (mode === "start") await ensureBuilt();
  else await Promise.all([bundleProgram("history-worker"), bundleKubeConfig()]);
  const { add, end } = household();

  const sandbox = await startSandbox(["--control", "0", ...process.argv.slice(2)]);
  add("sandbox", sandbox.child);
  if (!(await sandboxReady(sandbox))) return end(1, "The sandbox was not ready in time. See the lines above.");

  const wanted = Number(process.env.STOLOS_PORT || process.env.PORT || 3000);
  const address = { host: "127.0.0.1", port: await freePort(wanted) };
  if (address.port !== wanted) process.stdout.write(`Port ${wanted} is taken: using ${address.port}.\n`);
  const readOnly = process.env.STOLOS_READ_ONLY ?? "false";
  // Whoever tries the demo may try all of it: this user also brings machines.
  const kubeconfig = join(dirname(sandbox.kubeconfig), "engineer.kubeconfig");
  const env = {
    ...{ KUBECONFIG: kubeconfig, STOLOS_READ_ONLY: readOnly, STOLOS_DATA: process.env.STOLOS_DATA || freshMemory(address.port) },
    // It may run in a Pod, where everybody would be asked for a token.
    STOLOS_SIGN_IN: process.env.STOLOS_SIGN_IN || "local",
  };
  const dashboard = add("dashboard", startDashboard({ ...address, env, mode }));
  if (!(await dashboardReady(dashboard, address))) return end(1, "The dashboard was not ready in time. See the lines above.");
  process.stdout.write(readyText(addressOf(address), relative(root, join(dirname(sandbox.kubeconfig), "admin.kubeconfig"))));
}

/** A simulated fleet begins anew each time, and so does what is remembered of it. */
function freshMemory(port) {
  const folder = inGenerated(`history-${port}`);
  rmSync(folder, { recursive: true, force: true });
  return folder;
}

function readyText(address, kubeconfig) {
  return `
  Stolos, on a simulated fleet: ${address}
  The same fleet by kubectl:    KUBECONFIG=${kubeconfig} kubectl get wg,we -A
  Ctrl-C ends both.

`;
}
