import "./node-version.mjs";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { inRoot } from "./root.mjs";

/**
 * `node lib/tooling/record-endpoints.mjs --control URL --kubeconfig FILE [--folder slices] NAME…`: makes recordings of `lib/sandbox/recordings/endpoints` anew
 * on a running real-cluster. A recording is its own scenario: its lines `object` are applied, a line `pause` (milliseconds) lets a second pass between two ages,
 * and for each line `view` it is written down what a sidecar there is sent. A new one is a file with these lines and no answers.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { control: { type: "string" }, kubeconfig: { type: "string" }, folder: { type: "string", default: "endpoints" } },
});
if (!values.control || !values.kubeconfig) throw new Error("Say --control URL and --kubeconfig FILE of a running real-cluster.");

const FOLDER = inRoot(`lib/sandbox/recordings/${values.folder}`);
const SENTINEL = { number: 1, name: "tcp", protocol: "TCP" };
const STILL_MS = 1_500;

for (const name of positionals) await record(name);

async function record(name) {
  const file = `${FOLDER}/${name}.ndjson`;
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const objects = lines.flatMap(({ object }) => object ?? []);
  try {
    await apply(lines);
    await seen(name);
    const recorded = [];
    for (const line of lines) recorded.push(await answered(line, objects));
    writeFileSync(file, `${recorded.map((line) => JSON.stringify(line)).join("\n")}\n`);
    const clusters = recorded.flatMap((line) => Object.values(line.clusters ?? {}));
    process.stdout.write(`${name}: ${objects.length} objects, ${clusters.length} destinations, ${clusters.flatMap((one) => one.endpoints).length} endpoints\n`);
  } finally {
    await remove(objects);
  }
}

async function answered(line, objects) {
  if (line.object !== undefined) return { object: aged(line.object) };
  return line.view === undefined ? line : { view: line.view, clusters: ofWorld(await settled(line.view), objects) };
}

/** In batches, so that a pause lets a second pass between the ages of two objects. */
async function apply(lines) {
  let batch = [];
  for (const { object, pause } of [...lines, { pause: 0 }]) {
    if (object !== undefined) batch.push({ ...object, metadata: { ...object.metadata, creationTimestamp: undefined } });
    if (pause === undefined) continue;
    await patiently(() => kubectl(["apply", "--server-side", "--force-conflicts", "-f", "-"], batch));
    const stateful = batch.filter((one) => one.status !== undefined);
    if (stateful.length > 0) kubectl(["apply", "--server-side", "--force-conflicts", "--subresource=status", "-f", "-"], stateful);
    batch = [];
    await wait(pause);
  }
}

/** A namespace of this moment has no service account yet. */
async function patiently(run) {
  for (let attempt = 0; ; attempt++) {
    try {
      return run();
    } catch (error) {
      if (attempt === 20) throw error;
      await wait(500);
    }
  }
}

/** Written last: a sidecar that is sent it has been sent what came before. */
async function seen(name) {
  const host = `sentinel-${name}-${Date.now()}.test`;
  const metadata = { name: "sentinel", namespace: "default" };
  const spec = { hosts: [host], ports: [SENTINEL], location: "MESH_INTERNAL", resolution: "STATIC", endpoints: [{ address: "192.0.2.255" }] };
  kubectl(["apply", "--server-side", "--force-conflicts", "-f", "-"], [{ apiVersion: "networking.istio.io/v1", kind: "ServiceEntry", metadata, spec }]);
  for (let attempt = 0; attempt < 200; attempt++) {
    // A world may narrow what the namespace `default` knows: then the time must do.
    if (`outbound|1||${host}` in (await endpoints({ namespace: "default" }))) return wait(STILL_MS);
    await wait(200);
  }
  process.stdout.write(`${name}: the sentinel is not seen from the namespace default\n`);
}

/** Pods reach istiod by another way than ServiceEntries: an answer counts when the next one is equal. */
async function settled(view) {
  let last = "";
  for (let attempt = 0; attempt < 20; attempt++) {
    const now = await endpoints(view);
    const text = JSON.stringify(now);
    if (text === last) return now;
    last = text;
    await wait(STILL_MS);
  }
  throw new Error(`${JSON.stringify(view)} does not come to rest`);
}

async function endpoints(view) {
  const answer = await fetch(`${values.control}/endpoints?${new URLSearchParams(view)}`);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Destinations of hosts that the world itself has, without what a client does not choose by. */
function ofWorld(clusters, objects) {
  const hosts = new Set(objects.flatMap(hostsOf));
  const named = Object.entries(clusters).filter(([name]) => name.startsWith("outbound|") && hosts.has(name.split("|")[3]));
  return Object.fromEntries(named.map(([name, { panicThreshold: _panic, ...cluster }]) => [name, cluster]));
}

function hostsOf({ kind, metadata, spec }) {
  if (kind === "ServiceEntry") return spec.hosts;
  return kind === "Service" ? [`${metadata.name}.${metadata.namespace}.svc.cluster.local`] : [];
}

/** The object as it was applied, with the age that the API server gave it. */
function aged(object) {
  const { kind, metadata } = object;
  const place = metadata.namespace === undefined ? [] : ["-n", metadata.namespace];
  const stored = JSON.parse(kubectl(["get", kind, metadata.name, ...place, "-o", "json"]));
  return { ...object, metadata: { ...metadata, creationTimestamp: stored.metadata.creationTimestamp } };
}

async function remove(objects) {
  const kept = new Set(["default", "istio-system"]);
  const loose = objects.filter(({ kind, metadata }) => kind !== "Namespace" && kept.has(metadata.namespace));
  const namespaces = objects.filter(({ kind }) => kind === "Namespace");
  if (loose.length > 0) kubectl(["delete", "--ignore-not-found", "-f", "-"], loose);
  for (const { metadata } of namespaces) kubectl(["delete", "pods", "--all", "--force", "--grace-period=0", "-n", metadata.name]);
  kubectl(["delete", "--ignore-not-found", "--timeout=120s", "-f", "-"], namespaces);
}

function kubectl(args, objects) {
  const input = objects === undefined ? undefined : JSON.stringify({ apiVersion: "v1", kind: "List", items: objects });
  return execFileSync("kubectl", ["--kubeconfig", values.kubeconfig, ...args], {
    input,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "pipe"],
    maxBuffer: 2 ** 28,
  });
}
