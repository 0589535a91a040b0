import { readFileSync, renameSync } from "node:fs";
import { inGenerated, inRoot, root } from "./root.mjs";

const PACKAGE = "@kubernetes/client-node";
/** The package's own entry exports a thousand files. The class that is used is in this one. */
const ENTRY = `${PACKAGE}/dist/config.js`;
/** Lines of `dist/gen/index.js` that export the types and APIs of Kubernetes: esbuild would parse a thousand files only to drop them. */
const UNUSED_EXPORT = /^export .* from ["']\.\/(models|apis|types)\/.*$/gm;
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
    stdin: { contents: `export { KubeConfig } from "${ENTRY}";`, resolveDir: root },
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
  setup: (build) => {
    build.onResolve({ filter: /.*/ }, async ({ path, pluginData, importer, resolveDir, kind, with: attributes }) => {
      if (pluginData === asked) return null;
      const isOfPackage = path === ENTRY || (path.startsWith(".") && importer.includes(`/${PACKAGE}/`));
      if (!isOfPackage) return { path, external: true };
      if (path === ENTRY) return { path: inRoot("node_modules", ENTRY), sideEffects: false };
      const found = await build.resolve(path, { importer, resolveDir, kind, with: attributes, pluginData: asked });
      return { ...found, sideEffects: false };
    });
    build.onLoad({ filter: /\/gen\/index\.js$/ }, ({ path }) => ({ contents: readFileSync(path, "utf8").replace(UNUSED_EXPORT, "") }));
  },
};
