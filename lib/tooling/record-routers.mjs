import "./node-version.mjs";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { inGenerated, inRoot } from "./root.mjs";

/**
 * `node lib/tooling/record-routers.mjs --control URL --kubeconfig FILE NAME…` records files of `lib/sandbox/recordings/routers` again on a running real cluster.
 * Each line is a world with its objects and its `routers`, the proxies of gateways. The answer `chains` has the endpoints that a router sends each SNI name to.
 * With `--into NAME` the answers go to `.stolos/NAME`, and the stored recordings stay.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { control: { type: "string" }, kubeconfig: { type: "string" }, into: { type: "string" } },
});
if (!values.control || !values.kubeconfig) throw new Error("Pass --control URL and --kubeconfig FILE of a running real cluster.");

/** Kinds whose age decides: the API server stores whole seconds. */
const AGED = ["Gateway", "ServiceEntry"];
const SECOND_MS = 1_100;
const STILL_MS = 1_500;

const stored = inRoot("lib/sandbox/recordings/routers");
const written = values.into === undefined ? stored : inGenerated(values.into);
mkdirSync(written, { recursive: true });
for (const name of positionals) {
  const worlds = readFileSync(`${stored}/${name}.ndjson`, "utf8").trim().split("\n");
  const recorded = [];
  for (const world of worlds) recorded.push(await record(JSON.parse(world)));
  writeFileSync(`${written}/${name}.ndjson`, `${recorded.map((world) => JSON.stringify(world)).join("\n")}\n`);
}

async function record({ world, objects, routers }) {
  try {
    await restartIstiod();
    for (const object of objects) await apply(object);
    const answers = [];
    for (const { gateway, query } of routers) answers.push({ gateway, query, chains: await settled(query) });
    process.stdout.write(`${world}: ${answers.map(({ chains }) => Object.keys(chains).length).join(", ")} chains\n`);
    return { world, objects: objects.map(aged), routers: answers };
  } finally {
    const pods = objects.filter(({ kind }) => kind === "Pod");
    for (const { metadata } of pods) kubectl(["delete", "pod", metadata.name, "-n", metadata.namespace, "--force", "--grace-period=0"]);
    kubectl(["delete", "--ignore-not-found", "-f", "-"], objects);
  }
}

/** A running istiod can keep a gateway that is gone. */
async function restartIstiod() {
  for (const replica of ["a", "b"]) for (const method of ["DELETE", "POST"]) await fetch(`${values.control}/replicas/${replica}`, { method });
}

async function apply(object) {
  const { creationTimestamp: _age, ...metadata } = object.metadata;
  const fresh = { ...object, metadata };
  kubectl(["apply", "--server-side", "--force-conflicts", "-f", "-"], [fresh]);
  if (fresh.status !== undefined) kubectl(["apply", "--server-side", "--force-conflicts", "--subresource=status", "-f", "-"], [fresh]);
  if (AGED.includes(object.kind)) await wait(SECOND_MS);
}

/** An answer counts if the next one is equal. */
async function settled(query) {
  let last = "";
  for (let attempt = 0; attempt < 20; attempt++) {
    await wait(STILL_MS);
    const chains = await chainsOf(query);
    if (JSON.stringify(chains) === last) return chains;
    last = JSON.stringify(chains);
  }
  throw new Error(`The answers for ${JSON.stringify(query)} keep changing.`);
}

/** For each SNI name of a chain on each port, as `PORT SNI`: the addresses of its cluster. */
async function chainsOf(query) {
  const asked = new URLSearchParams({ type: "router", network: "vpc-1", kinds: "lds,eds", ...query });
  const answer = await fetch(`${values.control}/config?${asked}`);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { chains = [], eds } = await answer.json();
  const found = chains.flatMap(({ port, sni = [], clusters = [] }) =>
    sni.filter((name) => /^outbound_\.\d+_\._\..*\.(com|internal)$/.test(name)).map((name) => [`${port} ${name}`, clusters]),
  );
  const addressesOf = (clusters) => clusters.flatMap((cluster) => (eds[cluster]?.endpoints ?? []).map(({ address }) => address));
  return Object.fromEntries(found.map(([name, clusters]) => [name, addressesOf(clusters).sort()]).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function aged(object) {
  const { apiVersion, kind, metadata } = object;
  const type = kind === "Gateway" ? `gateways.${apiVersion.split("/")[0]}` : kind;
  const stored = JSON.parse(kubectl(["get", type, metadata.name, "-n", metadata.namespace, "-o", "json"]));
  return { ...object, metadata: { ...metadata, creationTimestamp: stored.metadata.creationTimestamp } };
}

function kubectl(args, objects) {
  const input = objects === undefined ? undefined : JSON.stringify({ apiVersion: "v1", kind: "List", items: objects });
  return execFileSync("kubectl", ["--kubeconfig", values.kubeconfig, ...args], { input, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
}
