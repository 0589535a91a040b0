import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "@/e2e/cluster/fixtures";

interface RouterWorld {
  readonly world: string;
  readonly routers: readonly { readonly gateway: string; readonly chains: Readonly<Record<string, readonly string[]>> }[];
}

const STORED = "lib/sandbox/recordings/routers/random.ndjson";
/** `npm run test:cluster` compares these answers with the services that the product lists as passed. */
const WRITTEN = "router-worlds";

function worldsIn(file: string): readonly RouterWorld[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RouterWorld);
}

const answersOf = (worlds: readonly RouterWorld[]) => worlds.map(({ world, routers }) => [world, routers.map(({ gateway, chains }) => [gateway, chains])]);

test("sends the proxies of gateways the filter chains that are stored", async ({ realCluster }) => {
  test.setTimeout(20 * 60_000);
  const args = ["--control", realCluster.controlUrl, "--kubeconfig", realCluster.kubeconfigOf("admin"), "--into", WRITTEN, "random"];
  await promisify(execFile)(process.execPath, ["lib/tooling/record-routers.mjs", ...args]);
  const worlds = worldsIn(`.stolos/${WRITTEN}/random.ndjson`);
  expect(worlds.length).toBe(30);
  expect(answersOf(worlds)).toEqual(answersOf(worldsIn(STORED)));
});
