import { renameSync } from "node:fs";
import { inGenerated, root } from "./root.mjs";

const PACKAGE = "@kubernetes/client-node";
const asked = Symbol("asked here");

/**
 * Bundles what the server uses of the Kubernetes client, which is what reads a kubeconfig, into `.stolos/kube-config.mjs`. The package itself loads
 * a thousand files at each start of a server, one for each type and API of Kubernetes. Resolves to the bundle's path.
 */
export async function bundleKubeConfig() {
  const { build } = await import("esbuild");
  const outfile = inGenerated("kube-config.mjs");
  // Moved into place when whole: another command may be building the same.
  const draft = inGenerated(`kube-config.${process.pid}.draft.mjs`);
  await build({
    stdin: { contents: `export { KubeConfig } from "${PACKAGE}";`, resolveDir: root },
    outfile: draft,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
    plugins: [onlyWhatIsUsed],
  });
  renameSync(draft, outfile);
  return outfile;
}

/** The package does not say that its files only declare: without that, all of them would be kept. What it depends on stays outside. */
const onlyWhatIsUsed = {
  name: "only what is used",
  setup: (build) =>
    build.onResolve({ filter: /.*/ }, async ({ path, pluginData, importer, resolveDir, kind, with: attributes }) => {
      if (pluginData === asked) return null;
      const isOfPackage = path === PACKAGE || (path.startsWith(".") && importer.includes(`/${PACKAGE}/`));
      if (!isOfPackage) return { path, external: true };
      const found = await build.resolve(path, { importer, resolveDir, kind, with: attributes, pluginData: asked });
      return { ...found, sideEffects: false };
    }),
};
