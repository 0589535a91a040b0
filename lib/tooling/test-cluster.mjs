import "./node-version.mjs";
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { promisify } from "node:util";
import { ensureBuilt } from "./build.mjs";
import { runJourneys } from "./e2e.mjs";
import { ensureInstalled } from "./install.mjs";
import { inGenerated } from "./root.mjs";
import { runProgram } from "./run.mjs";

/** `npm run test:cluster`: the pages against a real control plane. */
if (!process.env.REAL_CLUSTER && !process.env.KUBECONFIG) {
  process.stderr.write(
    "Say which cluster:\n" +
      "  REAL_CLUSTER=FOLDER npm run test:cluster    a folder whose ./start runs a control plane on loopback: plays every scenario on it\n" +
      "  KUBECONFIG=FILE npm run test:cluster        a cluster of yours: walks the pages, and writes nothing\n",
  );
  process.exit(1);
}
await ensureInstalled();
await ensureBuilt();
/** Recorded answers of a real istiod, and the product's own tests that judge them: the tests on the cluster know none of its sources. */
const RECORDED = [
  {
    ...{ folder: "selection-worlds", variable: "ENDPOINT_RECORDINGS" },
    tests: ["lib/server/kube/parse/selection/recorded-endpoints.test.ts", "lib/server/live/views/recorded-statements.test.ts"],
  },
  { folder: "istioctl-runs", variable: "ISTIOCTL_RUNS", tests: ["lib/server/bundle/istioctl-bundles.test.ts"] },
  { folder: "router-worlds", variable: "ROUTER_RECORDINGS", tests: ["lib/server/kube/parse/recorded-routers.test.ts"] },
  { folder: "loss-worlds", variable: "LOSS_RECORDINGS", tests: ["lib/server/lost/recorded-losses.test.ts"] },
];
for (const { folder } of RECORDED) rmSync(inGenerated(folder), { recursive: true, force: true });
const walked = await runJourneys({ args: process.argv.slice(2), env: { STOLOS_SUITE: "cluster" } });
const judged = [];
for (const recorded of RECORDED) judged.push(await isJudgedWell(recorded));
judged.push(await agreesWithIstio());
process.exit(walked && judged.every(Boolean) ? 0 : 1);

/** True where nothing was recorded: another part of the suite ran. */
async function isJudgedWell({ folder, variable, tests }) {
  const recordings = inGenerated(folder);
  if (!existsSync(recordings)) return true;
  return (await runProgram("vitest", ["run", "-c", "lib/tooling/vitest.config.ts", ...tests], { env: { [variable]: recordings } })) === 0;
}

/** The files that Istio's own tests expect lie where the real cluster was built: in Go's module cache. */
async function agreesWithIstio() {
  const folder = process.env.REAL_CLUSTER;
  if (!folder) return true;
  const { stdout } = await promisify(execFile)("go", ["list", "-m", "-f", "{{.Dir}}", "istio.io/istio"], { cwd: folder });
  const env = { ISTIO_SOURCE: stdout.trim() };
  return (await runProgram("vitest", ["run", "-c", "lib/tooling/vitest.config.ts", "lib/server/bundle/istio-goldens.test.ts"], { env })) === 0;
}
