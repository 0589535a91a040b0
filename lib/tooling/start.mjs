import "./node-version.mjs";
import { ensureBuilt } from "./build.mjs";
import { household } from "./children.mjs";
import { addressOf, dashboardReady, startDashboard } from "./dashboard.mjs";
import { ensureInstalled } from "./install.mjs";
import { listenAddress } from "./listen-address.mjs";
import { becomesFree } from "./ports.mjs";

/** `npm start`: the dashboard on your kubeconfig, or on the account of the Pod it runs in. */
/** A process manager starts the next server as soon as npm has ended; the one before may still write down what it saw last. */
const ENDING_MS = 4000;
const address = listenAddress(process.env);
if (address.problem) fail(address.problem);
if (!(await becomesFree(address.port, address.host, ENDING_MS))) {
  fail(`Port ${address.port} on ${address.host} is taken. Stop what listens there, or choose another one: STOLOS_PORT=${address.port + 1} npm start`);
}
await ensureInstalled();
await ensureBuilt();
const { add, end } = household();
const dashboard = add("dashboard", startDashboard(address));
if (await dashboardReady(dashboard, address)) process.stdout.write(`\n  Stolos: ${process.env.STOLOS_PUBLIC_URL || addressOf(address)}\n\n`);
else await end(1, "The dashboard was not ready in time. See the lines above.");

function fail(problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
