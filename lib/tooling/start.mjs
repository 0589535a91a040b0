import "./node-version.mjs";
import { existsSync, readFileSync } from "node:fs";
import { ensureBuilt } from "./build.mjs";
import { bundleProgram } from "./bundle.mjs";
import { household } from "./children.mjs";
import { addressOf, dashboardReady, startDashboard } from "./dashboard.mjs";
import { ensureInstalled } from "./install.mjs";
import { listenAddress } from "./listen-address.mjs";
import { becomesFree } from "./ports.mjs";
import { inRoot } from "./root.mjs";
import { exitOf, startNode } from "./run.mjs";

/** `npm start`: the dashboard on your kubeconfig, or on the account of the Pod it runs in. */
/** A process manager starts the next server as soon as npm has ended; the one before may still write down what it saw last. */
const ENDING_MS = 4000;
const { hostname, port, check, json } = await optionsOf(process.argv.slice(2));
if (check) process.exit(await checked({ hostname, port, json }));
const address = listenAddress({ ...process.env, ...(hostname && { STOLOS_HOST: hostname }), ...(port && { STOLOS_PORT: port }) });
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

/** Prints the help, the version or a problem and exits, or resolves to the values of the options. */
async function optionsOf(words) {
  if (words.length === 0) return {};
  // Other packages can be missing: a help text must not wait for an installation.
  if (!existsSync(inRoot("node_modules", "esbuild"))) await ensureInstalled();
  const { startOptions } = await import(await bundleProgram("start-options"));
  const options = startOptions(words, () => JSON.parse(readFileSync(inRoot("package.json"), "utf8")).version);
  if (options.text === undefined) return options;
  process[options.exitCode === 0 ? "stdout" : "stderr"].write(options.text);
  return process.exit(options.exitCode);
}

/** Runs the check of settings, clusters and history. Resolves to its exit code. */
async function checked({ hostname, port, json }) {
  await ensureInstalled();
  const words = [...(hostname ? ["--hostname", hostname] : []), ...(port ? ["--port", port] : []), ...(json ? ["--json"] : [])];
  return exitOf(startNode([await bundleProgram("check"), ...words]));
}

function fail(problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
