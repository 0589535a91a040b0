import "./node-version.mjs";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { bundleProgram } from "./bundle.mjs";
import { ensureInstalled } from "./install.mjs";
import { bundleKubeConfig } from "./kube-config.mjs";
import { inGenerated, inRoot } from "./root.mjs";
import { runProgram } from "./run.mjs";
import { bundleZodMini } from "./zod-mini.mjs";

/** What the built app is made of. The sandbox, tests and these tools are not part of it. */
const SOURCES = ["app", "components", "lib/client", "lib/contract", "lib/domain", "lib/format", "lib/server", "public"];
const SOURCE_FILES = ["instrumentation.ts", "next.config.js", "package-lock.json", "package.json", "proxy.ts", "tsconfig.json"];

/** Builds the app. Resolves to true where that went well. Types are checked too, unless the caller has just done that (`areTypesChecked`). */
export async function buildApp({ areTypesChecked = false } = {}) {
  await ensureInstalled();
  // Journeys store compiled code of a build: e2e/compile-cache.mjs.
  rmSync(inGenerated("compiled"), { recursive: true, force: true });
  await Promise.all([bundlePrograms(), bundleKubeConfig(), bundleZodMini()]);
  const isBuilt = (await runProgram("next", ["build"], { env: areTypesChecked ? { STOLOS_TYPES_CHECKED: "true" } : {} })) === 0;
  if (isBuilt) storeGzip(inRoot(".next", "static"));
  return isBuilt;
}

/** Writes a gzip copy beside each static text of the build. The server sends it, and compresses nothing: lib/server/http/stored-gzip.ts. */
function storeGzip(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (/\.(js|css|json)$/.test(name)) writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  }
}

/** Builds the app unless the last build is younger than every source. Ends the process where the build fails. */
export async function ensureBuilt() {
  if (isBuildFresh()) return bundlePrograms();
  process.stdout.write("Building the dashboard (once, about half a minute)\n");
  if (!(await buildApp())) process.exit(1);
}

/** What runs beside the built app: the server in front of it, the worker that keeps its history, and the check of an installation. */
async function bundlePrograms() {
  await Promise.all(["dashboard", "history-worker", "check"].map((name) => bundleProgram(name)));
}

function isBuildFresh() {
  const stamp = inRoot(".next", "BUILD_ID");
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return [...SOURCE_FILES.map((file) => inRoot(file)), ...SOURCES.flatMap(filesOf)].every((path) => !existsSync(path) || statSync(path).mtimeMs <= builtAt);
}

function filesOf(folder) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { recursive: true })
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .map((name) => join(inRoot(folder), name));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exit((await buildApp()) ? 0 : 1);
