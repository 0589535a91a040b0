import { readFileSync, renameSync } from "node:fs";
import { inGenerated, inRoot } from "./root.mjs";

/** The programs that are written in TypeScript and run by Node: name of the bundle, file that starts it. */
const ENTRY_POINTS = {
  dashboard: "lib/server/main.ts",
  check: "lib/server/check/main.ts",
  sandbox: "lib/sandbox/main.ts",
  conformance: "lib/sandbox/conformance/main.ts",
  situations: "lib/testing/played-past/main.ts",
  bench: "e2e/bench/main.ts",
  "bench-inside": "lib/bench/main.ts",
  "bench-browser": "e2e/bench/browser-main.ts",
  chaos: "lib/chaos/main.ts",
  soak: "lib/chaos/soak-main.ts",
  outages: "lib/chaos/outages-main.ts",
  clusters: "lib/chaos/clusters-main.ts",
  "browser-outages": "e2e/prove/main.ts",
  attack: "e2e/prove/attack/main.ts",
  revocations: "lib/chaos/access/main.ts",
  hostile: "e2e/prove/hostile/main.ts",
  "public-names": "lib/tooling/public-names/main.ts",
  "start-options": "lib/server/start-options.ts",
  generate: "lib/tooling/generate/main.ts",
  "history-worker": "lib/server/history/sqlite-worker.ts",
  "history-child": "lib/chaos/history/recorder-child.ts",
  "history-replica": "lib/chaos/history/replica-child.ts",
  "history-proofs": "lib/chaos/history/main.ts",
};

/** Programs that are started again and again: looking for hundreds of files of their packages is a quarter of the work of their start. */
const WITH_PACKAGES = new Set(["sandbox"]);
/** What packages of the older kind ask Node's own modules by, in a bundle of the newer kind. */
const REQUIRE = 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';
/** The map names the files and lines of a trace; the text of every file of a package would double the bundle. */
const withPackages = { packages: "bundle", mainFields: ["module", "main"], banner: { js: REQUIRE }, sourcesContent: false };

let drafts = 0;

/**
 * Bundles one program into `.stolos/`. Packages stay outside and are found in node_modules, but for programs that are started again and again. Resolves
 * to the bundle's path.
 * `planted` ({file, find, put}) is a defect to plant in one line of one file; the program gets a name of its own, `as`.
 */
export async function bundleProgram(name, { as = name, planted = null } = {}) {
  // Imported here: the file that imports this one may still have to install it.
  const { build } = await import("esbuild");
  const outfile = inGenerated(`${as}.mjs`);
  // Moved into place when whole: another command may be bundling the same, or running it.
  const draft = inGenerated(`${as}.${process.pid}.${++drafts}.draft.mjs`);
  await build({
    entryPoints: [inRoot(ENTRY_POINTS[name])],
    outfile: draft,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    ...(WITH_PACKAGES.has(name) ? withPackages : { packages: "external" }),
    sourcemap: "inline",
    logLevel: "warning",
    tsconfig: inRoot("tsconfig.json"),
    plugins: planted === null ? [] : [plant(planted)],
  });
  renameSync(draft, outfile);
  return outfile;
}

/** Changes one line of one source while it is read; the source itself stays as it is. */
function plant({ file, find, put }) {
  const path = inRoot(file);
  return {
    name: "planted defect",
    setup: (build) =>
      build.onLoad({ filter: /\.ts$/ }, (args) => {
        if (args.path !== path) return null;
        const parts = readFileSync(path, "utf8").split(find);
        if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places that read: ${find}`);
        return { contents: parts.join(put), loader: "ts" };
      }),
  };
}
