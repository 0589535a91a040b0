import { readdirSync, readFileSync, renameSync } from "node:fs";
import { inGenerated, inRoot, root } from "./root.mjs";

const PACKAGE = "zod/mini";
/** The rooms that Next builds. */
const ROOMS = ["app", "components", "lib/client", "lib/contract", "lib/domain", "lib/format", "lib/server"];
const IMPORT = /^import (?:type )?(?:\* as z|\{ z \}) from "zod\/mini";$/m;

/**
 * Bundles the functions of zod/mini that the sources call into `.stolos/zod-mini.mjs`, which the build takes in place of the package: Turbopack
 * keeps every helper and every pattern of the package, twice as much as is called, and each page begins with it. Resolves to the bundle's path.
 */
export async function bundleZodMini() {
  const { build } = await import("esbuild");
  const outfile = inGenerated("zod-mini.mjs");
  // Moved into place when whole: another command may be building the same.
  const draft = inGenerated(`zod-mini.${process.pid}.draft.mjs`);
  await build({
    stdin: { contents: `export { ${calledOfZod().join(", ")} } from "${PACKAGE}";`, resolveDir: root },
    outfile: draft,
    bundle: true,
    platform: "neutral",
    format: "esm",
    target: "es2022",
    logLevel: "warning",
  });
  renameSync(draft, outfile);
  return outfile;
}

/** The functions of zod/mini that sources of these rooms call, sorted. */
export function calledOfZod() {
  const called = ROOMS.flatMap(sourcesOf).flatMap((text) => (IMPORT.test(text) ? [...text.matchAll(/\bz\.([a-z_]\w*)\(/g)] : []));
  return [...new Set(called.map(([, name]) => name))].sort();
}

function sourcesOf(room) {
  return readdirSync(inRoot(room), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/(\.test\.tsx?|view-schemas\.ts)$/.test(path))
    .map((path) => readFileSync(inRoot(room, path), "utf8"));
}
