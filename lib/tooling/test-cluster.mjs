import "./node-version.mjs";
import { existsSync, rmSync } from "node:fs";
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
const worlds = inGenerated("selection-worlds");
rmSync(worlds, { recursive: true, force: true });
const walked = await runJourneys({ args: process.argv.slice(2), env: { STOLOS_SUITE: "cluster" } });
process.exit((await judged()) && walked ? 0 : 1);

/** The random worlds that a real istiod was asked about, judged by the product itself: the tests there know none of its sources. */
async function judged() {
  if (!existsSync(worlds)) return true;
  const words = ["run", "-c", "lib/tooling/vitest.config.ts", "lib/server/kube/parse/selection/recorded-endpoints.test.ts"];
  return (await runProgram("vitest", words, { env: { ENDPOINT_RECORDINGS: worlds } })) === 0;
}
