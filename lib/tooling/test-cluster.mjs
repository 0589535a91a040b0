import "./node-version.mjs";
import { ensureBuilt } from "./build.mjs";
import { runJourneys } from "./e2e.mjs";
import { ensureInstalled } from "./install.mjs";

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
process.exit((await runJourneys({ args: process.argv.slice(2), env: { STOLOS_SUITE: "cluster" } })) ? 0 : 1);
