import "./node-version.mjs";
import { ensureBuilt } from "./build.mjs";
import { household } from "./children.mjs";
import { addressOf, dashboardReady, startDashboard } from "./dashboard.mjs";
import { ensureInstalled } from "./install.mjs";
import { listenAddress } from "./listen-address.mjs";
import { isPortFree } from "./ports.mjs";

/** `npm start`: the dashboard on your kubeconfig, or on the account of the Pod it runs in. */
const address = listenAddress(process.env);
if (address.problem) fail(address.problem);
if (!(await isPortFree(address.port, address.host))) {
  fail(`Port ${address.port} on ${address.host} is taken. Stop what listens there, or choose another one: STOLOS_PORT=${address.port + 1} npm start`);
}
await ensureInstalled();
await ensureBuilt();
const { add, end } = household();
const dashboard = add("dashboard", startDashboard(address));
if (await dashboardReady(dashboard, address)) process.stdout.write(`\n  Stolos: ${addressOf(address)}\n\n`);
else await end(1, "The dashboard was not ready in time. See the lines above.");

function fail(problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
