import "./node-version.mjs";
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { machinesIn } from "./bundle-machines.mjs";
import { inGenerated } from "./root.mjs";

/** `npm run demo:machine`: starts simulated machines in the running demo from the archive of a bundle, as real ones start from its files. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { address: { type: "string", default: "10.66.0.10" }, problem: { type: "string", default: "" } },
});
const [archive] = positionals;
const control = inGenerated("demo", "control");
if (archive === undefined) stop("Which bundle? npm run demo:machine -- BUNDLE.tar.gz [--address 10.66.0.10] [--problem 'what its probe says']");
if (!existsSync(control)) stop("The demo does not run: npm run demo starts it.");
const base = readFileSync(control, "utf8");

const machines = await machinesIn(archive).catch((error) => stop(`${archive} is no bundle: ${error.message}`));
let last = Number(values.address.split(".").at(-1));
for (const [name, bundle] of machines) {
  const address = [...values.address.split(".").slice(0, 3), last++].join(".");
  await told("POST", "/vms", { name, address, bundle });
  process.stdout.write(`${name} starts with the address ${address}.\n`);
}
for (const [name, files] of machines) await reportHealth(namespaceIn(files), name);

/** The probe of a machine answers some seconds after its start. */
async function reportHealth(namespace, name) {
  const path = `/vms/${namespace}/${name}`;
  for (let second = 0; second < 20; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { state } = await told("GET", path);
    if (state !== "connected") {
      if (second === 19) process.stdout.write(`${name} is not connected, but ${state}.\n`);
      continue;
    }
    await told("POST", `${path}/health`, { problem: values.problem });
    return process.stdout.write(`${name} is connected, and ${values.problem === "" ? "healthy" : `unhealthy: ${values.problem}`}.\n`);
  }
}

async function told(method, path, body) {
  const answer = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) });
  const said = await answer.json();
  if (!answer.ok) stop(`The demo refuses ${method} ${path}: ${said.error}`);
  return said;
}

function namespaceIn(files) {
  return /^ISTIO_NAMESPACE='?([a-z0-9-]+)/m.exec(files["cluster.env"] ?? "")?.[1] ?? "default";
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
