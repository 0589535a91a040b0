import { existsSync, mkdirSync, rmSync } from "node:fs";
import { bundleProgram } from "./bundle.mjs";
import { untilReady } from "./children.mjs";
import { inGenerated } from "./root.mjs";
import { startNode } from "./run.mjs";

/** Bundles and starts the embedded cluster. It writes its kubeconfig when it is ready to answer, and ends with the channel to whoever started it. */
export async function startSandbox(args = []) {
  const program = await bundleProgram("sandbox");
  const kubeconfig = inGenerated("demo", "kubeconfig");
  mkdirSync(inGenerated("demo"), { recursive: true });
  rmSync(kubeconfig, { force: true });
  const child = startNode(["--enable-source-maps", program, "--kubeconfig", kubeconfig, ...args], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  return { child, kubeconfig };
}

/** Resolves to true once the sandbox has written its kubeconfig, to false where it does not within half a minute. */
export function sandboxReady({ child, kubeconfig }) {
  return untilReady(child, () => existsSync(kubeconfig), 30_000);
}
