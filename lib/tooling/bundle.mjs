import { inGenerated, inRoot } from "./root.mjs";

/** The programs that are written in TypeScript and run by Node: name of the bundle, file that starts it. */
const ENTRY_POINTS = {
  sandbox: "lib/sandbox/main.ts",
  conformance: "lib/sandbox/conformance/main.ts",
  bench: "e2e/bench/main.ts",
  chaos: "lib/chaos/main.ts",
};

/** Bundles one program into `.stolos/`. Packages stay outside and are found in node_modules. Resolves to the bundle's path. */
export async function bundleProgram(name) {
  // Imported here: the file that imports this one may still have to install it.
  const { build } = await import("esbuild");
  const outfile = inGenerated(`${name}.mjs`);
  await build({
    entryPoints: [inRoot(ENTRY_POINTS[name])],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
    tsconfig: inRoot("tsconfig.json"),
  });
  return outfile;
}
